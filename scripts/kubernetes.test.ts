import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { engineBinary } from '../server/src/adapters/restate/engine-process.ts';
import { type KubernetesObject, ofKind, renderFolder, workloadsIn } from './kubernetes-objects.ts';
import { faultsOf, thisRelease } from './kubernetes-rules.ts';
import { schemaFaults } from './kubernetes-schema.ts';

const FOLDER = 'deploy/kubernetes';
const guide = readFileSync('docs/guides/deploy.md', 'utf8');

/** An operator's overlay over one of ours, as shown in the guide. */
function renderGuide(overlay: string): KubernetesObject[] {
  const [, text = ''] = /```yaml\n(apiVersion: kustomize[^`]+)```/.exec(guide) ?? [];
  const named = '../deploy/kubernetes/overlays/small';
  expect(text).toContain(named);
  const folder = mkdtempSync(join(tmpdir(), 'outstep-overlay-'));
  try {
    const path = relative(folder, resolve(FOLDER, 'overlays', overlay));
    writeFileSync(join(folder, 'kustomization.yaml'), text.replace(named, path));
    return renderFolder(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const small = renderFolder(`${FOLDER}/overlays/small`);
const large = renderFolder(`${FOLDER}/overlays/large`);
const namespace: KubernetesObject = parse(readFileSync(`${FOLDER}/namespace.yaml`, 'utf8'));
const rendered: [string, KubernetesObject[]][] = [
  ['small', small],
  ['large', large],
  ['the guide over small', renderGuide('small')],
  ['the guide over large', renderGuide('large')],
];

test.each(rendered)('%s is consistent and follows our rules', (_, objects) => {
  expect(objects.length).toBeGreaterThan(20);
  expect(faultsOf(objects, thisRelease())).toEqual([]);
});

test('enforces the restricted pod security standard in the namespace', () => {
  expect(namespace.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
});

/** The rule that the guide's command makes from the alerts. */
function makeRule(): KubernetesObject {
  const [, command = ''] = /```sh\n(\(printf [^`]+\)) \| kubectl apply -f -\n```/.exec(guide) ?? [];
  return parse(execFileSync('sh', ['-c', command], { encoding: 'utf8' }));
}

test('every object matches its schema', async () => {
  const rule = makeRule();
  expect(rule.spec).toEqual(parse(readFileSync('docs/observe/alerts.yml', 'utf8')));
  const objects = [namespace, rule, ...rendered.flatMap(([, each]) => each)];
  expect(await schemaFaults(objects)).toEqual([]);
});

test('small overlay needs only Kubernetes, the large one lists its requirements', () => {
  const groups = (objects: KubernetesObject[]) =>
    new Set(objects.map(({ apiVersion }) => apiVersion).filter((group) => /\.(sh|com)\//.test(group)));
  expect(groups(small)).toEqual(new Set());
  expect(groups(large)).toEqual(new Set(['keda.sh/v1alpha1', 'monitoring.coreos.com/v1']));
});

describe('Restate', () => {
  const settingsIn = (objects: KubernetesObject[]) =>
    ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name.startsWith('engine-settings'))?.data ??
    {};
  const dump = (env: Record<string, string>) =>
    execFileSync(engineBinary(), ['--dump-config'], { env, encoding: 'utf8' });

  test.each([
    ['small', small, 1],
    ['large', large, 3],
  ])('%s: sets only known settings and names each node', (_, objects, nodes) => {
    const env: Record<string, string> = { ...settingsIn(objects), RESTATE_NODE_NAME: 'restate-0' };
    const whole = dump(env);
    for (const name of Object.keys(env)) {
      const { [name]: __, ...others } = env;
      expect(dump(others), name).not.toBe(whole);
    }
    const stateful = workloadsIn(objects).find(({ kind }) => kind === 'StatefulSet');
    expect(stateful?.spec.replicas).toBe(nodes);
    expect(JSON.parse(env['RESTATE_METADATA_CLIENT__ADDRESSES'] ?? '')).toEqual(
      Array.from({ length: nodes }, (__, i) => `http://restate-${i}.${stateful?.spec.serviceName}:5122`),
    );
  });
});

describe('the guide', () => {
  const section = guide.slice(guide.indexOf('## Kubernetes'));

  test('lists every secret and every label that grants access', () => {
    const volumes = [...small, ...large].filter((each) => workloadsIn([each]).length > 0);
    const secrets = workloadsIn(volumes).flatMap(({ spec }) =>
      (spec.template.spec.volumes ?? []).flatMap(({ secret }) =>
        secret ? [`generic ${secret.secretName} `, ...(secret.items ?? []).map(({ key }) => key)] : [],
      ),
    );
    const labels = JSON.stringify(large).match(/outstep-(?:ingress|data|metrics)(?=":"true")/g) ?? [];
    expect(new Set(labels).size).toBe(3);
    for (const word of [...secrets, ...labels.map((label) => `${label}=true`)])
      expect(section).toContain(word);
  });

  test('applies every group in order', () => {
    const [first = '', second = ''] = [...section.matchAll(/component in \(([^)]+)\)/g)].map(
      ([, list]) => list,
    );
    expect(first.split(', ')).toEqual(['settings', 'network', 'migrate']);
    expect(second.split(', ')).toEqual(['engine', 'worker']);
    expect(section.indexOf(first)).toBeLessThan(section.indexOf('component!=migrate'));
  });

  test('requests the documented resources', () => {
    const asked = (objects: KubernetesObject[], least: Record<string, number>) =>
      workloadsIn(objects)
        .filter(({ kind }) => kind !== 'Job')
        .map(({ metadata, spec }) => {
          const { cpu = '', memory = '' } = spec.template.spec.containers[0]?.resources?.requests ?? {};
          const count = spec.replicas ?? least[metadata.name] ?? 0;
          const of = (text: string, unit: string, part: number) =>
            text.endsWith(unit) ? Number.parseInt(text, 10) / part : Number.parseInt(text, 10);
          return { cpu: count * of(cpu, 'm', 1000), memory: count * of(memory, 'Mi', 1024) };
        })
        .reduce((sum, each) => ({ cpu: sum.cpu + each.cpu, memory: sum.memory + each.memory }));
    expect(section).toContain('1.25 CPUs, 4 GiB');
    expect(asked(small, {})).toEqual({ cpu: 1.25, memory: 4 });
    expect(section).toContain('9 CPUs, 12 GiB');
    expect(asked(large, { api: 3, worker: 3 })).toEqual({ cpu: 9, memory: 12 });
  });
});

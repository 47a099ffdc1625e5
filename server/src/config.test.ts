import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const settings = { OUTSTEP_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };

describe('engine address', () => {
  test('defaults to the engine that serve starts, also for a command in another terminal', () => {
    expect(readConfig({ ...settings, OUTSTEP_ENGINE_PORTS: '18080,19070,15122' })).toMatchObject({
      engineIngressUrl: 'http://127.0.0.1:18080',
      engineAdminUrl: 'http://127.0.0.1:19070',
      engineIsConfigured: false,
    });
  });

  test('uses the configured address regardless of ports', () => {
    const urls = { RESTATE_INGRESS_URL: 'http://engine:1', RESTATE_ADMIN_URL: 'http://engine:2' };
    expect(readConfig({ ...settings, ...urls, OUTSTEP_ENGINE_PORTS: '18080,19070,15122' })).toMatchObject({
      engineIngressUrl: 'http://engine:1',
      engineAdminUrl: 'http://engine:2',
      engineIsConfigured: true,
    });
  });
});

test('configures mailboxes only for the named provider', () => {
  const mailboxes = (more: Record<string, string>) => readConfig({ ...settings, ...more }).mailboxes;
  expect(mailboxes({})).toEqual({ google: null, microsoft: null });
  const google = { OUTSTEP_GOOGLE_CLIENT_ID: 'id', OUTSTEP_GOOGLE_CLIENT_SECRET: 'secret' };
  expect(mailboxes(google)).toMatchObject({ google: { clientId: 'id' }, microsoft: null });
  const microsoft = { OUTSTEP_MICROSOFT_CLIENT_ID: 'id', OUTSTEP_MICROSOFT_CLIENT_SECRET: 'secret' };
  expect(mailboxes(microsoft)).toMatchObject({ google: null, microsoft: { clientId: 'id' } });
});

describe('GitHub', () => {
  const keyOf = (type: 'pkcs1' | 'pkcs8') =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type, format: 'pem' }).toString();
  const pem = keyOf('pkcs1');
  const github = (more: Record<string, string> = {}) => readConfig({ ...settings, ...more }).github;

  test('defaults to the public one, without an app', () => {
    expect(github()).toEqual({ apiUrl: 'https://api.github.com', app: null });
    expect(github({ GITHUB_API_URL: 'https://git.shop.test/api/v3/' }).apiUrl).toBe(
      'https://git.shop.test/api/v3',
    );
  });

  test('accepts the key of the app as PEM or in base64', () => {
    const app = { id: '171717', privateKey: pem };
    const id = { GITHUB_APP_ID: '171717' };
    expect(github({ ...id, GITHUB_APP_PRIVATE_KEY: pem }).app).toEqual(app);
    const coded = Buffer.from(pem).toString('base64');
    expect(github({ ...id, GITHUB_APP_PRIVATE_KEY: coded }).app).toEqual(app);
    expect(github({ ...id, GITHUB_APP_PRIVATE_KEY: keyOf('pkcs8') }).app?.id).toBe('171717');
  });

  test.each([
    ['an app without a key', { GITHUB_APP_ID: '1' }, 'GITHUB_APP_PRIVATE_KEY: required'],
    ['a key without an app', { GITHUB_APP_PRIVATE_KEY: pem }, 'GITHUB_APP_ID: required'],
    ['no address', { GITHUB_API_URL: 'git.shop.test' }, /^GITHUB_API_URL: /],
    [
      'a password',
      { GITHUB_API_URL: 'https://me:secret@git.shop.test' },
      'GITHUB_API_URL: must not hold a password',
    ],
  ])('%s is rejected', (_, wrong, words) => {
    expect(() => github(wrong)).toThrow(words);
  });

  test('rejects an invalid key without repeating it', () => {
    const secret = 'c2VjcmV0IHNlY3JldA==';
    const read = () => github({ GITHUB_APP_ID: '1', GITHUB_APP_PRIVATE_KEY: secret });
    expect(read).toThrow('GITHUB_APP_PRIVATE_KEY: must be the RSA key');
    expect(read).not.toThrow(secret);
  });
});

describe('mailboxes', () => {
  const mailboxes = (more: Record<string, string> = {}) => readConfig({ ...settings, ...more }).mailboxes;
  const google = { OUTSTEP_GOOGLE_CLIENT_ID: 'a', OUTSTEP_GOOGLE_CLIENT_SECRET: 'b' };
  const microsoft = { OUTSTEP_MICROSOFT_CLIENT_ID: 'c', OUTSTEP_MICROSOFT_CLIENT_SECRET: 'd' };

  test('require both parts of a login', () => {
    expect(mailboxes()).toEqual({ google: null, microsoft: null });
    expect(mailboxes(google)).toEqual({
      google: {
        ...{ clientId: 'a', clientSecret: 'b', issuerUrl: 'https://accounts.google.com' },
        apiUrl: 'https://gmail.googleapis.com',
      },
      microsoft: null,
    });
  });

  test('at Microsoft for every account, or for those of one directory', () => {
    expect(mailboxes(microsoft).microsoft?.issuerUrl).toBe('https://login.microsoftonline.com/common/v2.0');
    const own = { ...microsoft, OUTSTEP_MICROSOFT_TENANT: 'tea.example' };
    expect(mailboxes(own).microsoft?.issuerUrl).toBe('https://login.microsoftonline.com/tea.example/v2.0');
  });

  test.each([
    ['an id alone', { OUTSTEP_GOOGLE_CLIENT_ID: 'a' }, 'OUTSTEP_GOOGLE_CLIENT_SECRET: required'],
    ['a secret alone', { OUTSTEP_MICROSOFT_CLIENT_SECRET: 'd' }, 'OUTSTEP_MICROSOFT_CLIENT_ID: required'],
    [
      'tokens in the clear',
      { OUTSTEP_GOOGLE_API_URL: 'http://gmail.example' },
      'OUTSTEP_GOOGLE_API_URL: must be https, or on this machine',
    ],
    [
      'a host that only begins like this machine',
      { OUTSTEP_GOOGLE_ISSUER_URL: 'http://localhost.evil.example' },
      'OUTSTEP_GOOGLE_ISSUER_URL: must be https, or on this machine',
    ],
    ['a path for a tenant', { OUTSTEP_MICROSOFT_TENANT: '../x' }, /^OUTSTEP_MICROSOFT_TENANT: /],
  ])('%s is rejected', (_, wrong, words) => {
    expect(() => mailboxes(wrong)).toThrow(words);
  });
});

describe('traces', () => {
  const tracing = (own: Record<string, string>) => readConfig({ ...settings, ...own }).tracing;

  test('are not exported by default, and otherwise to the standard path', () => {
    expect(tracing({ OTEL_SERVICE_NAME: 'shop' })).toBeNull();
    const url = 'http://collector.example:4318/v1/traces';
    const plain = { url, serviceName: 'outstep', ratio: 1 };
    expect(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' })).toEqual(plain);
    expect(
      tracing({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://other.example',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
        OTEL_SERVICE_NAME: 'shop',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toEqual({ url, serviceName: 'shop', ratio: 0.25 });
  });

  test.each([
    ['no url', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }],
    ['a url with a password', { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:secret@collector.example' }],
    ['more than all', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.example', OTEL_TRACES_SAMPLER_ARG: '2' }],
  ])('%s is rejected, and not repeated', (_, own) => {
    expect(() => tracing(own)).toThrow(/^OTEL_(EXPORTER_OTLP_ENDPOINT|TRACES_SAMPLER_ARG): (?!.*secret@)/);
  });
});

describe('name servers', () => {
  const serversOf = (value: string) => readConfig({ ...settings, OUTSTEP_DNS_SERVERS: value }).dnsServers;

  test('defaults to the name servers of the system; accepts ports with IPv4 and IPv6', () => {
    expect(serversOf('')).toEqual([]);
    expect(serversOf('9.9.9.9, [2620:fe::fe]:5353')).toEqual(['9.9.9.9', '[2620:fe::fe]:5353']);
  });

  test('rejects a name as an address', () => {
    expect(() => serversOf('dns.example.com')).toThrow(
      'OUTSTEP_DNS_SERVERS: must be addresses such as 9.9.9.9',
    );
  });
});

describe('Shopify secrets', () => {
  const secretsOf = (value: string) =>
    readConfig({ ...settings, OUTSTEP_SHOPIFY_SECRETS: value }).shopifySecrets;

  test('name their shops; a single one may omit them', () => {
    expect(secretsOf('')).toEqual([]);
    expect(secretsOf('shpss_a')).toEqual([{ secret: 'shpss_a', shops: null }]);
    expect(secretsOf('shpss_a=alder.myshopify.com')).toEqual([
      { secret: 'shpss_a', shops: new Set(['alder.myshopify.com']) },
    ]);
  });

  test('rejects several without shops, which releases up to 0.3.0 accepted', () => {
    expect(() => secretsOf('shpss_a, shpss_b')).toThrow(
      /^OUTSTEP_SHOPIFY_SECRETS: entry 1 names no shops; with several secrets, each must name its shops, (?!.*shpss_)/,
    );
  });
});

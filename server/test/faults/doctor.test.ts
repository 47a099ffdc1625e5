import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Config, readConfig } from '../../src/config.ts';
import type { Check } from '../../src/processes/commands/doctor/check.ts';
import { clock, isolation } from '../../src/processes/commands/doctor/database-checks.ts';
import { cluster, engine } from '../../src/processes/commands/doctor/engine-checks.ts';
import { app, dns, pictures, redis } from '../../src/processes/commands/doctor/machine-checks.ts';
import { baseUrl, mail, mailProviders } from '../../src/processes/commands/doctor/outside-checks.ts';
import { shopify } from '../../src/processes/commands/doctor/shopify-check.ts';
import { files } from '../../src/processes/commands/doctor/write-checks.ts';
import { doctorToken } from '../../src/processes/derived-secrets.ts';
import { OwnRedis } from '../budgets/redis-server.ts';
import { freePort } from '../harness/free-port.ts';
import { startNameServer } from '../harness/name-server.ts';
import type { Outstep } from '../harness/outstep.ts';
import { randomName, serverUrl, withClient } from '../harness/postgres.ts';
import type { Env } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';

const NOBODY = 'http://127.0.0.1:1';

let outstep: Outstep;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => outstep?.close());

const configOf = (changes: Env = {}): Config => readConfig({ ...outstep.env, ...changes });
const ask = (check: Check, changes: Env = {}) => check(configOf(changes));

/** Starts a server that runs until the end of the test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers by path, with a status and an optional JSON body. */
const serveAnswers = (answers: Record<string, [number, unknown?]>) =>
  serve((request, response) => {
    const [status, body = ''] = answers[request.url ?? ''] ?? [404];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

test('compares the shops of stores with those that Shopify secrets name', async () => {
  const shop = '0-doctor.myshopify.com';
  await outstep.operator(await outstep.newStore(), 'connect_shopify_shop', { shop });
  const withSecrets = (secrets: string) => ask(shopify, { OUTSTEP_SHOPIFY_SECRETS: secrets });
  await expect(withSecrets('')).resolves.toBe('no secret of a Shopify app is set');
  await expect(withSecrets('shpss_canary')).resolves.toContain(
    `is valid for every shop; name its shops in OUTSTEP_SHOPIFY_SECRETS: SECRET=${shop}`,
  );
  await expect(withSecrets('shpss_canary=other.myshopify.com')).rejects.toThrow(
    `no secret in OUTSTEP_SHOPIFY_SECRETS names ${shop}`,
  );
  const shops = await withClient(outstep.env['DATABASE_URL'] as string, async (client) =>
    (await client.query<{ shop: string }>('select shop_domain as shop from shopify_shops')).rows.map(
      ({ shop }) => shop,
    ),
  );
  await expect(withSecrets(`shpss_canary=${shops.join('+')}`)).resolves.toBe(
    'every shop of a store is named by a secret (1 set)',
  );
});

describe('the machine', () => {
  test('reports a Redis that answers but accepts no writes, and what to do', async () => {
    const own = await OwnRedis.start();
    closing.push(() => own.kill());
    const REDIS_URL = own.url;
    await expect(ask(redis, { REDIS_URL })).resolves.toMatch(/^Redis \d/);
    const client = own.client();
    closing.push(() => client.disconnect());
    await client.config('SET', 'maxmemory', '1');
    await expect(ask(redis, { REDIS_URL })).rejects.toThrow(/is out of memory: raise maxmemory/);
    await client.config('SET', 'maxmemory', '0');
    await client.replicaof('127.0.0.1', 1);
    await expect(ask(redis, { REDIS_URL })).rejects.toThrow(/is a replica and takes no writes: connect to/);
  });

  test('reports a files folder that cannot be used, where it is, and what to do', async () => {
    await expect(ask(files, { OUTSTEP_FILES: 'dir:/dev/null/files' })).rejects.toThrow(
      /\(\/dev\/null\/files\); set OUTSTEP_FILES to a folder/,
    );
  });

  test('reports that the app is not built, or that the package is incomplete', async () => {
    const advice = 'run: npm run build';
    await expect(app(null, { folder: tmpdir(), advice })).rejects.toThrow(
      `the app was not found in ${tmpdir()}; run: npm run build`,
    );
  });

  test('reports a missing image library binary', async () => {
    await expect(pictures(null)).resolves.toBe('can be decoded');
    const load = () => Promise.reject(new Error('Could not load the "sharp" module'));
    await expect(pictures(null, load)).rejects.toThrow(/files cannot be uploaded, .*--include=optional/);
  });

  test.each([
    [60_000, 'this machine is 60 s ahead of the database'],
    [-60_000, 'this machine is 60 s behind the database'],
  ])('reports that its clock is %d ms off', async (off, said) => {
    await expect(ask(clock)).resolves.toBe('in sync with the database');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off });
    await expect(ask(clock)).rejects.toThrow(said);
  });

  test('reports that no name server responds, and accepts one without records', async () => {
    const failing = ask(dns, { OUTSTEP_DNS_SERVERS: '127.0.0.1:1' });
    await expect(failing).rejects.toThrow(/no name server responds .*ECONNREFUSED.*OUTSTEP_DNS_SERVERS/);
    const server = await startNameServer({}, await freePort());
    closing.push(server.close);
    const servers = `127.0.0.1:${server.port}`;
    await expect(ask(dns, { OUTSTEP_DNS_SERVERS: servers })).resolves.toBe(`${servers} responds`);
  });
});

test('reports that the login is not allowed to use the roles of the application', async () => {
  const login = randomName('outstep_stranger');
  const url = new URL(outstep.env['DATABASE_URL'] as string);
  const sql = (text: string) => withClient(serverUrl.toString(), (client) => client.query(text));
  await sql(`create role ${login} login password 'stranger'`);
  closing.push(() => sql(`drop role ${login}`));
  [url.username, url.password] = [login, 'stranger'];
  await expect(ask(isolation, { DATABASE_URL: url.toString() })).rejects.toThrow(
    'the login of DATABASE_URL may not use the role outstep_people; run: outstep migrate',
  );
});

describe('the engine', () => {
  const version: [number, unknown] = [200, { version: '1.7.12' }];
  const at = (url: string) => ({ RESTATE_ADMIN_URL: url, RESTATE_INGRESS_URL: url });

  test('reports a wrong ingress', async () => {
    const url = await serveAnswers({ '/version': version });
    await expect(ask(engine, at(url))).rejects.toThrow('is RESTATE_INGRESS_URL correct?');
  });

  test('explains the settings if there is no engine for this machine', async () => {
    vi.stubGlobal('process', Object.create(process, { arch: { value: 'vax' } }));
    const { RESTATE_INGRESS_URL: _unset, ...env } = outstep.env;
    const config = readConfig({ ...env, RESTATE_ADMIN_URL: NOBODY });
    await expect(engine(config)).rejects.toThrow(
      /no engine for \w+ vax is installed .*RESTATE_INGRESS_URL and RESTATE_ADMIN_URL/,
    );
  });

  test('reports a lost quorum or partition', async () => {
    const members = { cluster_name: 'x', metadata_cluster_health: { members: [1, 2, 3] } };
    const apart = await serveAnswers({ '/cluster-health': [500] });
    await expect(ask(cluster, at(apart))).rejects.toThrow('have no quorum (status 500)');
    const gone = await serveAnswers({ '/cluster-health': [200, members], '/query': [500] });
    await expect(ask(cluster, at(gone))).rejects.toThrow('a partition of the engine does not respond');
    const whole = await serveAnswers({ '/cluster-health': [200, members], '/query': [200, { rows: [] }] });
    await expect(ask(cluster, at(whole))).resolves.toBe('every partition responds; 3 nodes');
    await expect(ask(cluster, at(NOBODY))).rejects.toThrow('unknown, because the engine does not respond');
  });
});

describe('email', () => {
  test('reports that the app’s mail server is unreachable or rejects the login', async () => {
    const server = await startSmtpServer({ login: { username: 'us3r', password: 'p4ss' } });
    closing.push(server.close);
    const as = (login: string) => ({ OUTSTEP_MAIL_URL: `smtp://${login}@127.0.0.1:${server.port}` });
    await expect(ask(mail, as('us3r:p4ss'))).resolves.toContain('accepts emails from the app');
    const refused = await ask(mail, as('us3r:n0pe')).catch((error: Error) => error.message);
    expect(refused).toMatch(/OUTSTEP_MAIL_URL\) cannot be used: .*login/i);
    expect(refused).not.toContain('n0pe');
    await expect(ask(mail, { OUTSTEP_MAIL_URL: 'smtp://127.0.0.1:1' })).rejects.toThrow('connection refused');
    await expect(ask(mail)).resolves.toContain('not configured');
  });

  test('reports that a mailbox provider does not respond', async () => {
    const google = (url: string) => ({
      ...{
        OUTSTEP_GOOGLE_CLIENT_ID: 'us',
        OUTSTEP_GOOGLE_CLIENT_SECRET: 'x',
        OUTSTEP_GOOGLE_ISSUER_URL: url,
      },
    });
    await expect(ask(mailProviders, google(NOBODY))).rejects.toThrow(`google does not respond at ${NOBODY}`);
    const there = await serveAnswers({ '/.well-known/openid-configuration': [200, {}] });
    await expect(ask(mailProviders, google(there))).resolves.toBe('google can be reached');
    await expect(ask(mailProviders)).resolves.toContain('not configured');
  });
});

describe('the base URL', () => {
  const at = (url: string, changes: Env = {}) => ask(baseUrl, { OUTSTEP_BASE_URL: url, ...changes });
  /** Acts as a proxy in front of the API. */
  const proxyTo = (origin: string, headers: Record<string, string>) =>
    serve(async (request, response) => {
      const token = String(request.headers['x-outstep-doctor']);
      const answer = await fetch(origin + request.url, {
        headers: { ...headers, 'x-outstep-doctor': token },
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });

  test('reports that no server, or another one, answers there', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    await expect(at(nobody)).rejects.toThrow(/cannot be reached from here: connection refused/);
    const other = await serveAnswers({ '/healthz/seen': [200, 'welcome'] });
    await expect(at(other)).rejects.toThrow(`something else responds at ${other} (status 200)`);
    const leading = await serve((_, response) =>
      response.writeHead(301, { location: 'https://www.shop.example/' }).end(),
    );
    await expect(at(leading)).rejects.toThrow(
      'redirects to https://www.shop.example/; set OUTSTEP_BASE_URL to the final URL',
    );
  });

  test('reports that the server there has another master key', async () => {
    const OUTSTEP_MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
    await expect(at(outstep.origin, { OUTSTEP_MASTER_KEY })).rejects.toThrow('with another master key');
  });

  test('reports that a proxy does not forward the caller, and shows what one forwards', async () => {
    const silent = await proxyTo(outstep.origin, {});
    await expect(at(silent)).rejects.toThrow('127.0.0.1 calls the API without X-Forwarded-For');
    const good = await proxyTo(outstep.origin, {
      ...{
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'mail.shop.example',
      },
    });
    const said = 'the API sees https://mail.shop.example, called from 203.0.113.9';
    await expect(at(good)).resolves.toContain(said);
  });

  test('reports that a proxy forwards forged headers, except on this machine', async () => {
    const forwarding = await serve(async (request, response) => {
      const { 'x-forwarded-for': said = '203.0.113.9', 'x-outstep-doctor': token } = request.headers;
      const headers = { 'x-forwarded-for': String(said), 'x-outstep-doctor': String(token) };
      const answer = await fetch(outstep.origin + request.url, { headers });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    await expect(at(forwarding)).rejects.toThrow('callers can forge their address: the proxy at 127.0.0.1');
    const here = await proxyTo(outstep.origin, { 'x-forwarded-for': '127.0.0.1' });
    await expect(at(here)).resolves.toContain('called from 127.0.0.1');
  });

  test('reports that a proxy is not trusted', async () => {
    const seen = {
      scheme: 'http',
      host: 'x',
      client: '10.0.0.5',
      peer: '10.0.0.5',
      forwardedFor: '203.0.113.9',
    };
    const api = await serveAnswers({ '/healthz/seen': [200, seen] });
    await expect(at(api, { OUTSTEP_TRUSTED_PROXIES: '' })).rejects.toThrow(
      'set OUTSTEP_TRUSTED_PROXIES=10.0.0.5',
    );
  });

  test('404 without the doctor token, as for any other path', async () => {
    const { masterKey } = configOf();
    const get = (headers: Env) => fetch(`${outstep.origin}/healthz/seen`, { headers });
    const token = (at: number) => doctorToken(masterKey, at);
    expect((await get({ 'x-outstep-doctor': token(Date.now()) })).status).toBe(200);
    const tokens = ['', 'x', token(Date.now() - 3_600_000), doctorToken(Buffer.alloc(32), Date.now())];
    for (const headers of [{}, ...tokens.map((each) => ({ 'x-outstep-doctor': each }))]) {
      const answer = await get(headers);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe(await (await fetch(`${outstep.origin}/healthz/nothing`)).text());
    }
  });
});

import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEngine, type TestEngine } from '../harness/engine.ts';
import { freePort } from '../harness/free-port.ts';
import { type NameServer, startNameServer } from '../harness/name-server.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from '../harness/postgres.ts';
import { type Env, type OutstepProcess, startWorker } from '../harness/process.ts';
import { runCommandLine, spawnCommandLine, UNREACHABLE } from './command-line.ts';

/** More time than a command without connections takes; waiting for a forgotten timer takes longer. */
const MORE_THAN_STARTING_MS = 6000;

let outstep: Outstep;
let storeId: string;
let engine: TestEngine;
let worker: OutstepProcess;
let names: NameServer;

beforeAll(async () => {
  engine = await startEngine();
  // The machine's own name servers might not answer.
  names = await startNameServer({}, await freePort());
  outstep = await startOutstep({
    env: { ...engine.env, OUTSTEP_DNS_SERVERS: `127.0.0.1:${names.port}` },
  });
  worker = await startWorker(outstep.env);
  storeId = await outstep.newStore();
});
afterAll(async () => {
  await worker?.stop();
  await outstep?.close();
  await engine?.close();
  await names?.close();
});

const run = (line: string, { input = '', env = outstep.env as Env } = {}) => runCommandLine(env, line, input);
const withEnv = (changes: Env) => ({ env: { ...outstep.env, ...changes } });

const queried = (text: string, values: unknown[]) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows[0],
  );

/** The problems that doctor finds, without the build of the app, which tests don't need. */
const problemsIn = (stdout: string) =>
  JSON.parse(stdout).findings.filter(
    ({ ok, check }: { ok: boolean; check: string }) => !ok && check !== 'app',
  );

describe('a verb that works', () => {
  test('with --json is one JSON object on one line', async () => {
    const made = await spawnCommandLine(outstep.env, 'store create --name "A shop" --json');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout.trim().split('\n')).toHaveLength(1);
    expect(Object.keys(JSON.parse(made.stdout))).toEqual(['id']);
  });

  test('without --json prints human-readable lines', async () => {
    const made = await run('store create --name "A shop"');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^id: [0-9a-f-]{36}\n$/);
  });

  test('key create shows the key once; only its hash is kept (spec: Authentication 2)', async () => {
    const made = await run(`key create --store ${storeId} --name "CI key" --level write --json`);
    const { id, key } = JSON.parse(made.stdout);
    expect(key).toMatch(/^fak_[0-9A-Za-z]{49}$/);
    const row = await queried('select * from api_keys where id = $1', [id]);
    expect(row).toMatchObject({ name: 'CI key', level: 'write', prefix: key.slice(0, 8), revoked_at: null });
    expect(row.hash).toEqual(createHash('sha256').update(key).digest());
    expect(JSON.stringify(row)).not.toContain(key.slice(8));
  });

  test('key create accepts an expiry', async () => {
    const made = await run(
      `key create --store ${storeId} --name k --level read --expires-at 2040-01-31T00:00:00Z --json`,
    );
    const row = await queried('select expires_at from api_keys where id = $1', [JSON.parse(made.stdout).id]);
    expect(row.expires_at).toEqual(new Date('2040-01-31T00:00:00Z'));
  });

  test('key set-level and key revoke change the key, and revoking again changes nothing', async () => {
    const { id } = await outstep.newKey(storeId, 'read');
    const levelled = await run(`key set-level --id ${id} --level execute --json`);
    expect(JSON.parse(levelled.stdout)).toEqual({ id, level: 'execute' });
    const revoked = await run(`key revoke --id ${id}`);
    expect(revoked).toMatchObject({ code: 0, stdout: `id: ${id}\nrevoked: true\n` });
    const row = () => queried('select level, revoked_at from api_keys where id = $1', [id]);
    const before = await row();
    expect(before).toMatchObject({ level: 'execute', revoked_at: expect.any(Date) });
    expect((await run(`key revoke --id ${id}`)).code).toBe(0);
    expect(await row()).toEqual(before);
  });

  test('key create and key set-recipient-search turn recipient search on and off; it is off by default', async () => {
    const isOn = async (id: string) =>
      (await queried('select recipient_search from api_keys where id = $1', [id])).recipient_search;
    expect(await isOn((await outstep.newKey(storeId, 'read')).id)).toBe(false);
    const made = await run(
      `key create --store ${storeId} --name k --level read --recipient-search yes --json`,
    );
    const { id } = JSON.parse(made.stdout);
    expect(await isOn(id)).toBe(true);
    const set = (value: string) =>
      run(`key set-recipient-search --id ${id} --recipient-search ${value} --json`);
    expect(JSON.parse((await set('no')).stdout)).toEqual({ id, recipientSearch: false });
    expect(await isOn(id)).toBe(false);
    expect(await set('maybe')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('recipientSearch: must be'),
    });
    expect(await isOn(id)).toBe(false);
  });

  test('secret set takes the value from standard input, without its last line break', async () => {
    const line = `secret set --store ${storeId} --name TOKEN --description "For tests" --json`;
    const set = await spawnCommandLine(outstep.env, line, ' two words \n');
    const warnings = [
      'HTTP requests can send this secret to any host; restrict it with --host, or confirm with --host any',
      'emails can contain this secret; pass --email yes or --email no',
    ];
    expect(JSON.parse(set.stdout)).toEqual({ name: 'TOKEN', hasValue: true, warnings });
    const row = await queried('select description, value from secrets where store_id = $1 and name = $2', [
      storeId,
      'TOKEN',
    ]);
    const place = { table: 'secrets', name: 'TOKEN' };
    const vault = await outstep.core.vaultFor(storeId).unlock();
    expect(vault.open(place, row.value)).toBe(' two words ');
    const cleared = await run(`secret set --store ${storeId} --name TOKEN --json`, { input: '' });
    expect(JSON.parse(cleared.stdout)).toEqual({ name: 'TOKEN', hasValue: false, warnings });
  });

  test('secret set restricts a secret to hosts and emails, and keeps that without flags (contract: Senders, secrets, files 13)', async () => {
    const set = async (flags: string, input = 'v') => {
      const { stdout, stderr } = await run(`secret set --store ${storeId} --name HOSTS ${flags} --json`, {
        input,
      });
      return stdout === '' ? stderr : JSON.parse(stdout);
    };
    const row = () =>
      queried('select hosts, allow_in_email from secrets where store_id = $1 and name = $2', [
        storeId,
        'HOSTS',
      ]);
    const quiet = { name: 'HOSTS', hasValue: true };
    expect(await set('--host API.example.com --host *.example.com:8443 --email no')).toEqual(quiet);
    const restricted = { hosts: ['api.example.com', '*.example.com:8443'], allow_in_email: false };
    expect(await row()).toEqual(restricted);
    expect(await set('', 'next')).toEqual(quiet);
    expect(await row()).toEqual(restricted);
    expect(await set('--host any --email yes')).toEqual(quiet);
    expect(await row()).toEqual({ hosts: null, allow_in_email: true });
    expect(await set('--host *.co.uk')).toContain(
      'host[0]: "*.co.uk" also matches hosts that belong to others',
    );
    expect(await set('--email maybe')).toContain('email: must be one of yes, no');
  });

  test('engine-key creates a key once, shows its public half, and needs no settings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outstep-engine-key-'));
    const file = join(folder, 'identity.pem');
    const make = () => run(`engine-key ${file} --json`, { env: {} });
    const [first, second] = [await make(), await make()];
    expect(JSON.parse(first.stdout)).toEqual({
      file,
      OUTSTEP_ENGINE_IDENTITY_KEYS: expect.stringMatching(/^publickeyv1_\w+$/),
    });
    expect(second.stdout).toBe(first.stdout);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
    const none = await run('engine-key', { env: {} });
    expect(none).toMatchObject({ code: 1, stderr: 'outstep: usage: outstep engine-key FILE\n' });
  });

  test('master-key generate creates 32 bytes, different each time, and needs no settings', async () => {
    const made = await Promise.all([1, 2].map(() => run('master-key generate --json', { env: {} })));
    const keys = made.map(({ stdout }) => JSON.parse(stdout).masterKey as string);
    expect(keys.map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('exits as soon as it is done', async () => {
    const { id } = await outstep.newKey(storeId, 'read');
    const timed = async (line: string) => {
      const from = performance.now();
      expect((await spawnCommandLine(outstep.env, line)).code).toBe(0);
      return performance.now() - from;
    };
    const startingMs = await timed('master-key generate');
    expect(await timed(`key revoke --id ${id}`)).toBeLessThan(startingMs + MORE_THAN_STARTING_MS);
  });

  test.each(['', 'help', '--help'])('"%s" prints every command', async (line) => {
    const { code, stdout } = await run(line, { env: {} });
    expect(code).toBe(0);
    for (const verb of [
      'migrate',
      'api',
      'worker',
      'serve',
      'init',
      'doctor',
      'master-key rotate',
      'key create --store ID',
      'secret set',
    ])
      expect(stdout).toContain(verb);
  });
});

describe('migrate', () => {
  const name = randomName('outstep_cli');
  const env = () => withEnv({ DATABASE_URL: databaseUrl(name), OUTSTEP_BASE_URL: outstep.origin });
  beforeAll(() => withClient(serverUrl.toString(), (client) => client.query(`create database ${name}`)));
  afterAll(() => dropDatabase(name));

  test('doctor reports missing migrations', async () => {
    const { code, stdout } = await run('doctor', env());
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL {2}migrations\s+no migration has been applied; run: outstep migrate/);
  });

  test('brings an empty database up to date, once', async () => {
    const first = await run('migrate --json', env());
    expect(JSON.parse(first.stdout).applied.length).toBeGreaterThan(0);
    const second = await run('migrate', env());
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toMatch(/^applied: none\ncurrent: \d{4}_\w+\.sql\n$/);
    expect(problemsIn((await run('doctor --json', env())).stdout)).toEqual([]);
  });
});

describe('doctor', () => {
  test('reports no problem in a healthy installation', async () => {
    const { code, stdout } = await run('doctor --json', withEnv({ OUTSTEP_BASE_URL: outstep.origin }));
    expect(problemsIn(stdout)).toEqual([]);
    const { healthy } = JSON.parse(stdout);
    expect(code).toBe(healthy ? 0 : 1);
  });

  test.each([
    ['database', { DATABASE_URL: UNREACHABLE }],
    ['redis', { REDIS_URL: 'redis://127.0.0.1:1' }],
    ['engine', { RESTATE_ADMIN_URL: 'http://127.0.0.1:1' }],
    ['master key', { OUTSTEP_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }],
    ['settings', { OUTSTEP_MASTER_KEY: 'short' }],
  ])('names the %s if it is wrong', async (check, changes) => {
    const { code, stdout, stderr } = await run('doctor --json', withEnv(changes as Env));
    const { healthy } = JSON.parse(stdout);
    const wrong = problemsIn(stdout);
    expect(wrong[0]).toMatchObject({ check, detail: expect.stringMatching(/\w/) });
    expect({ healthy, code, stderr }).toEqual({ healthy: false, code: 1, stderr: '' });
  });

  test('reports that no worker is registered with the engine', async () => {
    const empty = await startEngine();
    try {
      const { stdout } = await run('doctor', withEnv(empty.env));
      expect(stdout).toMatch(/FAIL {2}worker\s+no worker is registered with the engine; run: outstep worker/);
    } finally {
      await empty.close();
    }
  });

  test('reports that no worker sweeps overdue work', async () => {
    const overdue = `insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at)
      values ($1, gen_random_uuid(), 0, 'planned', 'nowhere', 1, now() - interval '1 hour')`;
    await worker.stop();
    await queried(overdue, [storeId]);
    const { code, stdout } = await run('doctor');
    expect(stdout).toMatch(/FAIL {2}deliveries\s+1 deliveries are overdue and not being processed/);
    expect(code).toBe(1);
  });
});

import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseEnv } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { envText } from '../../src/processes/commands/init/env-file.ts';
import { nextSteps, runInit } from '../../src/processes/commands/init/init.ts';
import { OwnRedis } from '../budgets/redis-server.ts';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from '../harness/postgres.ts';
import type { Env } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { UNREACHABLE } from './command-line.ts';

/** Kept apart from its address, because together they look like real credentials. */
const LOGIN = 'maria:s3cret';

const REDIS_URL = process.env['OUTSTEP_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

let folder: string;
let name: string;
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outstep-init-'));
  name = randomName('outstep_init');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await dropDatabase(name);
  await rm(folder, { recursive: true });
});

const file = () => join(folder, '.env');
const written = async () => parseEnv(await readFile(file(), 'utf8'));
const sql = (text: string) => withClient(serverUrl.toString(), (client) => client.query(text));

/** What `init` printed, line by line, and what it created. */
async function init(args: string[], { env = {} as Env, stdin = new PassThrough(), at = folder } = {}) {
  const said: string[] = [];
  const terminal = { env, stdin, stdout: new PassThrough().resume(), stderr: new PassThrough().resume() };
  const made = await runInit(terminal, args, { folder: at, tell: (line) => said.push(line) });
  return { ...made, said };
}
const flags = (changes: Env = {}) =>
  Object.entries({ 'database-url': databaseUrl(name), 'redis-url': REDIS_URL, ...changes }).flatMap(
    ([flag, value]) => [`--${flag}`, value],
  );
const refusal = (args: string[], options = {}) =>
  init(args, options).then(
    () => 'nothing was wrong',
    (error: Error) => error.message,
  );

/** A server that sends the same bytes to every client. */
async function serveWords(words: Buffer | string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(words));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** An error message in PostgreSQL's wire protocol. */
function postgresError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe('a new installation', () => {
  test('creates a private file, a master key, a database and its tables', async () => {
    const made = await init(flags({ 'base-url': 'https://mail.shop.example', port: '3210' }));
    expect(made).toMatchObject({ file: file(), masterKey: 'made', database: 'made' });
    expect(made.migrations).toBeGreaterThan(30);
    expect(made).toMatchObject({ isNeeded: true, setupCode: expect.stringMatching(/^\w{5}(-\w{5}){3}$/) });
    expect(nextSteps(made)).toContain(`Setup code: ${made.setupCode}`);
    expect(nextSteps(made).join()).toContain(
      `https://mail.shop.example/sign-up. It works once, until ${made.endsAt}`,
    );
    expect(await readFile(file(), 'utf8')).not.toContain(made.setupCode);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const config = readConfig(await written());
    expect(config).toMatchObject({
      ...{ databaseUrl: databaseUrl(name), redisUrl: REDIS_URL, port: 3210 },
      ...{ baseUrl: 'https://mail.shop.example', signUp: 'invited', engineIsConfigured: false },
    });
    expect(config.masterKey).toHaveLength(32);
    const comments = (await readFile(file(), 'utf8')).split('\n').filter((line) => line.startsWith('# '));
    expect(comments.length).toBeGreaterThan(10);
  });

  test('is not overwritten without --force, which keeps the master key and other settings', async () => {
    await init(flags());
    const before = await written();
    await writeFile(file(), `${await readFile(file(), 'utf8')}OUTSTEP_HISTORY_DAYS=30\n`);
    await chmod(file(), 0o644);
    expect(await refusal(flags())).toBe(
      `${file()} already exists; use --force to rewrite it with its master key and other settings`,
    );
    const made = await init(['--force', '--port', '3211']);
    expect(made).toMatchObject({ masterKey: 'kept', database: 'found', migrations: 0 });
    expect(await written()).toEqual({ ...before, PORT: '3211', OUTSTEP_HISTORY_DAYS: '30' });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  test('is not overwritten if settings are in files', async () => {
    const before = 'OUTSTEP_MASTER_KEY_FILE=/run/secrets/master-key\n';
    await writeFile(file(), before);
    expect(await refusal([...flags(), '--force'])).toContain('OUTSTEP_MASTER_KEY_FILE: init writes');
    expect(await readFile(file(), 'utf8')).toBe(before);
  });

  test('takes secrets from the environment, which keeps them out of process lists', async () => {
    const env = {
      DATABASE_URL: databaseUrl(name),
      REDIS_URL,
      OUTSTEP_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
    };
    expect(await init(['--yes'], { env })).toMatchObject({ masterKey: 'kept' });
    expect(await written()).toMatchObject(env);
  });

  test('prompts for settings, and again for those that fail', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const answers = [
      UNREACHABLE,
      '',
      databaseUrl(name),
      '',
      'redis://127.0.0.1:1',
      REDIS_URL,
      '3212',
      '',
      '',
    ];
    const run = init([], { stdin });
    for (const answer of answers) stdin.write(`${answer}\n`);
    const { said } = await run;
    expect(said).toEqual([
      expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:1 cannot be reached: connection refused/),
      expect.stringMatching(/^PostgreSQL \d+.*, with a new database$/),
      'Redis at 127.0.0.1:1 cannot be reached: connection refused',
      expect.stringMatching(/^Redis \d/),
      `wrote ${file()}`,
    ]);
    expect(await written()).toMatchObject({ PORT: '3212', OUTSTEP_BASE_URL: 'http://localhost:3212' });
  });

  test('writes nothing when the terminal closes', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const run = refusal([], { stdin });
    stdin.end();
    expect(await run).toBe('canceled; nothing was written');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('prints one sentence and writes no file when', () => {
  afterEach(async () => expect(await readdir(folder)).toEqual([]));

  test('PostgreSQL cannot be reached', async () => {
    expect(await refusal(flags({ 'database-url': UNREACHABLE }))).toBe(
      'PostgreSQL at 127.0.0.1:1 cannot be reached: connection refused',
    );
  });

  test.each([
    ['28P01', 'password authentication failed', /rejects the login maria/],
    ['28000', 'no pg_hba.conf entry', /does not allow the login maria: no pg_hba.conf entry/],
    ['53300', 'too many clients already', /has no free connections/],
  ])('PostgreSQL answers %s', async (code, message, said) => {
    const port = await serveWords(postgresError(code, message));
    const url = `postgres://${LOGIN}@127.0.0.1:${port}/outstep`;
    const sentence = await refusal(flags({ 'database-url': url }));
    expect(sentence).toMatch(said);
    expect(sentence).not.toContain('s3cret');
  });

  test('Redis requires a password, or another one', async () => {
    const redis = await OwnRedis.start();
    closing.push(() => redis.kill());
    const client = redis.client();
    await client.config('SET', 'requirepass', 's3cret');
    client.disconnect();
    expect(await refusal(flags({ 'redis-url': redis.url }))).toMatch(/^Redis at .* requires a password/);
    const wrong = redis.url.replace('//', '//:n0pe@');
    const sentence = await refusal(flags({ 'redis-url': wrong }));
    expect(sentence).toMatch(/^Redis at .* rejects the password$/);
    expect(sentence).not.toContain('n0pe');
  });

  test('the login is not allowed to create the database', async () => {
    const login = randomName('outstep_poor');
    await sql(`create role ${login} login password 'poor'`);
    closing.push(() => sql(`drop role ${login}`));
    const url = databaseUrl(name).replace('outstep:outstep@', `${login}:poor@`);
    expect(await refusal(flags({ 'database-url': url }))).toBe(
      `the database ${name} does not exist, and the login ${login} may not create it. ` +
        `Ask an administrator to run: create database "${name}" owner "${login}";`,
    );
  });

  test.each([
    [{ port: 'many' }, /PORT: /],
    [{ 'base-url': 'shop' }, /^OUTSTEP_BASE_URL: /],
    [{ 'engine-admin-url': 'http://127.0.0.1:9070' }, /must be set together or not at all/],
  ])('a setting is wrong: %j', async (changes, said) => {
    expect(await refusal(flags(changes as Env))).toMatch(said);
  });

  test('a flag is unknown', async () => {
    expect(await refusal(['--databse-url', 'x'])).toMatch(/Unknown option '--databse-url'/);
  });

  test('a setting that it would write is in a file', async () => {
    const env = { OUTSTEP_MASTER_KEY_FILE: '/run/secrets/master-key' };
    expect(await refusal(flags(), { env })).toContain(
      'OUTSTEP_MASTER_KEY_FILE: init writes OUTSTEP_MASTER_KEY to .env itself',
    );
  });

  test('the folder cannot be written to', async () => {
    expect(await refusal(flags(), { at: join(folder, 'nowhere') })).toMatch(
      /nowhere\/\.env cannot be written: the folder does not exist$/,
    );
    expect(await refusal(flags(), { at: '/dev/null' })).toMatch(/cannot be written: it is not a folder$/);
  });
});

describe('a database with data', () => {
  let data: string;
  let masterKey: string;

  beforeAll(async () => {
    const outstep = await sharedOutstep();
    await outstep.newStore();
    [data, masterKey] = [outstep.env['DATABASE_URL'] as string, outstep.env['OUTSTEP_MASTER_KEY'] as string];
  });
  afterAll(() => expect(data).toBeTruthy());

  test('gets neither a new nor a wrong master key', async () => {
    const there = flags({ 'database-url': data });
    expect(await refusal(there)).toMatch(
      /^the database already contains an installation; set OUTSTEP_MASTER_KEY/,
    );
    const OUTSTEP_MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
    expect(await refusal(there, { env: { OUTSTEP_MASTER_KEY } })).toMatch(
      /which is not configured; set OUTSTEP_MASTER_KEY/,
    );
    expect(await readdir(folder)).toEqual([]);
    expect(await init(there, { env: { OUTSTEP_MASTER_KEY: masterKey } })).toMatchObject({
      masterKey: 'kept',
    });
  });
});

test('prints the statements for a login that cannot grant roles, after writing the file', async () => {
  const login = randomName('outstep_owner');
  await sql(`create role ${login} login password 'owner'`);
  closing.push(() => sql(`drop role ${login}`));
  await sql(`create database ${name} owner ${login}`);
  closing.push(() => dropDatabase(name));
  const url = databaseUrl(name).replace('outstep:outstep@', `${login}:owner@`);
  const sentence = await refusal(flags({ 'database-url': url }));
  expect(sentence).toContain(`the login ${login} may not do everything that this needs`);
  expect(sentence).toContain(`grant outstep_operator to "${login}";`);
  expect(await written()).toMatchObject({ DATABASE_URL: url });
});

test.each(['plain', 'with space', 'a#b', "it's", 'say "yes"', '`tick`', '$HOME', '\\n', 'ü€'])(
  'reads a value back from the file: %s',
  (value) => {
    const text = envText({ DATABASE_URL: value, OUTSTEP_MASTER_KEY: 'k' }, { OTHER: value });
    expect(parseEnv(text)).toMatchObject({ DATABASE_URL: value, OTHER: value });
  },
);

test('rejects a value that cannot be quoted', () => {
  expect(() => envText({ DATABASE_URL: `#'"\`` }, {})).toThrow(/^DATABASE_URL: cannot be written/);
});

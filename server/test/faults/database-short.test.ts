import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../app/browser.ts';
import type { TestResponse } from '../harness/client.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { OwnPostgres } from '../harness/own-postgres.ts';
import { databaseUrl, withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { appEnv } from '../harness/shared.ts';
import { callStep } from '../harness/signed-step.ts';
import { isFullSize } from '../harness/size.ts';
import { callPost, headersOf } from '../mcp/posts.ts';
import { linkFor } from '../unsubscribes/mailing.ts';

/** Longer than the free space of any page, and hardly compressible. */
const bulk = (seed: number) =>
  Array.from({ length: 30_000 }, (_, i) => ((i * seed) % 8191).toString(36)).join(' ');

interface Installation {
  /** The advice that doctor gives. */
  advice: RegExp;
  outstep: Outstep;
  begin(): Promise<void>;
  end(): Promise<void>;
  close(): Promise<void>;
}

/** As when an operator sets it, or when a server has just become a replica. */
async function readOnly(): Promise<Installation> {
  const outstep = await startOutstep({ env: appEnv });
  const url = String(outstep.env['DATABASE_URL']);
  const name = new URL(url).pathname.slice(1);
  const alter = (text: string) =>
    withClient(databaseUrl('postgres', new URL(url)), async (client) => {
      await client.query(`alter database ${name} ${text}`);
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = $2',
        [name, 'outstep'],
      );
    });
  return {
    outstep,
    advice: /database is read-only: connect to the primary, or set default_transaction_read_only/,
    begin: () => alter('set default_transaction_read_only = on'),
    end: () => alter('reset default_transaction_read_only'),
    close: () => outstep.close(),
  };
}

async function fill(url: string) {
  await withClient(url, async (client) => {
    await client.query('create table filler (content text)');
    await client.query('alter table filler alter content set storage external');
    // Fills it down to the last page.
    for (const megabytes of [16, 1, 0.05, 0.008])
      for (let isFull = false; !isFull; )
        isFull = await client
          .query('insert into filler values (repeat($1, $2))', ['x', Math.floor(megabytes * 2 ** 20)])
          .then(
            () => false,
            (error) => {
              expect(error).toMatchObject({ code: '53100' });
              return true;
            },
          );
  });
}

/** All tables of the installation are on a small disk, which another table fills. */
async function fullDisk(): Promise<Installation> {
  const postgres = await OwnPostgres.start({ smallDiskMegabytes: 96 });
  const url = databaseUrl('shop', new URL(postgres.url));
  await withClient(postgres.url, (client) => client.query('create database shop tablespace small'));
  const migrated = await runOutstep(
    { DATABASE_URL: url, OUTSTEP_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') },
    ['migrate'],
  );
  expect(migrated.code, migrated.stderr).toBe(0);
  const outstep = await startOutstep({ env: appEnv, databaseUrl: url });
  return {
    outstep,
    advice: /disk of PostgreSQL is full or fails \(.*\); the database has \d+ MB. Add space/,
    begin: () => fill(url),
    end: () => withClient(url, async (client) => void (await client.query('drop table filler'))),
    async close() {
      await outstep.close();
      await postgres.close();
    },
  };
}

const installations: [string, () => Promise<Installation>][] = [
  ['read-only', readOnly],
  ...(isFullSize ? [['on a full disk', fullDisk] as [string, () => Promise<Installation>]] : []),
];

describe.each(installations)('a database that is %s', (_name, install) => {
  let installation: Installation;
  let outstep: Outstep;
  let advice: RegExp;
  let key: TestKey;
  let storeId: string;
  let secret: string;
  let link: string;
  let seed = 1;
  const person = () => new Browser(outstep);
  let owner: Browser;
  let ownStore: string;

  beforeAll(async () => {
    installation = await install();
    ({ outstep, advice } = installation);
    storeId = await outstep.newStore();
    key = await outstep.newKey(storeId, 'write');
    ({ secret } = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string });
    link = await linkFor(outstep, storeId, { address: 'reader@example.com' });
    owner = person();
    await owner.signUp('Maria');
    ownStore = await owner.createStore();
    // Steps are accepted without running, because there is no engine.
    expect((await runOutstep(outstep.env, ['hold'])).code).toBe(0);
    // Each of them works before the fault.
    for (const [, call] of calls) expect((await call()).status).toBeLessThan(300);
  });
  afterAll(() => installation?.close());

  const newRequest = () => ({ url: 'https://example.com', body: bulk(++seed) });
  const step = async (runId: string): Promise<TestResponse> => {
    const requestId = '0198c0de-0000-7000-8000-000000000001';
    const fields = { runId, stepId: 'step-1', requestId, variables: { text: bulk(7) } };
    const answer = await callStep(outstep.origin, storeId, secret, 'http-request', fields);
    return { ...answer, text: JSON.stringify(answer.body) };
  };
  let run = 0;

  /** A write at each surface. */
  const calls: [string, () => Promise<TestResponse>][] = [
    ['REST', () => outstep.call(key, 'POST', '/api/v1/http-requests', newRequest())],
    ['the app', () => owner.send('POST', `/app/api/stores/${ownStore}/http-requests`, newRequest())],
    ['signing in', () => person().signIn('maria@example.com')],
    ['a workflow platform', () => step(`run-${++run}`)],
    ['unsubscribing', () => outstep.call(null, 'POST', link, 'List-Unsubscribe=One-Click')],
  ];
  const callTool = () => {
    const post = callPost('create_http_request', newRequest());
    return outstep.call(key, 'POST', '/api/mcp', post.message, headersOf(post));
  };

  async function writesAsDoctorFinds() {
    const { stdout } = await runOutstep(outstep.env, ['doctor', '--json']);
    return JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'database writes');
  }

  test('answers 503 with Retry-After and never 500, and steps are accepted when repeated (contract: Every answer 11)', async () => {
    await installation.begin();
    const isRefused = ({ status }: TestResponse) => status === 503;
    await expect.poll(async () => (await calls[0]?.[1]())?.status, { timeout: 20_000 }).toBe(503);
    for (const [name, call] of calls) {
      const answer = await call();
      // A small write may fit into an existing page.
      if (['signing in', 'unsubscribing'].includes(name) && answer.status === 200) continue;
      expect(isRefused(answer), `${name}: ${answer.status} ${answer.text}`).toBe(true);
      expect(Number(answer.headers.get('retry-after')), name).toBeGreaterThan(0);
      expect(answer.body.error, name).toMatch(/changes can't be saved right now|database is not reachable/);
      expect(answer.text, name).not.toMatch(/transaction|tablespace|disk|relation/);
    }
    const { result } = (await callTool()).body;
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'outstep/errorCode': expect.stringMatching(/^database_/) },
    });
    const read = await outstep.call(key, 'GET', '/api/v1/http-requests');
    expect(read.status, 'what only reads goes on').toBe(200);
    expect((await step('the-step')).status).toBe(503);

    expect(await writesAsDoctorFinds()).toMatchObject({ ok: false, detail: advice });

    await installation.end();
    await expect.poll(async () => (await step('the-step')).status, { timeout: 20_000 }).toBe(202);
    const { items } = (await outstep.call(key, 'GET', '/api/v1/history?q=the-step')).body;
    expect(items).toHaveLength(1);
    for (const [name, call] of calls)
      await expect
        .poll(async () => (await call()).status, { message: name, timeout: 20_000 })
        .toBeLessThan(300);
    expect((await callTool()).body.result.isError ?? false).toBe(false);
    expect(await writesAsDoctorFinds()).toMatchObject({ ok: true });
    const left = "select relname from pg_class where relname like 'doctor%'";
    const { rows } = await withClient(String(outstep.env['DATABASE_URL']), (client) => client.query(left));
    expect(rows).toEqual([]);
    expect(outstep.apis[0]?.output.filter((line) => line.includes('"request failed"'))).toEqual([]);
  });
});

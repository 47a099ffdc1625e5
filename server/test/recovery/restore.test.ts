import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appEnv, Browser } from '../app/browser.ts';
import { call } from '../harness/client.ts';
import { addFile, pngOf } from '../harness/files.ts';
import { freePort } from '../harness/free-port.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { databaseUrl, withClient } from '../harness/postgres.ts';
import { type Env, type OutstepProcess, runOutstep, startApi, startWorker } from '../harness/process.ts';
import { callStep } from '../harness/signed-step.ts';
import { eventually, startTestStack, type TestStack } from '../harness/test-stack.ts';
import { catalogFaults } from '../tenants/catalog-faults.ts';
import { type Managed, OWNER, startManaged } from './managed.ts';

const run = promisify(execFile);

/** A server whose login may create roles, as the first `migrate` requires. */
async function startServer(): Promise<Managed> {
  const managed = await startManaged('shop', 'debian');
  await managed.asAdministrator(`alter role ${OWNER} createrole`);
  return managed;
}

let first: Managed;
let second: Managed;
let testStack: TestStack;
let folder: string;
const started: OutstepProcess[] = [];
const masterKey = randomBytes(32).toString('base64');
const envOf = ({ appUrl, ownerUrl }: Managed): Env => ({
  DATABASE_URL: appUrl,
  DATABASE_ADMIN_URL: ownerUrl,
  OUTSTEP_MASTER_KEY: masterKey,
  OUTSTEP_SWEEP_SECONDS: '1',
});
const answered = async (env: Env, ...words: string[]) => {
  const { code, stdout, stderr } = await runOutstep(env, [...words, '--json']);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outstep-backup-'));
  [first, second] = await Promise.all([startServer(), startServer()]);
  await answered(envOf(first), 'migrate');
  testStack = await startTestStack({ ...appEnv, ...envOf(first) }, first.appUrl);
});
afterAll(async () => {
  for (const each of started) if (each.child.exitCode === null) await each.stop();
  await testStack?.close();
  await Promise.all([first?.server.close(), second?.server.close()]);
  await rm(folder, { recursive: true, force: true });
});

const sendMail = (layoutId: string, runId: string) =>
  callStep(testStack.outstep.origin, testStack.storeId, testStack.secret, 'send-email', {
    ...{ runId, stepId: 'mail', layoutId, to: ['anna@example.com'] },
  });
const statusOf = async (executionId: string) => String((await testStack.entry(executionId))['status']);
const isOver = (status: string) => status !== 'PENDING';

/** Executions that are unfinished at the time of the backup. */
const unfinished: Record<'call' | 'mail' | 'message', string> = { call: '', mail: '', message: '' };
let fileKey: string;
let requestId: string;

describe('a hold', () => {
  beforeAll(async () => {
    const { outstep, storeId, key } = testStack;
    await new Browser(outstep).signUp('Anna');
    fileKey = await addFile(outstep, storeId, 'logo.png', await pngOf());
    requestId = await testStack.newRequest();
    await outstep.operator(storeId, 'add_smtp_sender', {
      ...{ name: 'Nobody there', host: '127.0.0.1', port: await freePort(), security: 'none' },
      from: 'shop@example.com',
    });
    const layout = await outstep.call(key, 'POST', '/api/v1/email-templates', {
      ...{ name: 'Order', subject: 'Your order', bodyType: 'text', body: '<p>Thanks</p>' },
    });
    expect(layout.status).toBe(201);
    const layoutId = layout.body.id;
    // Its mail server is unreachable, so the message waits for its next attempt.
    const waiting = sendMail(layoutId, 'message-1');
    const planned = () =>
      withClient(first.ownerUrl, async (client) => {
        const { rows } = await client.query('select execution_id from deliveries where attempt > 1');
        return String(rows[0]?.execution_id ?? '');
      });
    unfinished.message = await eventually(planned, (id) => id !== '');
    expect(await answered(envOf(first), 'hold')).toMatchObject({ unfinished: 1, begun: 0, waiting: 0 });
    await waiting;
    unfinished.call = (await testStack.step(requestId, 'call-1')).body.executionId;
    unfinished.mail = (await sendMail(layoutId, 'mail-1')).body.executionId;
  });

  test('accepts steps at once without sending (contract: Workflow platforms 4)', async () => {
    const began = performance.now();
    expect(await testStack.step(requestId, 'call-2')).toMatchObject({
      status: 202,
      body: { status: 'PENDING' },
    });
    expect(await testStack.step(requestId, 'call-2')).toMatchObject({
      status: 202,
      body: { status: 'PENDING' },
    });
    // Otherwise each waits eight seconds for its outcome.
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(testStack.target.received).toEqual([]);
  });

  nightlyOnly('refuses test runs at once', async () => {
    const path = `/api/v1/http-requests/${requestId}/test`;
    const key = await testStack.outstep.newKey(testStack.storeId, 'execute');
    const tried = await testStack.outstep.call(key, 'POST', path, { variables: { order: 1 } });
    expect(tried).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('sending is on hold') },
    });
    expect(testStack.target.received).toEqual([]);
  });

  nightlyOnly('is reported by doctor, and cannot be released without the number of deliveries', async () => {
    const { stdout } = await runOutstep(testStack.outstep.env, ['doctor', '--json']);
    const found = JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'sending');
    expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('on hold') });
    for (const words of [[], ['--unfinished', '0'], ['--send']]) {
      const refused = await runOutstep(envOf(first), ['hold', 'release', ...words]);
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('1 deliveries were unfinished'),
      });
    }
  });

  test('is part of a backup, and --send releases everything', async () => {
    const backup = await answered(testStack.outstep.env, 'backup', folder);
    expect(backup).toMatchObject({ files: 1 });
    expect((await answered(testStack.outstep.env, 'backup', folder)).files).toBe(0);
    const released = await answered(envOf(first), 'hold', 'release', '--unfinished', '1', '--send');
    expect(released).toEqual({ unknown: 0, sent: 1, waiting: 3 });
    await eventually(() => statusOf(unfinished.call), isOver);
    expect(await statusOf(unfinished.call)).toBe('SUCCESS');
    await eventually(
      async () => testStack.target.received.length,
      (count) => count === 2,
    );
  });
});

describe('an empty server', () => {
  let restored: Env;
  let origin: string;

  nightlyOnly('accepts a plain dump, and migrate repairs its errors', async () => {
    const byHand = databaseUrl('by_hand', new URL(second.server.url));
    await second.asAdministrator('create database by_hand');
    const dump = join(folder, 'plain.sql');
    await run('pg_dump', [`--file=${dump}`, databaseUrl('shop', new URL(first.server.url))]);
    const { stderr } = await run('psql', ['--quiet', `--file=${dump}`, byHand]);
    expect(stderr).toMatch(/role "outstep_app" does not exist/);
    const env = { ...envOf(second), DATABASE_URL: byHand, DATABASE_ADMIN_URL: byHand };
    expect(await withClient(byHand, catalogFaults).catch(() => ['faults'])).not.toEqual([]);
    await answered(env, 'migrate');
    expect(await withClient(byHand, catalogFaults)).toEqual([]);
    await second.asAdministrator('drop database by_hand');
    await second.asAdministrator(
      'drop role outstep_app; drop role outstep_people; drop role outstep_operator',
    );
  });

  nightlyOnly('refuses a backup of another master key, and a folder without a backup', async () => {
    const another = { ...envOf(second), OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64') };
    const refused = await runOutstep(another, ['restore', folder]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('OUTSTEP_MASTER_KEY') });
    expect(await runOutstep(envOf(second), ['restore', tmpdir()])).toMatchObject({ code: 1 });
  });

  test('is restored by a plain owner, with everything on hold', async () => {
    restored = {
      ...testStack.outstep.env,
      ...envOf(second),
      OUTSTEP_FILES: `dir:${await mkdtemp(join(tmpdir(), 'outstep-restored-'))}`,
    };
    const answer = await answered(restored, 'restore', folder);
    // Includes what was accepted during the hold.
    expect(answer).toMatchObject({ files: 1, unfinished: 4, begun: 0, waiting: 0 });
    expect(await withClient(second.ownerUrl, catalogFaults)).toEqual([]);
    expect(await readdir(join(restored['OUTSTEP_FILES']?.slice(4) ?? '', testStack.storeId))).toEqual([
      fileKey,
    ]);
    const again = await runOutstep(restored, ['restore', folder]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') });
  });

  test('has all data and sends no email while on hold', async () => {
    for (const api of [...testStack.outstep.apis, testStack.worker]) await api.stop();
    testStack.target.received.length = 0;
    started.push(await startWorker(restored), await startApi(restored));
    origin = started[1]?.origin ?? '';
    const list = await call(origin, testStack.key.key, 'GET', '/api/v1/http-requests');
    expect(list.body.items).toHaveLength(1);
    const anna = new Browser({ origin, core: testStack.outstep.core });
    expect((await anna.signIn('anna@example.com')).status).toBe(200);
    const later = await callStep(origin, testStack.storeId, testStack.secret, 'http-request', {
      ...{ runId: 'call-3', stepId: 'step-1', requestId, variables: { order: 'call-3' } },
    });
    expect(later.status).toBe(202);
    expect(testStack.target.received).toEqual([]);
  });

  test('ends unfinished work as unknown without sending it, then continues', async () => {
    const released = await answered(restored, 'hold', 'release', '--unfinished', '4');
    expect(released).toEqual({ unknown: 4, sent: 0, waiting: 1 });
    const entry = async (id: string) =>
      (await call(origin, testStack.key.key, 'GET', `/api/v1/history/${id}`)).body;
    for (const id of Object.values(unfinished)) {
      const ended = await eventually(
        () => entry(id),
        ({ status }) => isOver(status),
      );
      expect(ended).toMatchObject({ status: 'FAILED', error: expect.stringContaining('put on hold') });
    }
    await eventually(
      async () => testStack.target.received.length,
      (count) => count > 0,
    );
    expect(testStack.target.received.map(({ url }) => url)).toEqual(['/orders/call-3']);
    const states = await withClient(second.ownerUrl, async (client) => {
      const { rows } = await client.query(
        "select count(*)::int as count from deliveries where state = 'unknown'",
      );
      return rows;
    });
    expect(states).toEqual([{ count: 4 }]);
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDemoStore } from '../../src/processes/commands/demo/store/ids.ts';
import { appEnv, Browser } from '../app/browser.ts';
import { expectOneLineError, runCommandLine, spawnCommandLine } from '../faults/command-line.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from '../harness/postgres.ts';

const DAYS = 30;
/** An address without an engine. */
const NOWHERE = 'http://127.0.0.1:1';
const EMAIL = 'mara@example.com';

interface DemoOutput {
  store: string;
  email: string;
  link: string;
  layouts: number;
  httpRequests: number;
  capturedMails: number;
  executions: number;
}

let outstep: Outstep;
let demoOutput: DemoOutput;
let mara: Browser;

const read = async (path: string, store = demoOutput.store) => {
  const answer = await mara.send('GET', `/app/api/stores/${store}${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const rowsOf = async (text: string, values: unknown[] = []) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows,
  );
const tokenOf = (link: string) => link.split('/').at(-1) as string;

beforeAll(async () => {
  // No engine, no worker and no mail server; signing up requires an invitation.
  outstep = await startOutstep({
    env: { ...appEnv, OUTSTEP_SIGN_UP: 'invited', RESTATE_INGRESS_URL: NOWHERE, RESTATE_ADMIN_URL: NOWHERE },
  });
  // With system email configured, which must not be used for this.
  const env = {
    ...outstep.env,
    OUTSTEP_MAIL_URL: 'smtp://127.0.0.1:1',
    OUTSTEP_MAIL_FROM: 'app@example.com',
  };
  const { code, stdout, stderr } = await spawnCommandLine(env, `demo --email ${EMAIL} --json`);
  expect(code, stderr).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(1);
  demoOutput = JSON.parse(stdout);
  mara = new Browser(outstep);
  const invitation = tokenOf(demoOutput.link);
  expect((await mara.signUp('Mara', { email: EMAIL, invitation })).status).toBe(200);
  expect((await mara.send('POST', `/app/api/invitations/${invitation}/accept`, {})).status).toBe(200);
});
afterAll(() => outstep?.close());

describe('outstep demo', () => {
  test('has layouts from starter designs, with all of their languages translated', async () => {
    const { items } = await read('/email-templates?limit=50');
    expect(items.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      ...['Back in stock', 'Cart reminder', 'Newsletter', 'Order confirmation'],
      ...['Ready for pickup', 'Shipping update', 'Welcome'],
    ]);
    expect(demoOutput.layouts).toBe(items.length);
    const [first] = items;
    expect(first.name).toBe('Order confirmation');
    for (const locale of ['de', 'fr']) {
      const { subject, stale } = await read(`/email-templates/${first.id}/translations/${locale}`);
      expect(subject).toMatch(/^(Danke|Merci) .*\{\{ variables\.order\.name \}\}/);
      expect(stale).toEqual([]);
    }
    const { items: versions } = await read(`/email-templates/${first.id}/versions`);
    expect(versions.length).toBeGreaterThanOrEqual(4);
    const { steps } = await read(`/email-templates/${first.id}/reach`);
    expect(steps.map(({ workflow }: { workflow: string }) => workflow)).toContain('Order paid');
    expect((await read('/presets')).items.map(({ useCount }: { useCount: number }) => useCount)).toEqual([
      1, 1,
    ]);
  });

  test('has HTTP requests with versions, and write-only secrets', async () => {
    const { items } = await read('/http-requests');
    expect(items).toHaveLength(demoOutput.httpRequests);
    for (const { id } of items) expect((await read(`/http-requests/${id}/versions`)).items).toHaveLength(2);
    const secrets = JSON.stringify(await read('/secrets'));
    expect(secrets).toContain('WAREHOUSE_TOKEN');
    expect(secrets).not.toContain('not-a-real');
  });

  test('is in test mode, with emails in its test inbox and none pending', async () => {
    expect(await read('/sending-mode')).toEqual({ mode: 'test' });
    const { total, items } = await read('/captured-mails?limit=5');
    expect(total).toBe(demoOutput.capturedMails);
    const mail = await read(`/captured-mails/${items[0].id}`);
    expect(mail.html).toContain('Harbour Lane');
    expect(mail.to[0].address).toMatch(/@example\.com$/);
    expect(await rowsOf('select id from smtp_senders union all select id from mailboxes')).toEqual([]);
    expect(await rowsOf("select * from deliveries where sweep_at is not null or state <> 'sent'")).toEqual(
      [],
    );
    expect(await rowsOf('select * from people_notices')).toEqual([]);
  });

  test('has a month of history: every day, with weekends, and matching figures', async () => {
    const stats = await read(`/stats?days=${DAYS}`);
    expect(stats.totals.total).toBe(demoOutput.executions);
    expect(demoOutput.executions).toBeGreaterThan(3_500);
    const past = stats.byDay.slice(0, -1) as { day: string; total: number }[];
    expect(past).toHaveLength(DAYS - 1);
    expect(past.filter(({ total }) => total < 20)).toEqual([]);
    const usual = (weekdays: number[]) => {
      const those = past.filter(({ day }) => weekdays.includes(new Date(day).getUTCDay()));
      return those.reduce((sum, { total }) => sum + total, 0) / those.length;
    };
    expect(usual([0, 6])).toBeLessThan(usual([1, 2, 3, 4, 5]) * 0.9);
    expect(stats.successRate).toBeGreaterThan(0.95);
    expect(stats.successRate).toBeLessThan(0.995);
    expect(stats.warned).toBeGreaterThan(20);
    expect(stats.totals.skipped).toBeGreaterThan(5);
    expect(stats.topFailures).toHaveLength(5);
    const [{ count }] = (await rowsOf('select count(*)::int as count from executions where store_id = $1', [
      demoOutput.store,
    ])) as [{ count: number }];
    expect(count).toBe(demoOutput.executions);
    expect(await rowsOf('select id from executions_default')).toEqual([]);
  });

  test('has failures, retries and unconfirmed emails, with real step messages', async () => {
    const failed = (await read('/history?status=FAILED&limit=100')).items as { error: string }[];
    for (const said of [
      /^1 of 1 emails failed or are unconfirmed \(1 failed\): smtp\.harbour-lane\.example rejected the recipient: 550/,
      /^there are no recipients left: mail servers permanently rejected every address$/,
      /^the server responded with 422$/,
    ])
      expect(failed.filter(({ error }) => said.test(error)).length, String(said)).toBeGreaterThan(0);
    const [retried] = (await rowsOf(
      `select id, timeline from executions where store_id = $1 and attempts = 2 and action_type = 'HTTP_REQUEST' limit 1`,
      [demoOutput.store],
    )) as { id: string; timeline: { event: string }[] }[];
    expect(retried?.timeline.map(({ event }) => event)).toEqual(['retry', 'sent', 'answered']);
    const unknown = await rowsOf(
      `select id from executions where store_id = $1 and error like '%1 unconfirmed%' and status = 'FAILED'`,
      [demoOutput.store],
    );
    expect(unknown.length).toBeGreaterThan(0);
    const { items } = await read('/suppressions');
    expect(items.length).toBeGreaterThan(1);
    expect(items[0].address).toMatch(/@example\.com$/);
  });

  test('an entry is complete, masked, and about its own order', async () => {
    const { items } = await read('/history?actionType=EMAIL&status=SUCCESS&limit=100');
    const confirmation = items.find(
      ({ actionConfigName, captured }: { actionConfigName: string; captured: boolean }) =>
        actionConfigName === 'Order confirmation' && !captured,
    );
    const entry = await read(`/history/${confirmation.id}`);
    expect(entry.request.subject).toMatch(/#\d{4}$/);
    expect(entry.request.subject).not.toContain('7001');
    expect(entry.recipients[0]).toMatch(/^..\*{6}@example\.com$/);
    expect(entry.response.recipients[0]).toMatchObject({ state: 'sent', queueId: expect.any(String) });
    expect(JSON.stringify(entry)).not.toMatch(/[a-z]\.[a-z]+@example\.com/);
    const { items: calls } = await read('/history?actionType=HTTP_REQUEST&limit=1');
    const call = await read(`/history/${calls[0].id}`);
    expect(JSON.stringify(call)).not.toContain('not-a-real');
    expect(call.request.url).toMatch(/^https:\/\/[a-z.-]+\.example\//);
  });

  test('a second run reports the existing store and changes nothing', async () => {
    expectOneLineError(
      await runCommandLine(outstep.env, 'demo'),
      new RegExp(`the demo store already exists: ${demoOutput.store}`),
    );
    expect((await read('/stats')).totals.total).toBe(demoOutput.executions);
  });

  nightlyOnly(
    '--again deletes it like any store and creates it again, leaving every other store alone',
    async () => {
      const other = await outstep.newStore('Harbour Lane');
      // History that is kept for a day contains no more than that.
      const env = { ...outstep.env, OUTSTEP_HISTORY_DAYS: '1' };
      const { code, stdout, stderr } = await runCommandLine(env, `demo --again --email ${EMAIL} --json`);
      expect(code, stderr).toBe(0);
      const next: DemoOutput = JSON.parse(stdout);
      expect(next.store).not.toBe(demoOutput.store);
      // Mara already has an account.
      expect(next.link).toMatch(/\/sign-in$/);
      const { totals, byDay } = await read('/stats', next.store);
      expect(totals.total).toBe(next.executions);
      expect(byDay.filter(({ total }: { total: number }) => total > 0).length).toBeLessThanOrEqual(2);
      expect((await mara.send('GET', `/app/api/stores/${demoOutput.store}/stats`)).status).toBe(404);
      const alive = await rowsOf('select id from stores where deleted_at is null');
      expect(alive.map(({ id }) => id).toSorted()).toEqual([other, next.store].toSorted());
    },
  );
});

describe('outstep demo rejects', () => {
  const settings = (database: string) => ({
    ...outstep.env,
    DATABASE_URL: databaseUrl(database),
    OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
  });

  test('a database that is not migrated', async () => {
    const database = randomName('outstep_demo');
    await withClient(serverUrl.toString(), (client) => client.query(`create database ${database}`));
    try {
      expectOneLineError(await runCommandLine(settings(database), 'demo'), /run: outstep migrate/);
    } finally {
      await dropDatabase(database);
    }
  });

  test('an installation on hold', async () => {
    const store = await rowsOf('select id from stores where deleted_at is null');
    expect((await runCommandLine(outstep.env, 'hold --json')).code).toBe(0);
    try {
      expectOneLineError(await runCommandLine(outstep.env, 'demo --again'), /sending is on hold/);
    } finally {
      await rowsOf('delete from sending_hold');
    }
    expect(await rowsOf('select id from stores where deleted_at is null')).toEqual(store);
  });

  test('a file location that cannot be written to, and leaves no partial store', async () => {
    const before = await rowsOf('select id from stores where deleted_at is null');
    const demos = before.filter(({ id }) => isDemoStore(id, outstep.core.runtime.sha256));
    expect(demos).toHaveLength(1);
    const env = { ...outstep.env, OUTSTEP_FILES: 'dir:/etc/hostname/files' };
    const { code, stdout, stderr } = await runCommandLine(env, 'demo --again');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^outstep: the files folder \(OUTSTEP_FILES\) cannot be used/m);
    const after = await rowsOf('select id from stores where deleted_at is null');
    expect(after).toEqual(before.filter((store) => !demos.includes(store)));
  });

  test('an unknown argument', async () => {
    expectOneLineError(await runCommandLine(outstep.env, 'demo --pretty'), /Unknown option '--pretty'/);
    expectOneLineError(await runCommandLine(outstep.env, 'demo --email nobody --again'), /email/);
  });
});

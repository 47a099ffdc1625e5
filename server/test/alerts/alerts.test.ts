import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOpen } from '../../src/features/alerts/alerts/alerts.store.ts';
import { type Message, message } from '../../src/kernel/messages/message.ts';
import { backgroundWork } from '../../src/processes/background.ts';
import { maintain } from '../../src/processes/maintain.ts';
import { isSignedWith, readSignature } from '../../src/surfaces/workflow-platforms/signature.ts';
import { expectOk, newTeam, type Team } from '../app/team.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withCpu } from '../harness/processes.ts';
import { appEnv } from '../harness/shared.ts';
import { noMoreThan } from '../harness/size.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { document, faultsOf } from '../openapi/document.ts';
import { type EndedAttempt, type Simulation, simulate } from './simulation.ts';

let outstep: Outstep;
let first: Team;
let hook: Target;
beforeAll(async () => {
  hook = await startTarget();
  outstep = await startOutstep({ env: { ...appEnv, OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  first = await newTeam(outstep);
});
afterAll(async () => {
  await outstep?.close();
  await hook?.close();
});

const NIL = '00000000-0000-0000-0000-000000000000';

/** A separate store with the same people, whose addresses are verified, and a clock at the full minute. */
async function scene() {
  const team = await first.another();
  const clock: Simulation = simulate(outstep, new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 60_000));
  await clock.sql('update people set email_verified = true');
  const { storeId } = team;
  const send = (role: keyof Team['people'], method: string, path: string, body?: unknown) =>
    team.people[role].send(method, `/app/api/stores/${storeId}${path}`, body);
  const asOwner = (method: string, path: string, body?: unknown) =>
    expectOk(send('owner', method, path, body));
  const request = (await asOwner('POST', '/http-requests', { name: 'ERP', url: 'https://erp.example/' })).id;
  const call = (error: Message | null, more: Partial<EndedAttempt> = {}) =>
    clock.end(storeId, { type: 'HTTP_REQUEST', config: request, error, ...more });
  const fail = async (count = 5) => {
    for (let i = 0; i < count; i++) await call(message('target_answered', { status: 503 }));
  };
  /** A minute later, evaluates every signal and notifies everyone who chose to be notified. */
  const turn = async (minutes = 1) => {
    clock.minutesLater(minutes);
    await clock.judge();
    await clock.tell();
    expect(clock.errors).toEqual([]);
  };
  const alerts = () =>
    clock.sql<{
      id: string;
      kind: string;
      reason: string;
      count: number;
      closed_at: Date | null;
      quiet_seconds: number;
    }>('select * from alerts where store_id = $1 and opened_at is not null order by opened_at, id', [
      storeId,
    ]);
  const signal = (rows: string, values: unknown[] = []) =>
    clock.sql(
      `insert into alert_signals (store_id, minute, source, reason, detail, config_id, sender_id, shard, count, first_id,
         last_id, first_at, last_at) ${rows}`,
      [storeId, clock.now, ...values],
    );
  /** Emails about this store only: the instance's other stores are judged and notified too. */
  const mails = () => clock.mails.filter(({ text }) => text.includes(storeId));
  return { team, clock, mails, storeId, send, asOwner, request, call, fail, turn, alerts, signal };
}

describe('one alert per cause', () => {
  test('a million failures of one cause create one alert and one email (contract: Alerts 1)', async () => {
    const { clock, mails, turn, alerts, signal, request } = await scene();
    await signal(
      `select $1, date_trunc('minute', $2::timestamptz) - m * interval '1 minute', 'HTTP_REQUEST', 'answered', '5xx',
         $3, '${NIL}', s, 625, $3, $3, $2, $2 from generate_series(0, 99) m, generate_series(0, 15) s`,
      [request],
    );
    const { cpuMs } = await withCpu(() => turn());
    expect(await alerts()).toMatchObject([{ reason: 'answered', count: 1_000_000, closed_at: null }]);
    expect(mails()).toHaveLength(1);
    expect(cpuMs).toBeLessThan(noMoreThan(2000));
    await clock.close();
  });

  test('failures in one minute take one row per shard, however many there are', async () => {
    const { clock, call, storeId } = await scene();
    await Promise.all(Array.from({ length: 200 }, () => call(message('target_answered', { status: 500 }))));
    const [{ rows, total } = { rows: 0, total: 0 }] = await clock.sql<{ rows: number; total: number }>(
      'select count(*)::int as rows, sum(count)::int as total from alert_signals where store_id = $1',
      [storeId],
    );
    expect(rows).toBeLessThanOrEqual(16);
    expect(total).toBe(200);
    await clock.sql('delete from alert_signals where store_id = $1', [storeId]);
    await clock.close();
  });

  test('10 000 causes at once are limited to 50 and one for the rest, in one email (contract: Alerts 4)', async () => {
    const { clock, mails, turn, alerts, signal, storeId } = await scene();
    await signal(
      `select $1, date_trunc('minute', $2::timestamptz), 'HTTP_REQUEST', 'secret_missing', 'S' || n, '${NIL}', '${NIL}', 0,
         1, null, null, $2, $2 from generate_series(1, 10000) n`,
    );
    await turn();
    const opened = await alerts();
    expect(opened).toHaveLength(51);
    expect(opened.find(({ reason }) => reason === 'many')).toMatchObject({ kind: 'failures', count: 9950 });
    expect(await clock.sql('select from alerts where store_id = $1', [storeId])).toHaveLength(51);
    expect(mails().map(({ subject }) => subject)).toEqual(['Outstep: 51 alerts in one of your stores']);
    expect(mails()[0]?.text.length).toBeLessThan(3000);
    await clock.close();
  });

  test('a recurring cause must be quiet for longer each time before it closes', async () => {
    const { clock, fail, call, turn, alerts } = await scene();
    for (let round = 0; round < 4; round++) {
      await fail();
      await turn();
      await call(null);
      for (let minutes = 0; minutes < 150 && (await alerts()).some((each) => !each.closed_at); minutes += 15)
        await turn(15);
    }
    expect((await alerts()).map(({ quiet_seconds }) => quiet_seconds / 60)).toEqual([15, 30, 60, 120]);
    await clock.close();
  });

  test('closed alerts are deleted after 90 days, open ones are not (contract: Alerts 6)', async () => {
    const { clock, alerts, fail, turn } = await scene();
    await fail();
    await turn();
    const [{ id } = { id: '' }] = await alerts();
    const closedFor = (days: number) =>
      clock.sql('update alerts set closed_at = now() - make_interval(days => $2) where id = $1', [id, days]);
    const settings = { databaseAdminUrl: String(outstep.env['DATABASE_URL']), historyDays: 400 };
    const kept = async () => {
      await maintain(settings);
      return (await alerts()).length;
    };
    expect(await kept()).toBe(1);
    await closedFor(89);
    expect(await kept()).toBe(1);
    await closedFor(91);
    expect(await kept()).toBe(0);
    await clock.close();
  });

  test('two processes that judge at once open it once (contract: Alerts 2)', async () => {
    const { clock, fail, alerts } = await scene();
    await fail();
    clock.minutesLater(1);
    await Promise.all([clock.judge(), clock.judge(), clock.judge()]);
    await clock.judge();
    expect(await alerts()).toHaveLength(1);
    await clock.close();
  });
});

describe('recipients', () => {
  test('notifies each member by their choices and language, unless removed, unproven or suspended (contract: Alerts 2; Alerts 5)', async () => {
    const { clock, mails, team, send, asOwner, fail, turn, storeId } = await scene();
    const chosen = { inApp: ['failures'], byMail: ['failures'], language: 'de' };
    for (const role of ['editor', 'viewer'] as const)
      expect((await send(role, 'PUT', '/alert-choices', chosen)).status).toBe(200);
    await asOwner('PUT', '/alert-choices', { inApp: [], byMail: ['quota'], language: 'en' });
    expect(await asOwner('GET', '/alert-choices')).toEqual({ inApp: [], byMail: ['quota'], language: 'en' });
    await clock.sql('update people set email_verified = false where id = $1', [team.idOf.viewer]);
    await fail();
    await turn();
    expect(mails()).toHaveLength(1);
    expect(mails()[0]).toMatchObject({
      subject: 'Outstep: E-Mails oder HTTP-Anfragen schlagen fehl',
    });
    expect(mails()[0]?.text).toContain('Der Zielserver antwortet mit 5xx.\nAusführungen: 5.');
    // The bell counts the alerts that the person has chosen to see there.
    const bell = async (role: keyof Team['people']) => (await send(role, 'GET', '/alerts/open')).body.open;
    expect([await bell('owner'), await bell('editor')]).toEqual([0, 1]);
    expect(await countOpen(outstep.core.database.forStore(storeId), ['failures'])).toBe(1);
    await clock.close();
  });

  test('retries notifications while the email server does not answer', async () => {
    const { clock, mails, fail, turn } = await scene();
    clock.setMail(false);
    await fail();
    await turn();
    expect(mails()).toEqual([]);
    clock.setMail(true);
    await turn(11);
    expect(mails()).toHaveLength(1);
    await turn(11);
    expect(mails()).toHaveLength(1);
    await clock.close();
  });

  test('sends no notifications while the store is suspended', async () => {
    const { clock, mails, fail, turn, storeId } = await scene();
    await fail();
    await clock.sql("update stores set suspended_at = now(), suspended_why = 'x' where id = $1", [storeId]);
    await turn();
    expect(mails()).toEqual([]);
    await clock.sql('update stores set suspended_at = null where id = $1', [storeId]);
    await turn();
    expect(mails()).toHaveLength(1);
    await clock.close();
  });
});

test('worker jobs evaluate causes, send emails and check domains on their own', async () => {
  const { clock, signal, alerts, request } = await scene();
  const server = await startSmtpServer();
  await signal(
    `select $1, date_trunc('minute', now()) - interval '1 minute', 'HTTP_REQUEST', 'answered', '404', $3, '${NIL}', 0, 7,
       $3, $3, now(), $2 from (select 1) one`,
    [request],
  );
  const config = { ...outstep.core.config, mailUrl: `smtp://127.0.0.1:${server.port}` };
  const background = { core: { ...outstep.core, config }, contexts: clock.contexts, isStopping: () => false };
  const done: (object | null)[] = [];
  for (const name of ['judge what may be an alert', 'tell of alerts', 'look up domains of senders'])
    done.push((await backgroundWork.find((job) => job.name === name)?.run(background)) ?? null);
  expect(done).toEqual([{ judged: expect.any(Number) }, { told: expect.any(Number) }, null]);
  expect(await alerts()).toMatchObject([{ reason: 'answered', count: 7 }]);
  const mailed = server.messages.map(({ raw }) => raw.toString().replaceAll('=\r\n', ''));
  expect(mailed.some((mail) => mail.includes('the server responds with 404'))).toBe(true);
  await server.close();
  await clock.close();
});

describe('the webhook', () => {
  test('receives a payload signed with the secret shown once; its address is never shown again (contract: Alerts 5)', async () => {
    const { clock, asOwner, send, fail, turn, storeId, call } = await scene();
    hook.received.length = 0;
    const url = `${hook.origin}/alerts?token=s3cret-token`;
    const { secret } = await asOwner('PUT', '/alert-webhook', { url });
    expect(await asOwner('POST', '/alert-webhook/test')).toEqual({ error: null });
    await fail();
    await turn();
    await call(null);
    await turn(16);
    expect(hook.received.map(({ body }) => JSON.parse(body).type)).toEqual([
      ...['alert.test', 'alert.opened', 'alert.closed'],
    ]);
    for (const { headers, body } of hook.received) {
      const signature = readSignature(headers, new Date(Number(headers['webhook-timestamp']) * 1000));
      expect(signature && isSignedWith([secret], signature, Buffer.from(body))).toBe(true);
      expect(signature && isSignedWith(['whsec_AAAA'], signature, Buffer.from(body))).toBe(false);
    }
    const { post } = document.webhooks.alert;
    const { schema, example } = post.requestBody.content['application/json'];
    for (const { headers, body } of hook.received) {
      expect(faultsOf(schema, JSON.parse(body))).toBeNull();
      for (const { name } of post.parameters) expect(headers[name]).toBeTruthy();
    }
    const { data } = JSON.parse(hook.received[1]?.body ?? '');
    expect(Object.keys(data)).toEqual(Object.keys(example.data));
    expect(faultsOf(schema, example)).toBeNull();
    expect(data).toMatchObject({ storeId, kind: 'failures', state: 'open', reason: 'answered', count: 5 });
    const shown = await asOwner('GET', '/alert-webhook');
    expect(shown.webhook).toMatchObject({ host: new URL(hook.origin).host, lastError: null });
    expect(JSON.stringify(shown)).not.toContain('s3cret');
    expect(
      (await clock.sql('select * from alert_webhooks')).map((row) => JSON.stringify(row)).join(),
    ).not.toContain('s3cret');
    for (const role of ['editor', 'viewer'] as const)
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', '/test'],
      ] as const)
        expect(
          (await send(role, method, `/alert-webhook${path}`, method === 'PUT' ? { url } : undefined)).status,
        ).toBe(403);
    await asOwner('DELETE', '/alert-webhook');
    expect(await asOwner('GET', '/alert-webhook')).toEqual({ webhook: null });
    expect((await send('owner', 'POST', '/alert-webhook/test')).status).toBe(404);
    await clock.close();
  });

  test('is blocked at a private address, retried with growing delays, then given up (contract: Alerts 5)', async () => {
    const { clock, mails, asOwner, fail, turn, storeId } = await scene();
    await asOwner('PUT', '/alert-webhook', { url: 'http://10.0.0.1/alerts' });
    const { error } = await asOwner('POST', '/alert-webhook/test');
    expect(error).toContain('is or resolves to a private or reserved IP address');
    await fail();
    await turn();
    const attempts = async () => {
      const rows = await clock.sql<{ attempts: number; seconds: number }>(
        `select attempts, extract(epoch from due_at - $2)::int as seconds from alert_messages
         where store_id = $1 and person_id is null and event = 'opened'`,
        [storeId, clock.now],
      );
      return rows[0];
    };
    const pauses: number[] = [];
    for (let row = await attempts(); row; row = await attempts()) {
      pauses.push(row.seconds);
      await turn(row.seconds / 60);
    }
    expect(pauses).toEqual([60, 300, 1_800, 7_200, 21_600]);
    // The owner was still emailed at once.
    expect(mails()).toHaveLength(1);
    await clock.close();
  });

  test.each(['ftp://example.com/', 'example.com', ''])('400 for the address %j', async (url) => {
    const { clock, send } = await scene();
    const answer = await send('owner', 'PUT', '/alert-webhook', { url });
    expect(answer.status, answer.text).toBe(400);
    await clock.close();
  });
});

describe('stores', () => {
  test('hides alerts from other stores, over REST and in the app (spec: What the service does 7)', async () => {
    const one = await scene();
    const other = await scene();
    await one.fail();
    await one.turn();
    const path = '/api/v1/alerts';
    const own = await outstep.call(await outstep.newKey(one.storeId, 'read'), 'GET', path);
    expect(own.body).toMatchObject({
      total: 1,
      items: [{ kind: 'failures', state: 'open', actionConfigName: 'ERP' }],
    });
    const foreign = await outstep.call(await outstep.newKey(other.storeId, 'read'), 'GET', path);
    expect(foreign.body).toMatchObject({ total: 0, items: [] });
    expect((await other.asOwner('GET', '/alerts/open')).open).toBe(0);
    const closed = await outstep.call(
      await outstep.newKey(one.storeId, 'read'),
      'GET',
      `${path}?state=closed`,
    );
    expect(closed.body.total).toBe(0);
    await one.clock.close();
    await other.clock.close();
  });

  test('deletes alerts with their store', async () => {
    const { clock, fail, asOwner, storeId } = await scene();
    await asOwner('PUT', '/alert-webhook', { url: hook.origin });
    await asOwner('PUT', '/alert-choices', { inApp: [], byMail: ['failures'], language: 'de' });
    await fail();
    clock.minutesLater(1);
    await clock.judge();
    await fail(1);
    await clock.sql('update stores set deleted_at = now(), suspended_at = now() where id = $1', [storeId]);
    const db = outstep.core.database.forStore(storeId);
    for (let gone = 1; gone > 0; )
      gone =
        (
          await db.rows<{ gone: number }>({
            statement: { name: 'gone', text: 'select delete_store_rows(1000) as gone' },
            values: [],
          })
        )[0]?.gone ?? 0;
    for (const table of ['alerts', 'alert_signals', 'alert_choices', 'alert_webhooks', 'alert_messages'])
      expect(await clock.sql(`select from ${table} where store_id = $1`, [storeId]), table).toEqual([]);
    await clock.close();
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveQuota } from '../../src/features/access/quota/quota.store.ts';
import { recordSignal } from '../../src/features/access/signals/signals.store.ts';
import { putChoices } from '../../src/features/alerts/notifications/choices.store.ts';
import { type Message, message } from '../../src/kernel/messages/message.ts';
import { expectOk, newTeam, type Team } from '../app/team.ts';
import { freePort } from '../harness/free-port.ts';
import { type NameServer, startNameServer, type ZoneRule } from '../harness/name-server.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { appEnv } from '../harness/shared.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { type EndedAttempt, type Simulation, simulate } from './simulation.ts';

/** How often the clock of the week ticks. */
const STEP_MINUTES = 10;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon'];

/** A minute from now, so that anything stamped with the database's own clock is in the past by then. */
const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 60_000);
const minutesOf = (time: string) => {
  const [day = '', hour = 0, minute = 0] = time.split(/[ :]/);
  return (DAYS.indexOf(day) * 24 + Number(hour)) * 60 + Number(minute);
};
const timeOf = (at: Date | null) => {
  if (at === null) return 'never';
  const minutes = Math.round((at.getTime() - start.getTime()) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${DAYS[Math.floor(minutes / 1440)]} ${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
};

let outstep: Outstep;
let names: NameServer;
let hook: Target;
let team: Team;
let clock: Simulation;
const zone: Record<string, ZoneRule> = {
  'smtp.tea.example': { addresses: ['93.184.215.14'] },
  'tea.example': { texts: ['v=spf1 a:smtp.tea.example ~all'] },
  '_dmarc.tea.example': { texts: ['v=DMARC1; p=none'] },
};

beforeAll(async () => {
  names = await startNameServer(zone, await freePort());
  hook = await startTarget();
  outstep = await startOutstep({
    env: {
      ...appEnv,
      ...{ OUTSTEP_DNS_SERVERS: `127.0.0.1:${names.port}`, OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8' },
    },
  });
  team = await newTeam(outstep);
  clock = simulate(outstep, start);
});
afterAll(async () => {
  await clock?.close();
  await outstep?.close();
  await hook?.close();
  await names?.close();
});

const asOwner = (method: string, path: string, body?: unknown) =>
  expectOk(team.people.owner.send(method, `/app/api/stores/${team.storeId}${path}`, body));

/** Personal data in the errors; no notification may ever contain it. */
const PERSONAL = ['anna.berg', 'Anna Berg', 'customer.example', 'Kastanienallee', '+49 30 1234567'];
const REFUSED = message('host_refused_recipient', {
  host: 'smtp.tea.example',
  answer: '550 5.1.1 <anna.berg@customer.example> Kastanienallee 12, +49 30 1234567',
});

/**
 * The week's alerts as people are notified of them: opened, closed, why, what, how many, first and last. Each
 * line is one alert; nothing else may be reported.
 */
const EXPECTED = `
Mon 09:10  Mon 09:30  recovered  failures       EMAIL         unreachable            12  Mon 09:00  Mon 09:11
Mon 16:10  Tue 16:10  quiet      failures       EMAIL         recipient_refused       6  Mon 16:00  Mon 16:05
Tue 10:10  Tue 11:10  recovered  sender         EMAIL         login_refused           2  Tue 10:00  Tue 10:30
Tue 14:10  Tue 15:00  recovered  sender         EMAIL         mailbox_lost            1  Tue 14:00  Tue 14:00
Wed 00:10  Wed 07:10  recovered  domain         domain        dkim tea.example        1  Wed 00:00  Wed 00:00
Wed 12:10  Wed 13:10  recovered  missing_value  HTTP_REQUEST  secret_missing ERP_KEY  3  Wed 12:00  Wed 12:02
Wed 15:10  Wed 16:10  recovered  missing_value  EMAIL         variable_missing order  1  Wed 15:00  Wed 15:00
Thu 09:10  Thu 15:10  recovered  quota          quota         quota 80                1
Thu 12:10  Thu 15:20  recovered  quota          quota         quota 100               2
Fri 08:10  Fri 09:10  recovered  repository     repository    repository_refused      1  Fri 08:00  Fri 08:00
Sat 09:10  Sat 09:50  recovered  failures       HTTP_REQUEST  answered 5xx            9  Sat 09:00  Sat 09:28
Sat 18:10  Sun 18:10  quiet      failures       EMAIL         unknown_outcome         5  Sat 18:00  Sat 18:04
Sun 13:10  Sun 20:10  recovered  failures       HTTP_REQUEST  answered 404            3  Sun 07:00  Sun 13:00
`
  .trim()
  .split('\n')
  .map((line) => line.split(/ {2,}/));

interface AlertRow {
  kind: string;
  source: string;
  reason: string;
  detail: string;
  count: number;
  first_at: Date;
  last_at: Date;
  opened_at: Date;
  closed_at: Date | null;
  closed_why: string | null;
}

test('a scripted week of faults gives exactly the alerts listed beside it, each with its recovery, without personal data (contract: Alerts 1; Alerts 3)', async () => {
  const { storeId } = team;
  const { database, runtime } = outstep.core;
  const db = database.forStore(storeId);
  const createRecord = async (path: string, body: object) => (await asOwner('POST', path, body)).id as string;
  const sender = await createRecord('/smtp-configs', {
    ...{ name: 'Orders', host: 'smtp.tea.example', port: 587, from: 'orders@tea.example' },
  });
  const other = await createRecord('/smtp-configs', {
    ...{ name: 'News', host: 'news.tea.example', port: 587, from: 'news@other.example' },
  });
  const key = await asOwner('POST', '/dkim-keys', { domain: 'tea.example' });
  const publishKey = () => Object.assign(zone, { 'outstep._domainkey.tea.example': { texts: [key.value] } });
  publishKey();
  const layout = await createRecord('/email-templates', {
    name: 'Order',
    subject: 'Order',
    bodyType: 'text',
    body: 'x',
  });
  const news = await createRecord('/email-templates', {
    name: 'News',
    subject: 'News',
    bodyType: 'text',
    body: 'x',
  });
  const erp = await createRecord('/http-requests', { name: 'ERP', url: 'https://erp.example/orders' });
  const erpStock = await createRecord('/http-requests', { name: 'Stock', url: 'https://erp.example/stock' });
  const crm = await createRecord('/http-requests', {
    name: 'CRM',
    url: 'https://crm.example/{{ variables.name }}',
  });
  const mailbox = runtime.newId();
  await clock.sql(
    `insert into mailboxes (store_id, id, provider, address, masked_address, token)
     values ($1, $2, 'google', 'shop@tea.example', 'sh******@tea.example', '\\x00')`,
    [storeId, mailbox],
  );
  await clock.sql(
    `insert into repository_connections (store_id, provider, owner, repository, branch, folder, installation_id)
     values ($1, 'github', 'tea', 'mails', 'main', '', 1)`,
    [storeId],
  );
  // The editor has chosen only quota alerts, in German; the viewer has made no choice and gets no email.
  await putChoices(db, storeId, team.idOf.editor, { inApp: [], byMail: ['quota'], language: 'de' });
  const { secret } = await asOwner('PUT', '/alert-webhook', { url: `${hook.origin}/in?token=s3cret` });
  expect(secret).toMatch(/^whsec_/);
  await clock.sql('update people set email_verified = true where id = any($1)', [Object.values(team.idOf)]);

  const mail = (error: Message | null, more: Partial<EndedAttempt> = {}): EndedAttempt => ({
    ...{ type: 'EMAIL', config: layout, error, sender, ...more },
  });
  const call = (error: Message | null, config = erp): EndedAttempt => ({
    type: 'HTTP_REQUEST',
    config,
    error,
  });
  /** `count` equal events, `apart` minutes apart. */
  const row = (time: string, count: number, ended: EndedAttempt, apart = 1) =>
    Array.from({ length: count }, (_, i) => ({
      at: minutesOf(time) + i * apart,
      run: () => clock.end(storeId, ended),
    }));
  const once = (time: string, run: () => Promise<unknown>) => [{ at: minutesOf(time), run }];
  const one = (error: Message) =>
    message('emails_failed', { missing: 1, all: 1, counts: message('counts_failed', { failed: 1 }), error });
  const answered = (status: number) => message('target_answered', { status });
  const withoutSecret = message('field_problem', {
    field: 'headers[0]',
    reason: message('liquid_at', {
      reason: message('secret_missing', { name: 'ERP_KEY' }),
      line: 1,
      column: 8,
    }),
  });

  async function takeUnits(count: number) {
    for (let i = 0; i < count; i++) {
      const id = await clock.end(storeId, mail(null));
      await reserveQuota(db, storeId, id, 1);
    }
  }

  const script = [
    // A mail server is down for a while; email from another sender continues.
    ...row('Mon 08:55', 5, mail(null)),
    ...row('Mon 09:00', 12, mail(one(message('port_unreachable', { host: 'smtp.tea.example', port: 587 })))),
    ...row('Mon 09:02', 5, mail(null, { sender: other, config: news })),
    ...row('Mon 09:20', 3, mail(null)),
    // An occasional failure among many: nothing to report.
    ...row('Mon 12:00', 60, mail(null)),
    ...row('Mon 12:05', 4, mail(one(REFUSED)), 12),
    // Someone runs a test and sees the failure themselves.
    ...row('Mon 13:00', 8, { ...call(answered(500), crm), trigger: 'test' }),
    // Recipients that don't exist; this layout sends no other email afterward.
    ...row('Mon 16:00', 6, mail(one(REFUSED), { sender: other, config: news })),
    ...row(
      'Tue 10:00',
      2,
      mail(one(message('host_refused_login', { host: 'smtp.tea.example', answer: '535 wrong password' }))),
      30,
    ),
    ...row('Tue 11:00', 2, mail(null)),
    ...once('Tue 14:00', async () => {
      await clock.sql("update mailboxes set status = 'reconnect' where id = $1", [mailbox]);
      const lost = message('mailbox_lost_because', { error: message('mailbox_gone') });
      await clock.end(storeId, mail(one(lost), { sender: mailbox }));
    }),
    ...once('Tue 14:55', () =>
      clock.sql("update mailboxes set status = 'connected' where id = $1", [mailbox]),
    ),
    ...once('Tue 20:00', async () => void delete zone['outstep._domainkey.tea.example']),
    ...once('Wed 06:00', async () => publishKey()),
    ...row('Wed 12:00', 3, call(withoutSecret)),
    ...once('Wed 13:05', () => asOwner('POST', '/secrets', { name: 'ERP_KEY', value: 'x' })),
    ...row('Wed 15:00', 1, mail(message('variables_missing', { paths: 'order' }))),
    ...row('Wed 16:00', 1, mail(null)),
    ...once('Thu 08:00', () => outstep.operator(storeId, 'set_limits', { limits: ['quota=10'] })),
    ...once('Thu 09:00', () => takeUnits(8)),
    ...once('Thu 12:00', () => takeUnits(2)),
    ...row('Thu 12:30', 1, mail(one(message('quota_used_up')))),
    ...once('Thu 15:00', () => outstep.operator(storeId, 'set_limits', { limits: ['quota=100'] })),
    ...once('Fri 08:00', async () => {
      await clock.sql(
        "update repository_connections set status = 'reconnect', failures = 1 where store_id = $1",
        [storeId],
      );
      await db.rows(
        recordSignal(storeId, 'repository', { reason: 'repository_refused', detail: '' }, clock.now),
      );
    }),
    ...once('Fri 09:00', () =>
      clock.sql('update repository_connections set failures = 0 where store_id = $1', [storeId]),
    ),
    // One target is down, in different ways and for two requests: one cause.
    ...row('Sat 09:00', 4, call(answered(503))),
    ...row('Sat 09:05', 3, call(message('port_refused', { host: 'erp.example', port: 443 }), erpStock)),
    ...row('Sat 09:27', 2, call(answered(502))),
    ...row('Sat 09:40', 2, call(null)),
    ...row('Sat 18:00', 5, mail(null, { events: ['sent', 'unknown'], config: news })),
    // A small workflow: three in a row are enough.
    ...row('Sun 07:00', 3, call(answered(404), crm), 180),
    ...row('Sun 19:50', 1, call(null, crm)),
  ].sort((a, b) => a.at - b.at);

  for (let tick = 0; tick <= 7 * 1440; tick += STEP_MINUTES) {
    while (script[0] && script[0].at < tick) {
      const next = script.shift();
      if (!next) break;
      clock.at(new Date(start.getTime() + next.at * 60_000));
      await next.run();
    }
    clock.at(new Date(start.getTime() + tick * 60_000));
    if (tick % 60 === 0) await clock.checkDomains();
    await clock.judge();
    await clock.tell();
  }
  expect(clock.errors).toEqual([]);
  expect(script).toEqual([]);

  const alerts = await clock.sql<AlertRow>(
    'select * from alerts where store_id = $1 and opened_at is not null order by opened_at, closed_at, detail desc',
    [storeId],
  );
  const told = alerts.map((row) => [
    ...[timeOf(row.opened_at), timeOf(row.closed_at), row.closed_why, row.kind, row.source],
    ...[`${row.reason} ${row.detail}`.trim(), String(row.count)],
    // The quota uses the database's own clock.
    ...(row.kind === 'quota' ? [] : [timeOf(row.first_at), timeOf(row.last_at)]),
  ]);
  expect(told).toEqual(EXPECTED);

  const opened = EXPECTED.length;
  const byPerson = Map.groupBy(clock.mails, ({ to }) => to);
  const counts = [...byPerson.values()].map((own) => own.length).sort((a, b) => a - b);
  // One email when an alert opens and one when it closes: the owner gets all of them, the editor those for
  // both levels of the quota.
  expect(counts).toEqual([4, 2 * opened]);
  const german = clock.mails.filter(({ text }) => text.includes('Kontingent'));
  expect(german.map(({ subject }) => subject)).toEqual([
    'Outstep: Hoher Kontingentverbrauch in einem Shop',
    'Outstep: Hoher Kontingentverbrauch in einem Shop',
    'Outstep: Behoben: Hoher Kontingentverbrauch in einem Shop',
    'Outstep: Behoben: Hoher Kontingentverbrauch in einem Shop',
  ]);
  expect(hook.received).toHaveLength(2 * opened);

  const everything = JSON.stringify([
    ...[clock.mails, hook.received.map(({ body, url }) => [body, url]), alerts],
    await clock.sql('select * from alert_signals'),
    await clock.sql('select * from alert_messages'),
    await asOwner('GET', '/alerts?limit=100'),
  ]);
  for (const each of PERSONAL) expect(everything, each).not.toContain(each);
  expect(await clock.sql('select * from alert_messages')).toEqual([]);
});

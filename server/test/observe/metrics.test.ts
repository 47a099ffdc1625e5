import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { readMetrics, valueIn } from '../harness/metrics.ts';
import { withClient } from '../harness/postgres.ts';
import { eventually } from '../harness/test-stack.ts';
import { type MailStack, startMailStack } from '../sending/mail-stack.ts';

const CANARY = 'ermintrude.quux@customers.example';

let testStack: MailStack;
const ports = { api: 0, worker: 0 };

beforeAll(async () => {
  [ports.api, ports.worker] = [await freePort(), await freePort()];
  testStack = await startMailStack({
    OUTSTEP_METRICS_PORT: String(ports.api),
    OUTSTEP_WORKER_METRICS_PORT: String(ports.worker),
    OUTSTEP_RETRY_SECONDS: '0,0.2',
  });
}, 120_000);
afterAll(() => testStack?.close());

const textOf = (process: keyof typeof ports) => readMetrics(ports[process]);

const inDatabase = (text: string, values: unknown[] = []) =>
  withClient(
    String(testStack.outstep.env['DATABASE_URL']),
    async (client) => (await client.query(text, values)).rows,
  );

/** The API's metrics once the condition holds: values from the database are up to five seconds old. */
const apiOnce = (isSo: (text: string) => boolean) => eventually(() => textOf('api'), isSo, 60_000);

test('exports steps, attempts, outcomes and phase durations without store or customer data', async () => {
  const request = await testStack.newRequest();
  await testStack.step(request, 'first');
  await testStack.step(request, 'first');
  let answers = 0;
  testStack.target.answer = (response) => response.writeHead(answers++ === 0 ? 503 : 200).end();
  await testStack.step(request, 'busy');
  testStack.target.answer = (response) => response.writeHead(404).end();
  await testStack.step(request, 'gone');
  const layout = await testStack.layout({ bodyType: 'text', body: '<p>Hello</p>' });
  const mail = await testStack.send(layout, 'mail', { to: [CANARY, 'second@customers.example'] });
  expect(mail.status).toBe('SUCCESS');

  const api = await textOf('api');
  expect(valueIn(api, 'outstep_steps_taken_total{kind="http",repeated="false"}')).toBe(3);
  expect(valueIn(api, 'outstep_steps_taken_total{kind="http",repeated="true"}')).toBe(1);
  expect(valueIn(api, 'outstep_steps_taken_total{kind="mail",repeated="false"}')).toBe(1);
  expect(valueIn(api, 'outstep_phase_seconds_count{kind="http",phase="accept"}')).toBe(4);
  expect(valueIn(api, 'outstep_engine_calls_total{outcome="taken"}')).toBe(4);
  expect(valueIn(api, 'outstep_budgets_asked_total{budget="request",allowed="true"}')).toBeGreaterThan(0);
  expect(valueIn(api, 'outstep_database_connections{pool="reads",state="waiting"}')).toBe(0);

  const attempts = (kind: string, outcome: string) =>
    `outstep_delivery_attempts_total{kind="${kind}",outcome="${outcome}"}`;
  const worker = await eventually(
    () => textOf('worker'),
    (text) => valueIn(text, attempts('mail', 'sent')) === 2,
  );
  const { release } = testStack.outstep.core.runtime;
  for (const text of [api, worker])
    expect(valueIn(text, `outstep_build_info{version="${release}",commit="unknown"}`)).toBe(1);
  expect(valueIn(worker, attempts('http', 'sent'))).toBe(2);
  expect(valueIn(worker, attempts('http', 'retry'))).toBe(1);
  expect(valueIn(worker, attempts('http', 'failed'))).toBe(1);
  expect(valueIn(worker, attempts('http', 'unknown'))).toBe(0);
  expect(valueIn(worker, attempts('mail', 'planned'))).toBe(1);
  const seen = (kind: string) =>
    Object.fromEntries(
      ['queue', 'prepare', 'claim', 'send', 'record'].map((phase) => [
        phase,
        valueIn(worker, `outstep_phase_seconds_count{kind="${kind}",phase="${phase}"}`),
      ]),
    );
  expect(seen('http')).toEqual({ queue: 4, prepare: 4, claim: 4, send: 4, record: 4 });
  expect(seen('mail')).toMatchObject({ prepare: 1, send: 2, record: 3 });
  expect(valueIn(worker, 'outstep_step_start_seconds_count{kind="http"}')).toBe(3);
  expect(valueIn(worker, 'outstep_step_start_seconds_count{kind="mail"}')).toBe(1);
  expect(valueIn(worker, 'outstep_child_processes{group="liquid",state="idle"}')).toBe(2);
  expect(valueIn(worker, 'outstep_work_running')).toBe(0);

  for (const text of [api, worker]) {
    expect(text).not.toContain('customers.example');
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  }
});

test('exports every metric that a rule or dashboard names, and documents every exported one', async () => {
  const exported = [
    await textOf('api'),
    await textOf('worker'),
    await (await fetch(testStack.engine.metricsUrl)).text(),
  ];
  const known = new Set(
    exported.flatMap((text) => [...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name)),
  );
  const folder = 'docs/observe';
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(yml|json)$/.test(name));
  expect(files).toHaveLength(3);
  const texts = await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  const named = texts.flatMap((text) => text.match(/\b(outstep|nodejs|process|restate)_\w+/g) ?? []);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);

  const documented = await readFile('docs/OPERATIONS.md', 'utf8');
  const ours = exported.flatMap((text) =>
    [...text.matchAll(/^# TYPE (outstep_\w+)/gm)].map(([, name]) => name ?? ''),
  );
  expect([...new Set(ours)].filter((name) => !documented.includes(`\`${name}`))).toEqual([]);
});

test('the API exports the backlog without a worker too, except work that waits for a person', async () => {
  await testStack.worker.stop('SIGKILL');
  const request = await testStack.newRequest();
  void testStack.step(request, 'waits').catch(() => null);
  await inDatabase(
    `insert into repository_connections (store_id, provider, owner, repository, branch, folder, token, status)
     values ($1, 'github', 'o', 'r', 'main', '', 'x', 'waiting')`,
    [testStack.storeId],
  );
  await inDatabase(
    `insert into repository_changes (store_id, layout_id, author_name, summary, made_at)
     values ($1, $2, 'n', 's', now() - interval '1 hour')`,
    [testStack.storeId, randomUUID()],
  );
  await inDatabase(
    "insert into erasures (store_id, id, created_at, due_at) values ($1, $2, now() - interval '2 hours', now())",
    [testStack.storeId, randomUUID()],
  );
  await inDatabase('insert into sending_hold default values');
  const waiting = 'outstep_deliveries_waiting{kind="http"}';
  const age = 'outstep_delivery_oldest_wait_seconds{kind="http"}';
  const lag = 'outstep_repository_push_lag_seconds';
  const found = await apiOnce(
    (text) => valueIn(text, age) !== 0 && valueIn(text, 'outstep_sending_held') === 1,
  );
  expect(valueIn(found, waiting)).toBe(1);
  expect(valueIn(found, age)).toBeGreaterThan(0);
  expect(valueIn(found, 'outstep_deliveries_waiting{kind="mail"}')).toBe(0);
  expect(valueIn(found, lag)).toBeGreaterThan(3500);
  expect(valueIn(found, 'outstep_erasure_lag_seconds')).toBeGreaterThan(7100);

  await inDatabase("update repository_connections set status = 'reconnect'");
  await inDatabase("update stores set suspended_at = now(), suspended_why = 'test' where id = $1", [
    testStack.storeId,
  ]);
  const left = await apiOnce((text) => valueIn(text, age) === 0);
  expect(valueIn(left, waiting)).toBe(1);
  expect(valueIn(left, lag)).toBe(0);
});

test('measuring the backlog reads a bounded part of an index, whatever its size', async () => {
  await inDatabase(
    `insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at, due_at, action_type)
     select $1, gen_random_uuid(), 0, case n % 3 when 0 then 'sent' else 'planned' end, 'x', 1, now(),
       now() - n * interval '1 ms', case n % 2 when 0 then 'EMAIL' else 'HTTP_REQUEST' end
     from generate_series(1, 12000) n`,
    [testStack.storeId],
  );
  const most = 1000;
  const [found, read] = await withClient(String(testStack.outstep.env['DATABASE_URL']), async (client) => {
    await client.query('begin');
    const { rows } = await client.query('select * from read_backlog($1)', [most]);
    const stats = await client.query(
      `select relname, seq_scan::int as whole, idx_tup_fetch::int as rows from pg_stat_xact_user_tables
       where relname in ('deliveries', 'repository_changes', 'erasures')`,
    );
    await client.query('commit');
    return [rows[0], stats.rows];
  });
  expect(found).toMatchObject({ httpWaiting: most, mailWaiting: most });
  for (const { whole } of read) expect(whole).toBe(0);
  expect(read.find(({ relname }) => relname === 'deliveries').rows).toBeLessThan(3 * most);
});

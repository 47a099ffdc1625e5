import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorker } from '../harness/process.ts';
import { BASE_URL } from '../harness/shared.ts';
import { eventually, startTestStack } from '../harness/test-stack.ts';
import { type CaptureStack, captureStack } from './capture-stack.ts';

let testStack: CaptureStack;
let client: pg.Client;
beforeAll(async () => {
  testStack = await captureStack(
    await startTestStack({ OUTSTEP_BASE_URL: BASE_URL, OUTSTEP_SWEEP_SECONDS: '1' }),
  );
  client = new pg.Client({ connectionString: testStack.outstep.env['DATABASE_URL'] });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await testStack?.close();
});

const rowsOf = async (id: string) =>
  (await client.query('select id from captured_mails where execution_id = $1', [id])).rows.length;
/**
 * The backend that waits to write the email. Without clearing, a transaction keeps seeing its first snapshot
 * of the list.
 */
const waiting = async () => {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where wait_event_type = 'Lock' and query like '%captured_mails%' and datname = current_database()`,
  );
  return rows[0]?.pid ?? null;
};

test('a worker that dies while it captures an email leaves no partial email, and the next one captures it once (contract: Test inbox 2)', async () => {
  const layout = await testStack.layout({ body: '<p>Thanks</p>' });
  await client.query('begin');
  await client.query('lock table captured_mails in share mode');
  const answered = testStack.send(layout, { to: ['anna@customer.example'] });
  const pid = await eventually(waiting, (found) => found !== null);
  const { id } = (await client.query('select id from executions where store_id = $1', [testStack.storeId]))
    .rows[0];
  testStack.worker.child.kill('SIGKILL');
  await client.query('select pg_terminate_backend($1)', [pid]);
  await client.query('rollback');
  const { rows } = await client.query(
    'select state, ended_at from deliveries where execution_id = $1 and position = 1',
    [id],
  );
  expect(rows).toEqual([{ state: 'claimed', ended_at: null }]);
  expect(await rowsOf(id)).toBe(0);
  // As if the lease had expired.
  await client.query(
    "update deliveries set lease_until = now() - interval '1 s', sweep_at = now() where execution_id = $1 and position = 1",
    [id],
  );
  const next = await startWorker(testStack.outstep.env);
  try {
    expect(await testStack.ended(id)).toMatchObject({ status: 'SUCCESS', captured: true });
    expect(await rowsOf(id)).toBe(1);
    expect(await answered).toBe(id);
  } finally {
    await next.stop();
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeldSubmissions, holdSubmissions } from '../harness/held-submissions.ts';
import { withClient } from '../harness/postgres.ts';
import { TestClock } from '../harness/test-clock.ts';
import { eventually } from '../harness/test-stack.ts';
import { type MailStack, startMailStack } from './mail-stack.ts';

const [MINUTE, HOUR] = [60, 3600];
/** The schedule that the guide promises, which this test does not set. */
const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
/** How long before an attempt the clock is turned to, so that one that comes too early is detected. */
const BEFORE = 0.3;
/** Tolerance for a machine that is busy with other work. */
const LATE = 60;

let clock: TestClock;
let held: HeldSubmissions;
let testStack: MailStack;
/** The times of the attempts by the turned clock. */
const attempts: number[] = [];

beforeAll(async () => {
  clock = await TestClock.start();
  held = await holdSubmissions(clock);
  // The sweeper plays no part in this.
  const env = { RESTATE_INGRESS_URL: held.url, OUTSTEP_SWEEP_SECONDS: '3600' };
  testStack = await startMailStack(env, clock.databaseUrl);
  held.engineUrl = testStack.engine.process.ingressUrl;
  testStack.smtp.behaves.rcpt = () => {
    attempts.push(clock.now() / 1000);
    return '451 4.3.0 busy';
  };
});
afterAll(async () => {
  await testStack?.close();
  held?.close();
  await clock?.close();
});

/**
 * The message waiting for its next attempt, and its remaining seconds by PostgreSQL's clock. Not by `now()`,
 * because a statement that started earlier may still see what was written later.
 */
const waiting = () =>
  withClient(clock.databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select attempt, state, extract(epoch from due_at - clock_timestamp())::double precision as "dueIn"
       from deliveries where position = 1`,
    );
    return rows[0] as { attempt: number; state: string; dueIn: number } | undefined;
  });

test('a temporarily rejected email is tried at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and has failed then (contract: Sending 9)', async () => {
  const layout = await testStack.layout({ bodyType: 'text', subject: 'Order', body: 'x' });
  // Its response comes later than the second attempt.
  const posted = testStack.post(layout, 'run-1', { to: ['anna@customer.example'] });
  for (const [i, delay] of DELAYS.entries()) {
    const next = await eventually(waiting, (row) => row?.state === 'planned' && row.attempt === i + 2);
    await eventually(
      async () => held.delays.length,
      (count) => count === i + 1,
    );
    expect(attempts).toHaveLength(i + 1);
    expect(next?.dueIn).toBeGreaterThan(delay - LATE);
    expect(next?.dueIn).toBeLessThanOrEqual(delay);
    await clock.turn(1000 * Math.max(0, (next?.dueIn as number) - BEFORE));
    await eventually(
      async () => attempts.length,
      (count) => count > i + 1,
    );
  }
  const entry = await testStack.ended((await posted).body.executionId);
  expect(entry).toMatchObject({
    status: 'FAILED',
    attempts: DELAYS.length + 1,
    error: expect.stringContaining('451 4.3.0 busy'),
  });
  const distances = attempts.slice(1).map((at, i) => at - (attempts[i] as number));
  for (const [i, delay] of DELAYS.entries()) {
    expect(distances[i], `before attempt ${i + 2}`).toBeGreaterThanOrEqual(delay);
    expect(distances[i], `before attempt ${i + 2}`).toBeLessThan(delay + LATE);
  }
  expect(held.delays).toEqual(DELAYS);
  const notes = entry.timeline.filter(({ event }) => event === 'retry');
  expect(notes.map(({ detail }) => detail)).toEqual(
    DELAYS.map((delay, i) =>
      expect.stringMatching(new RegExp(`attempt ${i + 1}: .*; next attempt in ${delay} s$`)),
    ),
  );

  // There is no ninth attempt, however long the wait, and no work is left for the sweeper.
  await clock.turn(48 * HOUR * 1000);
  expect(await waiting()).toMatchObject({ state: 'failed', attempt: DELAYS.length + 1 });
  const left = await withClient(clock.databaseUrl, (client) =>
    client.query('select 1 from deliveries where sweep_at is not null'),
  );
  expect(left.rows).toEqual([]);
  expect(attempts).toHaveLength(DELAYS.length + 1);
});

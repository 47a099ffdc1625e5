import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWork } from '../../src/features/delivery/steps/run-work.ts';
import { createContexts } from '../../src/processes/contexts.ts';
import { freePort } from '../harness/free-port.ts';
import { withClient } from '../harness/postgres.ts';
import { type OutstepProcess, startWorker } from '../harness/process.ts';
import { sized } from '../harness/size.ts';
import { until } from '../harness/spine.ts';
import { type StreamBalancer, startStreamBalancer } from '../harness/stream-balancer.ts';
import { TurnedClock } from '../harness/turned-clock.ts';
import { type MailSpine, startMailSpine } from './mail-spine.ts';

/** What a sender takes unless it is said otherwise. */
const LIMIT = 2;
const MESSAGE_MS = 60;
/** Of each of three steps that are under way when the engine is restarted. */
const RECIPIENTS = sized(8, 14);
const HOUR_MS = 3_600_000;

let clock: TurnedClock;
let spine: MailSpine;
let balancer: StreamBalancer;
const workers: OutstepProcess[] = [];

beforeAll(async () => {
  clock = await TurnedClock.start();
  spine = await startMailSpine({}, clock.databaseUrl);
  balancer = await startStreamBalancer();
  for (let i = 0; i < 2; i++) {
    const port = await freePort();
    // The first one tells the engine the address of both, and is asked there at once.
    if (i === 0) balancer.add(port);
    const env = { OUTSTEP_WORKER_URL: balancer.url, OUTSTEP_WORKER_PORT: String(port) };
    workers.push(await startWorker({ ...spine.outstep.env, ...env }));
    if (i === 1) balancer.add(port);
  }
  await spine.worker.stop();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  balancer?.close();
  await spine?.close();
  await clock?.close();
});

const someone = () => `anna-${randomUUID().slice(0, 8)}@customer.example`;
const several = (count: number) => Array.from({ length: count }, someone);

const receipts = () => spine.layout({ bodyType: 'text', subject: 'Receipt', body: 'x' });

test('two workers, a slow server, 60 mails: never a third connection, and each arrives once', async () => {
  const news = await spine.layout({ bodyType: 'text', category: 'marketing', subject: 'News', body: 'x' });
  const receipt = await receipts();
  spine.smtp.behaves.message = MESSAGE_MS;
  const to = several(60);
  const steps: [string, string[]][] = [
    [news, to.slice(0, 20)],
    [receipt, to.slice(20, 40)],
    ...to.slice(40).map((address): [string, string[]] => [receipt, [address]]),
  ];
  const entries = await Promise.all(
    steps.map(([layout, recipients]) => spine.send(layout, randomUUID(), { to: recipients })),
  );
  expect(entries.map(({ status }) => status)).toEqual(Array(steps.length).fill('SUCCESS'));
  expect(spine.smtp.recipients.toSorted()).toEqual(to.toSorted());
  expect(spine.smtp.messages.flatMap((message) => message.to).toSorted()).toEqual(to.toSorted());
  expect(Math.min(...balancer.calls), 'both had work').toBeGreaterThan(20);
  expect(spine.smtp.connections.most).toBe(LIMIT);
  // Each of the small steps opens one, and the large ones far fewer than they have recipients.
  expect(spine.smtp.connections.total).toBeGreaterThanOrEqual(20);
  expect(spine.smtp.connections.total).toBeLessThan(40);
});

test('an engine that is restarted brings what is under way again, to whichever worker: no third connection, and each arrives once', async () => {
  const [layout, to] = [await receipts(), several(3 * RECIPIENTS)];
  const before = spine.smtp.recipients.length;
  // Long enough for an engine to be back while those of a step are still sent one after the other.
  spine.smtp.behaves.message = 12 * MESSAGE_MS;
  const posted = [0, 1, 2].map((i) =>
    spine.post(layout, randomUUID(), { to: to.slice(i * RECIPIENTS, (i + 1) * RECIPIENTS) }),
  );
  for (const begun of [3, sized(10, 20)]) {
    await until(
      async () => spine.smtp.recipients.length - before,
      (count) => count >= begun,
    );
    await spine.engine.kill();
    await spine.engine.start();
  }
  for (const { body } of await Promise.all(posted))
    expect(await spine.ended(body.executionId)).toMatchObject({ status: 'SUCCESS' });
  expect(spine.smtp.recipients.slice(before).toSorted()).toEqual(to.toSorted());
  expect(spine.smtp.connections.most).toBe(LIMIT);
});

test('a message that is brought again leaves its slot only when those that its first run goes on with are no longer held', async () => {
  const { core, env } = spine.outstep;
  const { id } = await spine.send(await receipts(), randomUUID(), { to: several(3) });
  const database = (sql: string) =>
    withClient(String(env['DATABASE_URL']), (client) => client.query(sql, [id]));
  const contexts = createContexts(core);
  const ctx = contexts.asWorker(spine.storeId);
  const ref = { storeId: spine.storeId, executionId: id, position: 1, attempt: 1, generation: 0 };
  expect(await runWork(ctx, ref, {})).toBe('SUCCESS');
  await database(
    `update deliveries set holder = -1, lease_until = now() + interval '50 minutes'
     where execution_id = $1 and position = 3`,
  );
  // Not its own, so it does not wait for it.
  expect(await runWork(ctx, { ...ref, position: 2 }, {})).toBe('SUCCESS');
  const brought = runWork(ctx, ref, {});
  const first = await Promise.race([brought, sleep(1000, 'still in its slot')]);
  expect(first).toBe('still in its slot');
  await clock.turn(HOUR_MS);
  expect(await brought).toBe('SUCCESS');
  await contexts.close();
});

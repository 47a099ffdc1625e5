import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepRepositories } from '../../src/features/layouts/repository/sweep-repositories.ts';
import { REPOSITORY_HANDLER, REPOSITORY_OBJECT } from '../../src/kernel/engine.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { eventually, newTestStack } from '../harness/test-stack.ts';
import { commitsOf, type RepositoryWorld, startRepositoryWorld } from '../repository/world.ts';
import { BASE_URL, type MailStack, newMailStack } from '../sending/mail-stack.ts';

let world: RepositoryWorld;
let testStack: MailStack;
let receipt: string;

beforeAll(async () => {
  world = await startRepositoryWorld({ OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8', OUTSTEP_BASE_URL: BASE_URL });
  testStack = await newMailStack(await newTestStack({ ...world, close: async () => undefined }));
  receipt = await testStack.layout({ bodyType: 'text', subject: 'Receipt', body: 'x' });
});
afterAll(async () => {
  await testStack?.close();
  await world?.close();
});
beforeEach(() => {
  testStack.smtp.behaves = {};
});

async function command(...words: string[]) {
  const { code, stdout, stderr } = await runOutstep(world.outstep.env, [...words, '--json']);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
const hold = () => command('hold');
const release = (unfinished: number) =>
  command('hold', 'release', '--unfinished', String(unfinished), '--send');

const stateOf = (executionId: string, position: number) =>
  withClient(String(world.outstep.env['DATABASE_URL']), async (client) => {
    const { rows } = await client.query(
      'select state from deliveries where execution_id = $1 and position = $2',
      [executionId, position],
    );
    return rows[0]?.state as string | undefined;
  });

const latest = () =>
  withClient(String(world.outstep.env['DATABASE_URL']), async (client) => {
    const { rows } = await client.query('select id from executions order by id desc limit 1');
    return rows[0]?.id as string | undefined;
  });

test('sends a message claimed before the hold once, after it ends', async () => {
  const anna = `anna-${randomUUID()}@customer.example`;
  // Delays the server until everything is on hold.
  let goOn = false;
  testStack.smtp.behaves.rcpt = () => (goOn ? null : 3_000);
  const before = await latest();
  const posted = testStack.post(receipt, randomUUID(), { to: [anna] });
  const id = (await eventually(latest, (found) => found !== undefined && found !== before)) as string;
  await eventually(
    () => stateOf(id, 1),
    (state) => state === 'claimed' && testStack.smtp.recipients.includes(anna),
  );
  expect(await hold()).toMatchObject({ unfinished: 1, begun: 0 });
  goOn = true;
  await eventually(
    () => stateOf(id, 1),
    (state) => state !== 'claimed',
  );
  expect(await stateOf(id, 1)).toBe('planned');
  expect(testStack.takenFor(anna)).toEqual([]);
  expect(await release(1)).toEqual({ unknown: 0, sent: 1, waiting: 0 });
  expect(await testStack.ended(id)).toMatchObject({ status: 'SUCCESS' });
  expect(testStack.takenFor(anna)).toHaveLength(1);
  await posted;
});

test('accepts a replay during the hold and sends it afterward', async () => {
  const ben = `ben-${randomUUID()}@customer.example`;
  testStack.smtp.behaves.message = '554 5.6.0 not this message';
  const failed = await testStack.send(receipt, randomUUID(), { to: [ben] });
  expect(failed).toMatchObject({ status: 'FAILED' });
  testStack.smtp.behaves = {};
  const seen = testStack.smtp.recipients.length;
  await hold();
  const replayed = await testStack.operate('replay_execution', { id: failed.id });
  expect(replayed).toMatchObject({ status: 'PENDING' });
  const id = String(replayed['executionId']);
  expect(await stateOf(id, 0)).toBe('planned');
  expect(await release(0)).toEqual({ unknown: 0, sent: 0, waiting: 1 });
  expect(testStack.smtp.recipients).toHaveLength(seen);
  expect(await testStack.ended(id)).toMatchObject({ status: 'SUCCESS' });
  expect(testStack.takenFor(ben)).toHaveLength(1);
});

test('sends steps that arrived during the hold as soon as it ends, whenever they were due', async () => {
  const cora = `cora-${randomUUID()}@customer.example`;
  await hold();
  const accepted = await testStack.post(receipt, randomUUID(), { to: [cora] });
  expect(accepted).toMatchObject({ status: 202 });
  const id = accepted.body.executionId;
  await withClient(String(world.outstep.env['DATABASE_URL']), (client) =>
    client.query(
      "update deliveries set sweep_at = now() + interval '1 hour', sweeps = 5 where execution_id = $1",
      [id],
    ),
  );
  expect(await release(0)).toEqual({ unknown: 0, sent: 0, waiting: 1 });
  expect(await testStack.ended(id)).toMatchObject({ status: 'SUCCESS' });
  expect(testStack.takenFor(cora)).toHaveLength(1);
});

test('pushes no commit during the hold and catches up afterward', async () => {
  const { outstep, engine, github, storeId } = world;
  await world.connect();
  await world.settled();
  await hold();
  const layout = await world.newLayout();
  // The engine responds when the worker is done.
  const path = `${REPOSITORY_OBJECT}/${randomUUID()}/${REPOSITORY_HANDLER}`;
  const pushed = await fetch(`${engine.env['RESTATE_INGRESS_URL']}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ storeId }),
  });
  expect(pushed.ok).toBe(true);
  const announced: string[] = [];
  const sweeping = {
    outside: outstep.core.database.outsideStores,
    engine: { push: async (push: { storeId: string }) => void announced.push(push.storeId) },
    newId: randomUUID,
    // Even work that has just started waiting counts.
    patienceMs: -60_000,
  };
  await sweepRepositories(sweeping as never);
  expect(announced).toEqual([]);
  expect(await commitsOf(github, layout)).toEqual([]);
  await release(0);
  await world.settled();
  expect(await commitsOf(github, layout)).toHaveLength(1);
});

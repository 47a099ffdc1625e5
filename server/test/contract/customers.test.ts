import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertStep } from '../../src/features/delivery/ledger/ledger.store.ts';
import { stepInputSealContext } from '../../src/features/delivery/ledger/step-input.rules.ts';
import { recipientMac } from '../../src/features/records/history/recipients.rules.ts';
import {
  beginExecution,
  finishExecution,
  updateMailDetails,
} from '../../src/features/records/history/record-execution.store.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let storeId: string;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  storeId = await outstep.newStore();
  key = await outstep.newKey(storeId, 'read');
});
afterAll(() => outstep?.close());

const database = <Row>(text: string, values: unknown[] = []) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as Row[],
  );

let count = 0;

/** A step with this input, in this store unless stated otherwise. */
async function step(input: object, { store = storeId, ended = true } = {}): Promise<string> {
  const { core } = outstep;
  const db = core.database.forStore(store);
  const id = core.runtime.newId();
  const vault = await core.vaultFor(store).unlock();
  await insertStep(db, {
    ...{ storeId: store, id, actionType: 'EMAIL', actionConfigId: null, actionConfigName: 'Welcome' },
    ...{
      trigger: 'workflow',
      runId: `run-${++count}`,
      stepId: 's',
      platform: 'generic',
      createdAt: new Date(),
    },
    ...{
      sealedInput: vault.seal(stepInputSealContext(id), JSON.stringify(input)),
      lane: 'x',
      slots: 1,
      patienceMs: 1e7,
    },
  });
  if (ended) await end(id, store);
  return id;
}

const end = (id: string, store = storeId, detail = 'x') =>
  finishExecution(outstep.core.database.forStore(store), id, {
    ...{ status: 'SUCCESS', error: null, attempts: 1, startedAt: new Date(), finishedAt: new Date() },
    request: { to: ['an******@example.com', 'be******@example.com'] },
    response: { text: 'for An******@example.com, an******%40example.com' },
    timeline: [{ at: new Date().toISOString(), event: 'sent', detail }],
  });

const inputs = async (store = storeId) =>
  (
    await database<{ id: string }>('select execution_id as id from step_inputs where store_id = $1', [store])
  ).map((row) => row.id);
const run = async (verb: string, email: string, store = storeId) => {
  const done = await runOutstep(outstep.env, [
    'customer',
    verb,
    '--store',
    store,
    '--email',
    email,
    '--json',
  ]);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(done.stdout);
};
const erase = (email: string, store = storeId) => outstep.operator(store, 'erase_customer', { email });

describe('exporting and erasing a customer', () => {
  test('the command exports everything about this customer only', async () => {
    const id = await step({ to: [{ address: 'Anna@Example.com' }], variables: { order: { id: 7 } } });
    const inText = await step({ variables: { note: 'call Anna <anna@example.com>, please' } });
    const pending = await step({ to: ['anna@example.com'] }, { ended: false });
    for (const address of [
      'joanna@example.com',
      'x.anna@example.com',
      'x+anna@example.com',
      'anna@example.community',
      'anna@example.com.au',
      'anna@example-com',
      'annaXexample.com',
    ])
      await step({ to: [address] });
    await step({ to: ['anna@example.com'] }, { store: await outstep.newStore() });
    const shown = await run('export', ' ANNA@example.com ');
    expect(shown.email).toBe('anna@example.com');
    expect(shown.steps.map((each: { executionId: string }) => each.executionId)).toEqual(
      [id, inText, pending].sort(),
    );
    expect(shown.steps[0]).toEqual({
      executionId: id,
      actionType: 'EMAIL',
      actionConfigName: 'Welcome',
      status: 'SUCCESS',
      createdAt: expect.stringMatching(/Z$/),
      input: { to: [{ address: 'Anna@Example.com' }], variables: { order: { id: 7 } } },
    });
    expect(await run('export', 'nobody@example.com')).toEqual({
      ...{
        email: 'nobody@example.com',
        steps: [],
        mails: [],
        captured: [],
        unsubscribed: null,
        suppressed: null,
      },
      ...{ files: [], testVariables: [] },
    });
    expect(
      (await outstep.operator(storeId, 'export_customer', { email: 'anna@example.com' })) as object,
    ).toEqual(expect.objectContaining({ email: 'anna@example.com' }));
  });

  test('lists emails to the customer even after their input was erased (contract: Unsubscribing and erasing 5)', async () => {
    const db = outstep.core.database.forStore(storeId);
    const vault = await outstep.core.vaultFor(storeId).unlock();
    const [got, skipped] = [await step({}), await step({})];
    for (const [id, isSkipped] of [[got, false] as const, [skipped, true] as const])
      await updateMailDetails(db, id, {
        ...{ locale: 'en', recipients: ['ca******@example.com'], version: 1, captured: false },
        addressed: [{ mac: recipientMac(vault, 'carla@example.com'), position: null, isSkipped }],
      });
    const { mails, steps } = await run('export', 'Carla@example.com');
    const common = { actionConfigName: 'Welcome', status: 'SUCCESS', createdAt: expect.any(String) };
    expect(mails).toEqual([
      { executionId: skipped, received: 'skipped', ...common },
      { executionId: got, received: 'sent', ...common },
    ]);
    expect(steps).toEqual([]);
    await erase('carla@example.com');
    expect((await run('export', 'carla@example.com')).mails).toEqual([]);
  });

  test('erases data of ended steps now and of running steps later (contract: Unsubscribing and erasing 3)', async () => {
    const before = await inputs();
    const other = await outstep.newStore();
    const foreign = await step({ to: ['ben@example.com'] }, { store: other });
    const done = await step({ to: ['ben@example.com'] });
    const waiting = await step({ to: ['ben@example.com'] }, { ended: false });
    expect(await run('erase', 'Ben@example.com')).toMatchObject({ inputsErased: 1, inputsWaiting: 1 });
    expect(await inputs()).toEqual(expect.arrayContaining([...before, waiting]));
    expect(await inputs()).not.toContain(done);
    const [left] = await database<{ address: Buffer }>('select address from erasures');
    expect(left?.address.toString('latin1')).not.toContain('ben@');
    await end(waiting);
    // Steps accepted after the erasure request are not covered by it.
    const later = await step({ to: ['ben@example.com'] });
    const { eraseDue } = await import('../../src/features/customers/erasure-requests.ts');
    const { core } = outstep;
    const due = (isStopping = () => false) =>
      eraseDue({
        isStopping,
        outside: core.database.outsideStores,
        contextOf: (id) => ({
          ...{ storeId: id, newId: core.runtime.newId },
          ...{ db: core.database.forStore(id), vault: core.vaultFor(id), files: core.filesFor(id) },
        }),
      });
    expect(await due()).toBe(0);
    await database('update erasures set due_at = now()');
    expect(await due(() => true)).toBe(0);
    expect(await inputs()).toContain(waiting);
    await database('update erasures set due_at = now()');
    expect(await due()).toBe(1);
    expect(await inputs()).not.toContain(waiting);
    expect(await inputs()).toContain(later);
    expect(await inputs(other)).toEqual([foreign]);
    expect(await database('select 1 from erasures')).toEqual([]);
  });

  test('finds data across many pages', async () => {
    const store = await outstep.newStore();
    const { core } = outstep;
    const vault = await core.vaultFor(store).unlock();
    const rows = Array.from({ length: 450 }, (_, i) => {
      const id = core.runtime.newId();
      const to = i % 2 === 0 ? 'dora@example.com' : 'emil@example.com';
      return [id, vault.seal(stepInputSealContext(id), JSON.stringify({ to })).toString('hex')];
    });
    await database(
      `insert into step_inputs (store_id, execution_id, sealed)
       select $1, (r ->> 0)::uuid, decode(r ->> 1, 'hex') from json_array_elements($2::json) r`,
      [store, JSON.stringify(rows)],
    );
    expect(await erase('dora@example.com', store)).toMatchObject({ inputsErased: 225, inputsWaiting: 0 });
    expect(await inputs(store)).toHaveLength(225);
    expect(await erase('dora@example.com', store)).toMatchObject({ inputsErased: 0 });
  });
});

describe('history after erasing a customer', () => {
  test('keeps history entries and removes the masked address, in this store only (contract: Unsubscribing and erasing 3)', async () => {
    const other = await outstep.newStore();
    const foreign = await step({}, { store: other });
    const id = await step({}, { ended: false });
    await end(id, storeId, 'an******@example.com, be******@example.com: sent\nan******@example.com.');
    await database(`update executions set recipients = '["an******@example.com","be******@example.com"]'`);
    const pending = outstep.core.runtime.newId();
    await beginExecution(outstep.core.database.forStore(storeId), {
      ...{ storeId, id: pending, actionType: 'EMAIL', actionConfigId: null, actionConfigName: 'x' },
      ...{ trigger: 'workflow', createdAt: new Date() },
    });
    const totals = async () =>
      (await outstep.call(key, 'GET', '/api/v1/stats')).body.totals as Record<string, number>;
    const before = await totals();

    await erase('anna@example.com');
    const { body } = await outstep.call(key, 'GET', `/api/v1/history/${id}`);
    expect(body).toMatchObject({
      status: 'SUCCESS',
      actionConfigName: 'Welcome',
      attempts: 1,
      recipients: ['******', 'be******@example.com'],
      request: { to: ['******', 'be******@example.com'] },
      response: { text: 'for ******, ******' },
    });
    expect(body.timeline[0].detail).toBe('******, be******@example.com: sent\n******.');
    expect(await totals()).toEqual(before);
    const [row] = await database<{ recipients: string[] }>(
      'select recipients from executions where id = $1',
      [foreign],
    );
    expect(row?.recipients).toEqual(['an******@example.com', 'be******@example.com']);
  });
});

test.each(['export', 'erase'])('%s rejects an invalid address and changes nothing', async (verb) => {
  const before = await inputs();
  const done = await runOutstep(outstep.env, [
    'customer',
    verb,
    '--store',
    storeId,
    '--email',
    '%@example.com.',
  ]);
  expect(done).toMatchObject({ code: 1, stdout: '' });
  expect(done.stderr).toContain('email: must be a single email address such as anna@example.com');
  expect(await inputs()).toEqual(before);
});

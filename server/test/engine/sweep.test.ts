import { afterAll, beforeAll, expect, test } from 'vitest';
import { laneOfStore } from '../../src/features/delivery/ledger/lanes.rules.ts';
import { insertStep } from '../../src/features/delivery/ledger/ledger.store.ts';
import { sweep } from '../../src/features/delivery/steps/sweep.ts';
import type { Ensured } from '../../src/kernel/engine.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';

const PATIENCE_MS = 60_000;

let outstep: Outstep;
let executionId: string;

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
  const { database, runtime } = outstep.core;
  const storeId = await outstep.newStore();
  const step = await insertStep(database.forStore(storeId), {
    ...{ storeId, id: runtime.newId(), ...laneOfStore(storeId), platform: 'generic', trigger: 'workflow' },
    ...{ actionType: 'HTTP_REQUEST', actionConfigId: runtime.newId(), actionConfigName: 'Call' },
    ...{ runId: 'run', stepId: 'step', createdAt: runtime.now(), patienceMs: 0 },
    sealedInput: Buffer.from('x'),
  });
  ({ executionId } = step);
});
afterAll(() => outstep?.close());

const asOwner = <T>(text: string) =>
  withClient(String(outstep.env['DATABASE_URL']), async (client) => {
    const { rows } = await client.query(text, [executionId]);
    return rows[0] as T;
  });

/** One sweep in which the engine says this; answers in how many patiences the next one looks at the work. */
async function nextLook(ensure: () => Promise<Ensured>): Promise<number> {
  await asOwner(`update deliveries set sweep_at = now() - interval '1 s' where execution_id = $1`);
  await sweep({
    outside: outstep.core.database.outsideStores,
    forStore: outstep.core.database.forStore,
    engine: { ensure } as never,
    patienceMs: PATIENCE_MS,
    isStopping: () => false,
  }).catch(() => undefined);
  const { ms } = await asOwner<{ ms: number }>(
    `select (extract(epoch from sweep_at - now()) * 1000)::float as ms from deliveries where execution_id = $1`,
  );
  return Math.round(ms / PATIENCE_MS);
}

test('work that waits is looked at less and less often, work that the engine was not there for is not', async () => {
  const away = () => nextLook(() => Promise.reject(new Error('the engine is away')));
  const waiting = () => nextLook(async () => 'waiting');
  expect([await away(), await away(), await away()]).toEqual([1, 1, 1]);
  expect([await waiting(), await waiting(), await waiting()]).toEqual([1, 2, 4]);
  expect([await away(), await away()]).toEqual([1, 1]);
  expect([await waiting(), await waiting()]).toEqual([1, 2]);
  expect(await nextLook(async () => 'taken')).toBe(1);
});

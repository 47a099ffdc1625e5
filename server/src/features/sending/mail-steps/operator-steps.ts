import type { OperatorContext } from '../../../kernel/operation.ts';
import type { AcceptStepContext } from '../../delivery/steps/accept-step.ts';

/** For steps that no platform requested. If the engine is unavailable, the sweeper finds them. */
export const operatorStepContext = (
  ctx: Pick<
    OperatorContext,
    'storeId' | 'db' | 'vault' | 'heavy' | 'engine' | 'newId' | 'now' | 'patienceMs' | 'instruments'
  >,
): AcceptStepContext => ({
  ...{ storeId: ctx.storeId, db: ctx.db, vault: ctx.vault, engine: ctx.engine },
  ...{ heavy: ctx.heavy, newId: ctx.newId, now: ctx.now, instruments: ctx.instruments },
  ledger: { patienceMs: ctx.patienceMs },
  warn: () => undefined,
  platform: 'operator',
});

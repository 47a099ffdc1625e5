import type { OperatorContext } from '../../../kernel/operation.ts';
import type { AcceptStepContext } from '../../delivery/steps/accept-step.ts';

/** Steps that no platform has asked for. The engine may be away: whatever is written down is found. */
export const operatorStepContext = (ctx: OperatorContext): AcceptStepContext => ({
  ...{ storeId: ctx.storeId, db: ctx.db, vault: ctx.vault, engine: ctx.engine },
  ...{ newId: ctx.newId, now: ctx.now },
  ledger: { patienceMs: ctx.patienceMs },
  warn: () => undefined,
  platform: 'operator',
});

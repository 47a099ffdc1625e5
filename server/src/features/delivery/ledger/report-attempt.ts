import type { WorkRef } from '../../../kernel/engine.ts';
import type { AttemptOutcome, StepKind } from '../../../kernel/instruments.ts';
import type { ActionType } from '../../records/history/history.schema.ts';
import type { LedgerRow } from './ledger.store.ts';
import type { WorkContext } from './work.ts';

export const kindOf = (actionType: ActionType): StepKind => (actionType === 'EMAIL' ? 'mail' : 'http');

/** Reports the outcome of an attempt to metrics and the log. */
export function reportAttempt(
  { instruments, storeId }: Pick<WorkContext, 'instruments' | 'storeId'>,
  { ref, row }: { ref: Omit<WorkRef, 'storeId' | 'generation'>; row: Pick<LedgerRow, 'actionType'> },
  outcome: AttemptOutcome,
  began: number,
): void {
  const { executionId, position, attempt } = ref;
  const ms = performance.now() - began;
  const kind = kindOf(row.actionType);
  instruments.attempted({ kind, storeId, executionId, position, attempt, outcome, ms });
}

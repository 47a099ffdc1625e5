import type { ActionType, Warning } from '../../../../features/records/history/history.schema.ts';
import type { MailNote, Outcome } from '../../../../features/records/history/record-execution.store.ts';

/** How an execution of the month went. */
export interface Entry {
  actionType: ActionType;
  /** The layout or HTTP request. */
  configId: string;
  configName: string;
  mail: MailNote | null;
  warnings: readonly Warning[];
  outcome: Outcome;
  /** An address that gets no mail from then on. */
  suppresses: { address: string; reason: string } | null;
}

import type { ActionType, Warning } from '../../../../features/records/history/history.schema.ts';
import type {
  ExecutionOutcome,
  MailNote,
} from '../../../../features/records/history/record-execution.store.ts';

/** How an execution of the month went. */
export interface DemoEntry {
  actionType: ActionType;
  /** The layout or HTTP request. */
  configId: string;
  configName: string;
  mail: MailNote | null;
  warnings: readonly Warning[];
  outcome: ExecutionOutcome;
  /** An address that gets no email from then on. */
  suppresses: { address: string; reason: string } | null;
}

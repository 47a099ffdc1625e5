import type { ActionType, Warning } from '../../../../features/records/history/history.schema.ts';
import type {
  ExecutionOutcome,
  MailDetails,
} from '../../../../features/records/history/record-execution.store.ts';

/** An execution of the month and its outcome. */
export interface DemoEntry {
  actionType: ActionType;
  /** The layout or HTTP request. */
  configId: string;
  configName: string;
  mail: MailDetails | null;
  warnings: readonly Warning[];
  outcome: ExecutionOutcome;
  /** An address that receives no more emails from then on. */
  suppresses: { address: string; reason: string } | null;
}

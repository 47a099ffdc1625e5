import type { Engine, WorkRef } from '../../../kernel/engine.ts';
import type { MailTransport } from '../../../kernel/mail.ts';
import type { MailboxHost } from '../../../kernel/mailbox.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { LedgerRow } from './ledger.store.ts';
import type { RetrySchedule } from './retry.rules.ts';

/** Added to the longest time a call may take: a run without a recorded result by then is gone. */
export const LEASE_MARGIN_MS = 10_000;

export interface LedgerSettings {
  schedule: RetrySchedule;
  /** How long submitted work may go without a run before it is submitted again. */
  patienceMs: number;
}

/** What running work needs: everything that a call has, plus email, and the engine for follow-up work. */
export interface WorkContext extends Context {
  readonly engine: Engine;
  readonly mail: MailTransport;
  readonly mailboxes: Pick<MailboxHost, 'refresh' | 'send'>;
  readonly ledger: LedgerSettings;
  /** For problems that someone must investigate, but that no step waits for. */
  readonly warn: (error: unknown, what: string) => void;
}

/** Work that is due and may be claimed. */
export interface LoadedWork {
  /** Whether it has ended or waits for a later attempt; others of its line may still have to be sent. */
  isOver: boolean;
  ref: WorkRef;
  row: LedgerRow;
  /** The input of the step, or the plan that replaced it, as it was serialized. */
  input: string;
}

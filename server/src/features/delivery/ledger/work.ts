import type { Engine, WorkRef } from '../../../kernel/engine.ts';
import type { MailCarrier } from '../../../kernel/mail.ts';
import type { MailboxHost } from '../../../kernel/mailbox.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { LedgerRow } from './ledger.store.ts';
import type { RetrySchedule } from './retry.rules.ts';

/** Added to the longest that a call may take: whoever still has not recorded it by then is gone. */
export const LEASE_MARGIN_MS = 10_000;

export interface LedgerSettings {
  schedule: RetrySchedule;
  /** How long submitted work may go unseen before it is submitted again. */
  patienceMs: number;
}

/** What work is done with: everything a call has, mail, and the engine for what comes after. */
export interface WorkContext extends Context {
  readonly engine: Engine;
  readonly mail: MailCarrier;
  readonly mailboxes: Pick<MailboxHost, 'refresh' | 'send'>;
  readonly ledger: LedgerSettings;
  /** For what a person must look at, and no step waits for. */
  readonly warn: (error: unknown, what: string) => void;
}

/** Work that is due and may be claimed. */
export interface LoadedWork {
  ref: WorkRef;
  row: LedgerRow;
  /** What the step was given, or the plan made of it, as it was written down. */
  input: string;
}

import type { MailLanguage } from './mail-language.ts';
import type { BoundStatement } from './ports.ts';

/** Who calls: a key, a person in the app, or whoever has the command line. */
export interface Actor<Type extends 'key' | 'user' | 'operator' = 'key' | 'user' | 'operator'> {
  type: Type;
  id: string;
  name: string;
}

/** What the audit log says of a change: never a value that was sent. */
export interface AuditEntry {
  operation: string;
  /** Which record; `null` where there is none, or it is a person's address. */
  target: string | null;
  summary: string;
}

interface Audit {
  /** Keeps who changed what. Never rejects: what was done is done. */
  (entry: AuditEntry): Promise<void>;
  /** The same as statements, for the transaction of what was changed. */
  rows(entry: AuditEntry): BoundStatement<unknown>[];
}

export interface AuditContext {
  readonly audit: Audit;
}

/** Where a call came from: the address on the network, and what the program there says of itself and its reader. */
export interface CallClient {
  address: string | null;
  agent: string | null;
  /** That it asks for; `null` if it names none that we write. */
  language: MailLanguage | null;
}

/**
 * Statements that write the audit entry of a call, which answers `value` where its path does not name the record.
 * Whoever asks for them writes them in the transaction of the change, and nobody else tells it.
 */
export type AuditRows = (value?: object) => BoundStatement<unknown>[];

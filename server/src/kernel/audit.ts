import type { MailLanguage } from './mail-language.ts';
import type { BoundStatement } from './ports.ts';

/** The caller: a key, a person in the app, or the operator on the command line. */
export interface Actor<Type extends 'key' | 'user' | 'operator' = 'key' | 'user' | 'operator'> {
  type: Type;
  id: string;
  name: string;
}

/** What the audit log records about a change: never a value that was sent. */
export interface AuditEntry {
  operation: string;
  /** The record's ID; `null` if there is none, or if it is a person's address. */
  target: string | null;
  summary: string;
}

interface Audit {
  /** Records who changed what. Never rejects, because the change has already happened. */
  (entry: AuditEntry): Promise<void>;
  /** The same as statements, to run in the transaction of the change. */
  rows(entry: AuditEntry): BoundStatement<unknown>[];
}

export interface AuditContext {
  readonly audit: Audit;
}

/** The origin of a call: its network address, its user agent and its preferred language. */
export interface CallClient {
  address: string | null;
  agent: string | null;
  /** The first supported language that it asks for; `null` if there is none. */
  language: MailLanguage | null;
}

/**
 * Statements that write the audit entry of a call; `value` is its result, if the path does not name the
 * record. The caller must run them in the transaction of the change, because it is recorded nowhere else.
 */
export type AuditRows = (value?: object) => BoundStatement<unknown>[];

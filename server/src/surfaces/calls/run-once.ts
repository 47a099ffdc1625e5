import { OperationError } from '../../kernel/error.ts';
import { invalidField } from '../../kernel/fields.ts';
import { canonicalJson, type Json } from '../../kernel/json.ts';
import { message } from '../../kernel/messages/message.ts';
import type { AnyOperation } from '../../kernel/operation.ts';
import type { IdempotentAnswers, StoredAnswer } from '../../kernel/ports.ts';
import type { OperationCall } from './invoke.ts';

const MAX_LENGTH = 256;

/** Checks the caller's idempotency key; `field` is where it was sent. */
export function requireIdempotencyKey(field: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_LENGTH || /[^\x20-\x7e]/.test(value))
    throw invalidField(field, message('key_length', { max: MAX_LENGTH }));
  return value;
}

/** Identifies the call: the same over REST and as a tool, and for every spelling of the same JSON. */
export const textOfCall = (
  { name }: AnyOperation,
  { path, fields }: Pick<OperationCall, 'path' | 'fields'>,
): string => canonicalJson([name, path, fields as Json]);

export interface Repeatable {
  /** The caller's key, with the field name for errors. */
  sent: { field: string; key: string } | null;
  /** Texts that identify the call; the first is stored, and any of them may have been stored before. */
  calls(): readonly [string, ...string[]];
  answers: IdempotentAnswers;
  sha256(text: string): Buffer;
}

export type RepeatedAnswer = StoredAnswer & { replayed?: boolean };

/**
 * Runs `work` at most once for a caller's key. A call that definitely had no effect frees the key; one that
 * may have had an effect keeps it, so that no effect occurs twice
 * (contract: Repeating and overlapping writes 1; Repeating and overlapping writes 2).
 */
export async function runOnce(
  { sent, calls, answers, sha256 }: Repeatable,
  work: () => Promise<StoredAnswer>,
): Promise<RepeatedAnswer> {
  if (sent === null) return work();
  // A caller's key may be anything, even a secret: only its hash is stored.
  const key = sha256(sent.key).toString('base64');
  const begun = await answers.begin(key, calls().map(sha256));
  if (begun.state === 'answered') return { ...begun.answer, replayed: true };
  if (begun.state === 'other-call') {
    throw new OperationError('conflict', message('idempotency_key_reused', { key: sent.field }));
  }
  if (begun.state === 'under-way') {
    throw new OperationError('conflict', message('idempotency_key_pending', { key: sent.field }));
  }
  try {
    const answer = await work();
    await answers.finish(key, answer);
    return answer;
  } catch (error) {
    const surelyNothingDone =
      error instanceof OperationError && error.kind !== 'unavailable' && error.kind !== 'internal';
    if (surelyNothingDone) await answers.forget(key);
    throw error;
  }
}

import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../kernel/error.ts';
import { invalidField } from '../../kernel/fields.ts';
import type { IdempotentAnswers, StoredAnswer } from '../../kernel/ports.ts';

const MAX_LENGTH = 256;

function readKey(request: FastifyRequest): string | null {
  const value = request.headers['idempotency-key'];
  if (value === undefined || request.method !== 'POST') return null;
  const key = String(value);
  if (key === '' || key.length > MAX_LENGTH || /[^\x20-\x7e]/.test(key)) {
    throw invalidField('Idempotency-Key', `1 to ${MAX_LENGTH} printable characters`);
  }
  return key;
}

/**
 * Runs `work` at most once for an Idempotency-Key. A call that surely had no effect frees the key;
 * one that may have had one keeps it, so that nothing is done twice (contract: Repeating and overlapping writes 1, 2).
 */
export async function runOnce(
  request: FastifyRequest,
  answers: IdempotentAnswers,
  sha256: (text: string) => Buffer,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed?: boolean }> {
  const sent = readKey(request);
  if (sent === null) return work();
  // A caller's key may be anything, even a secret: only its hash is stored.
  const key = sha256(sent).toString('base64');
  const body = request.body as Buffer | undefined;
  const begun = await answers.begin(
    key,
    sha256(`${request.method} ${request.url}\n${body?.toString('base64') ?? ''}`),
  );
  if (begun.state === 'answered') return { ...begun.answer, replayed: true };
  if (begun.state === 'other-call') {
    throw new Refusal('conflict', 'this Idempotency-Key was used for another call');
  }
  if (begun.state === 'under-way') {
    throw new Refusal(
      'conflict',
      'a call with this Idempotency-Key is under way or was cut off; see whether it took effect before you use a new key',
    );
  }
  try {
    const answer = await work();
    await answers.finish(key, answer);
    return answer;
  } catch (error) {
    const surelyNothingDone =
      error instanceof Refusal && error.code !== 'unavailable' && error.code !== 'internal';
    if (surelyNothingDone) await answers.forget(key);
    throw error;
  }
}

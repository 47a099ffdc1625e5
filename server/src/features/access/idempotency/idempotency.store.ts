import { z } from 'zod';
import {
  bind,
  type IdempotencyStart,
  type IdempotentAnswers,
  type Queries,
  type StoreDatabase,
  type StoredAnswer,
  statement,
} from '../../../kernel/ports.ts';
import { versioned } from '../../../kernel/versioned.ts';

export const storedAnswers = versioned<StoredAnswer>(
  'answer to an Idempotency-Key',
  z.object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() }),
);

const HOURS_KEPT = 24;

/** Storing an answer also deletes a few expired ones of the store. */
const purge = statement(
  'idempotency_purge',
  `delete from idempotent_answers where ctid in
     (select ctid from idempotent_answers where expires_at < now() order by expires_at limit 10)`,
);
const reserve = statement<{ isNew: boolean }>(
  'idempotency_reserve',
  `insert into idempotent_answers (store_id, key_id, idempotency_key, fingerprint, expires_at)
   values ($1, $2, $3, $4, now() + make_interval(hours => ${HOURS_KEPT}))
   on conflict (store_id, key_id, idempotency_key) do nothing
   returning true as "isNew"`,
);
const select = statement<{ fingerprint: Buffer; answer: string | null }>(
  'idempotency_get',
  'select fingerprint, answer::text as answer from idempotent_answers where key_id = $1 and idempotency_key = $2',
);
const complete = statement(
  'idempotency_finish',
  'update idempotent_answers set answer = $3 where key_id = $1 and idempotency_key = $2',
);
const remove = statement(
  'idempotency_forget',
  'delete from idempotent_answers where key_id = $1 and idempotency_key = $2 and answer is null',
);

export function createIdempotentAnswers(
  db: StoreDatabase,
  storeId: string,
  keyId: string,
): IdempotentAnswers {
  return {
    async begin(idempotencyKey, fingerprints): Promise<IdempotencyStart> {
      const [, reserved, [known]] = await db.batch<
        [unknown, { isNew: boolean }, { fingerprint: Buffer; answer: string | null }]
      >([
        bind(purge),
        bind(reserve, storeId, keyId, idempotencyKey, fingerprints[0]),
        bind(select, keyId, idempotencyKey),
      ]);
      if (reserved.length > 0 || !known) return { state: 'new' };
      if (!fingerprints.some((each) => known.fingerprint.equals(each))) return { state: 'other-call' };
      return known.answer
        ? { state: 'answered', answer: storedAnswers.read(known.answer) }
        : { state: 'under-way' };
    },
    async finish(idempotencyKey, answer) {
      await db.rows(bind(complete, keyId, idempotencyKey, storedAnswers.write(answer)));
    },
    async forget(idempotencyKey) {
      await db.rows(bind(remove, keyId, idempotencyKey));
    },
  };
}

// Without its answer, a call counts as interrupted: a repeat is rejected instead of run again.
const empty = statement(
  'idempotency_erase_answers',
  'update idempotent_answers set answer = null where answer::text ~* $1',
);

/** Erases answers that match a regular expression. Keys are stored as hashes, so they need no erasing. */
export const eraseIdempotentAnswers = (db: Queries, pattern: string) => db.rows(bind(empty, pattern));

import { limitNames, limitReached } from '../../../kernel/limits.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import type { LimitChange } from './limits.rules.ts';
import type { LimitUse } from './limits.schema.ts';

const uses = statement<LimitUse>(
  'limits_used',
  `select n.name, limit_used(s.id, n.name)::float8 as used, limit_of(s.id, n.name)::float8 as allowed
   from stores s, unnest($1::text[]) with ordinality as n (name, place) order by n.place`,
);
const set = statement(
  'limit_set',
  `insert into store_limits (store_id, name, value) values ($1, $2, $3)
   on conflict (store_id, name) do update set value = excluded.value`,
);
const reset = statement('limit_reset', 'delete from store_limits where name = $1');
const setQuota = statement(
  'limit_set_quota',
  `insert into settings (store_id, name, value) values ($1, 'quota', $2)
   on conflict (store_id, name) do update set value = excluded.value, updated_at = now()`,
);
const resetQuota = statement('limit_reset_quota', "delete from settings where name = 'quota'");
const takeTestMail = statement<{ used: number }>(
  'test_mail_take',
  `insert into test_mail_usage as usage (store_id, hour, used)
   select $1::uuid, date_trunc('hour', now()), 1 where limit_of($1::uuid, 'test-mails') > 0
   on conflict (store_id, hour) do update set used = usage.used + 1
   where usage.used < limit_of(usage.store_id, 'test-mails')
   returning used`,
);
const allowedTestMails = statement<{ allowed: number }>(
  'test_mails_allowed',
  "select limit_of($1, 'test-mails')::float8 as allowed",
);

/** How much of each limit the scoped store uses, and may use (contract: Limits 3). */
export const limitsOf = (db: Queries): Promise<LimitUse[]> => db.rows(bind(uses, [...limitNames]));

function setting(storeId: string, { name, value }: LimitChange) {
  if (name === 'quota') return value === null ? bind(resetQuota) : bind(setQuota, storeId, String(value));
  return value === null ? bind(reset, name) : bind(set, storeId, name, value);
}

export async function setLimits(tx: Queries, storeId: string, changes: readonly LimitChange[]) {
  for (const change of changes) await tx.rows(setting(storeId, change));
}

/** Counts a test email against this hour's limit, or rejects it. */
export async function countTestEmail(db: Queries, storeId: string): Promise<void> {
  if ((await db.rows(bind(takeTestMail, storeId))).length > 0) return;
  const [row] = await db.rows(bind(allowedTestMails, storeId));
  throw limitReached('test-mails', row?.allowed ?? 0);
}

export const OLD_TEST_MAILS: RetentionRule = {
  table: 'test_mail_usage',
  where: "hour < now() - interval '2 days'",
};

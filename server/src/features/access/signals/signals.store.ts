import { type BoundStatement, bind, statement } from '../../../kernel/ports.ts';
import type { Signal, SignalSource } from './signals.schema.ts';

/** The id that represents no layout, request or sender. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

const COLUMNS = `store_id, minute, source, reason, detail, config_id, sender_id, shard, count, first_id, last_id,
  first_at, last_at`;
const KEY = 'store_id, minute, source, reason, detail, config_id, sender_id, shard';

/** Counts an execution that failed; `from` has `store_id`, `id`, `action_type`, `config_id`, `sender_id` and `shard`. */
export const countFailureSql = (from: string, { at, reason, detail }: Record<'at' | keyof Signal, string>) =>
  `insert into alert_signals as s (${COLUMNS})
   select f.store_id, date_trunc('minute', ${at}::timestamptz), f.action_type, ${reason}::text, ${detail}::text,
     f.config_id, f.sender_id, f.shard, 1, f.id, f.id, ${at}, ${at}
   from (${from}) f
   on conflict (${KEY}) do update set count = s.count + 1, first_id = least(s.first_id, excluded.first_id),
     last_id = greatest(s.last_id, excluded.last_id), first_at = least(s.first_at, excluded.first_at),
     last_at = greatest(s.last_at, excluded.last_at)`;

/**
 * Records a signal if units crossed 80 or 100 % of the quota; does nothing without a quota. `taken` is a CTE
 * whose `used` includes these units.
 */
export const quotaSignalsSql = (taken: string, store: string, units: string, quota: string) =>
  `insert into alert_signals (${COLUMNS})
   select ${store}::uuid, date_trunc('minute', now()), 'quota', 'quota',
     case when t.used >= q.most then '100' else '80' end, '${NO_ID}', '${NO_ID}', 0, 1, null, null, now(), now()
   from ${taken} t, (select ${quota} as most) q
   where q.most > 0 and ((t.used >= q.most and t.used - ${units} < q.most)
     or (t.used * 5 >= q.most * 4 and (t.used - ${units}) * 5 < q.most * 4))
   on conflict (${KEY}) do nothing`;

const note = statement(
  'alert_signal_note',
  `insert into alert_signals as s (${COLUMNS})
   values ($1, date_trunc('minute', $5::timestamptz), $2, $3, $4, '${NO_ID}', '${NO_ID}', 0, 1, null, null, $5, $5)
   on conflict (${KEY}) do update set count = s.count + 1, last_at = greatest(s.last_at, excluded.last_at)`,
);

/** A statement for a signal that is not from an execution, for the transaction that records its cause. */
export const recordSignal = (
  storeId: string,
  source: SignalSource,
  { reason, detail }: Signal,
  at: Date,
): BoundStatement<unknown> => bind(note, storeId, source, reason, detail, at);

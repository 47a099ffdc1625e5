import { type BoundStatement, bind, statement } from '../../../kernel/ports.ts';
import type { WatchedCause } from '../alerts/alerts.schema.ts';

/**
 * How many executions succeeded since then, counted up to a limit: all that matters is whether they far
 * outnumber the failures.
 */
const recent = statement<{ count: number }>(
  'alert_recent_successes',
  `select count(*) as count from (
     select from executions where action_type = $1 and status = 'SUCCESS' and id >= first_id_of($2) limit $3
   ) successes`,
);
const byConfig = statement<{ is: boolean }>(
  'alert_success_by_config',
  `select exists (
     select from executions where action_config_id = any($1) and status = 'SUCCESS' and id > first_id_of($2)
   ) as is`,
);
/** The most recent emails of these layouts that are scanned for one sent by the sender. */
const MAX_SCANNED_MAILS = 100;
const bySender = statement<{ is: boolean }>(
  'alert_success_by_sender',
  `select exists (
     select from (
       select store_id, id from executions
       where action_config_id = any($1) and status = 'SUCCESS' and id > first_id_of($2) order by id desc limit ${MAX_SCANNED_MAILS}
     ) e join deliveries d on d.store_id = e.store_id and d.execution_id = e.id
     where d.lane = 'sender:' || $3
   ) as is`,
);
const byType = statement<{ is: boolean }>(
  'alert_success_by_type',
  `select exists (
     select from executions where action_type = $1 and status = 'SUCCESS' and id > first_id_of($2)
   ) as is`,
);

type FactState = 'fine' | 'bad' | 'gone' | null;

const stateOfQuota = statement<{ state: FactState }>(
  'alert_state_quota',
  `select case when s.value is null or coalesce(u.used, 0) * 100 < s.value::bigint * $1::integer then 'fine' else 'bad' end
     as state
   from (select 1) one left join settings s on s.name = 'quota'
   left join quota_usage u on u.month = date_trunc('month', now() at time zone 'utc')::date`,
);
const stateOfRepository = statement<{ state: FactState }>(
  'alert_state_repository',
  `select case when c.provider is null then 'gone' when c.failures = 0 then 'fine' else 'bad' end as state
   from (select 1) one left join repository_connections c on true`,
);
const stateOfMailbox = statement<{ state: FactState }>(
  'alert_state_mailbox',
  `select case when m.id is null then 'gone' when m.status = 'connected' then 'fine' else 'bad' end as state
   from (select 1) one left join mailboxes m on m.id = $1`,
);
const stateOfSecret = statement<{ state: FactState }>(
  'alert_state_secret',
  `select case when exists (select from secrets where name = $1 and value is not null) then 'fine' end as state`,
);
const stateOfSenders = statement<{ state: FactState }>(
  'alert_state_senders',
  `select case when exists (select from smtp_senders) or exists (select from mailboxes) then 'fine' end as state`,
);
const stateOfSender = statement<{ state: FactState }>(
  'alert_state_sender',
  `select case when not exists (select from smtp_senders where id = $1)
     and not exists (select from mailboxes where id = $1) then 'gone' end as state`,
);
const stateOfDomain = statement<{ state: FactState }>(
  'alert_state_domain',
  `select case when count(*) = 0 then 'gone'
     when bool_or(coalesce(domain_states -> 'broken', '[]') @> to_jsonb($2::text)) then 'bad' else 'fine' end as state
   from smtp_senders where lower(split_part(from_address, '@', -1)) = $1`,
);
const noState = statement<{ state: FactState }>('alert_state_none', 'select null as state');

/** The state of the subject itself, where it can be checked. */
function readingState({ reason, detail, senderId }: WatchedCause): BoundStatement<{ state: FactState }> {
  switch (reason) {
    case 'quota':
      return bind(stateOfQuota, Number(detail));
    case 'repository_refused':
      return bind(stateOfRepository);
    case 'mailbox_lost':
      return senderId ? bind(stateOfMailbox, senderId) : bind(noState);
    case 'secret_missing':
      return bind(stateOfSecret, detail);
    case 'no_sender':
      return bind(stateOfSenders);
    case 'spf':
    case 'dkim':
    case 'dmarc':
      return bind(stateOfDomain, detail, reason);
    default:
      return senderId ? bind(stateOfSender, senderId) : bind(noState);
  }
}

/** Whether the subject of the cause has had a success since then. */
function readingSuccess(
  { source, reason, senderId, configIds }: WatchedCause,
  since: Date,
): BoundStatement<{ is: boolean }> {
  if (reason === 'many' || configIds.length === 0) return bind(byType, source, since);
  return senderId ? bind(bySender, configIds, since, senderId) : bind(byConfig, configIds, since);
}

export interface RawFacts {
  recentSuccesses: number;
  succeededSinceFirst: boolean;
  succeededSinceLast: boolean;
  state: FactState;
}

export const FACT_STATEMENTS = 4;

/** Four statements, whose rows `factsOf` reads; each stops after a bounded number of rows. */
export const factsQuery = (
  watch: WatchedCause,
  window: { since: Date; most: number },
): BoundStatement<unknown>[] => [
  bind(recent, watch.source, window.since, window.most),
  readingSuccess(watch, watch.firstAt),
  // Later than the last failure: marketing email with an unknown outcome counts as sent, and must not close
  // the alert by itself.
  readingSuccess(watch, new Date(watch.lastAt.getTime() + 1)),
  readingState(watch),
];

export function factsOf(rows: readonly unknown[][]): RawFacts {
  const [counted, first, last, state] = rows.map(([row]) => row as Record<string, never> | undefined);
  return {
    recentSuccesses: counted?.['count'] ?? 0,
    succeededSinceFirst: first?.['is'] ?? false,
    succeededSinceLast: last?.['is'] ?? false,
    state: state?.['state'] ?? null,
  };
}

import { type BoundStatement, bind, type Queries, statement } from '../../../kernel/ports.ts';
import type { DomainStates } from './domain-states.rules.ts';

const take = statement<{ storeId: string; senderId: string }>(
  'alert_domains_take',
  'select store_id as "storeId", sender_id as "senderId" from take_due_domains($1, $2)',
);
const select = statement<{ host: string; fromAddress: string; states: DomainStates | null }>(
  'alert_domain_get',
  'select host, from_address as "fromAddress", domain_states as states from smtp_senders where id = $1',
);
const put = statement(
  'alert_domain_put',
  `update smtp_senders set domain_states = $2,
     domain_due_at = least(domain_due_at, $3::timestamptz + make_interval(secs => $4))
   where id = $1`,
);

/** Looks across stores, through a dedicated database function. */
export const claimDueDomains = (outside: Queries, now: Date, most: number) =>
  outside.rows(bind(take, now, most));

export const findDomain = async (db: Queries, senderId: string) =>
  (await db.rows(bind(select, senderId)))[0] ?? null;

/** Stores the states and schedules the next lookup in `againSeconds`, unless one is due earlier. */
export const upsertDomain = (
  senderId: string,
  states: DomainStates | null,
  now: Date,
  againSeconds: number,
): BoundStatement<unknown> =>
  bind(put, senderId, states === null ? null : JSON.stringify(states), now, againSeconds);

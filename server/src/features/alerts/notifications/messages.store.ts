import { type BoundStatement, bind, type Queries, statement } from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import type { AlertKind } from '../alerts/alerts.schema.ts';

export type AlertEvent = 'opened' | 'closed';

const toPeople = statement(
  'alert_messages_to_people',
  `insert into alert_messages (store_id, id, alert_id, event, person_id, due_at, made_at)
   select $1, gen_random_uuid(), $2, $3, m.person_id, $4, $4
   from store_members m left join alert_choices c on c.store_id = m.store_id and c.person_id = m.person_id
   where case when c.person_id is null then m.role = 'owner' else $5 = any(c.by_mail) end`,
);
const toWebhook = statement(
  'alert_message_to_webhook',
  `insert into alert_messages (store_id, id, alert_id, event, due_at, made_at)
   select $1, gen_random_uuid(), $2, $3, $4, $4 from alert_webhooks where $5 = any(kinds)`,
);

interface NotificationContext {
  storeId: string;
  now: Date;
  mails: boolean;
}

/** Queues one message per subscriber, in the transaction that writes the alert (contract: Alerts 2). */
export const enqueueNotifications = (
  { storeId, now, mails }: NotificationContext,
  { id, kind }: { id: string; kind: AlertKind },
  event: AlertEvent,
): BoundStatement<unknown>[] =>
  [...(mails ? [toPeople] : []), toWebhook].map((insert) => bind(insert, storeId, id, event, now, kind));

export interface DueMessage {
  storeId: string;
  id: string;
  alertId: string;
  event: AlertEvent;
  /** `null` for the webhook. */
  personId: string | null;
  attempts: number;
  /** `null` if the person must not be emailed. */
  email: string | null;
}

const take = statement<DueMessage>(
  'alert_messages_take',
  `select store_id as "storeId", id, alert_id as "alertId", event, person_id as "personId", attempts, email
   from take_alert_messages($1, $2, $3)`,
);
const end = statement('alert_messages_end', 'delete from alert_messages where id = any($1)');
const delay = statement(
  'alert_message_delay',
  'update alert_messages set due_at = $2::timestamptz + make_interval(secs => $3) where id = $1',
);

/** Looks across stores, through a dedicated database function. */
export const claimMessages = (outside: Queries, now: Date, most: number, pauseSeconds: number) =>
  outside.rows(bind(take, now, most, pauseSeconds));

export const endMessages = (db: Queries, ids: readonly string[]) => db.rows(bind(end, ids));

export const delayMessage = (db: Queries, id: string, now: Date, seconds: number) =>
  db.rows(bind(delay, id, now, seconds));

/** The message is too old, or has no recipient left. */
export const OLD_MESSAGES: RetentionRule = {
  table: 'alert_messages',
  where: "made_at < now() - interval '2 days'",
};

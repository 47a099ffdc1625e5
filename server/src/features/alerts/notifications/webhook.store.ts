import { bind, briefRead, type Queries, type SealContext, statement } from '../../../kernel/ports.ts';
import type { AlertKind } from '../alerts/alerts.schema.ts';
import type { Webhook } from './webhook.schema.ts';

/** Binds the sealed URL and the sealed secret of the webhook to their columns. */
export const webhookSealContext = (column: 'url' | 'secret'): SealContext => ({
  table: 'alert_webhooks',
  name: column,
});

const select = briefRead<Webhook>(
  'alert_webhook_get',
  `select host, kinds, created_at as "createdAt", last_at as "lastAt", last_error as "lastError" from alert_webhooks`,
);
const selectSealed = briefRead<{ url: Buffer; secret: Buffer }>(
  'alert_webhook_sealed',
  'select url, secret from alert_webhooks',
);
const put = statement(
  'alert_webhook_put',
  `insert into alert_webhooks (store_id, url, secret, host, kinds) values ($1, $2, $3, $4, $5)
   on conflict (store_id) do update set url = excluded.url, secret = excluded.secret, host = excluded.host,
     kinds = excluded.kinds, created_at = now(), last_at = null, last_error = null`,
);
const remove = statement<{ host: string }>(
  'alert_webhook_delete',
  `with waiting as (delete from alert_messages where person_id is null)
   delete from alert_webhooks returning host`,
);
const note = statement('alert_webhook_note', 'update alert_webhooks set last_at = $1, last_error = $2');

export const readWebhook = async (db: Queries) => (await db.rows(bind(select)))[0] ?? null;

export const readSealedWebhook = async (db: Queries) => (await db.rows(bind(selectSealed)))[0] ?? null;

interface NewWebhook {
  url: Buffer;
  secret: Buffer;
  host: string;
  kinds: readonly AlertKind[];
}

export const putWebhook = (tx: Queries, storeId: string, { url, secret, host, kinds }: NewWebhook) =>
  tx.rows(bind(put, storeId, url, secret, host, [...new Set(kinds)]));

/** Also deletes pending notifications; `false` when there was no webhook. */
export const deleteWebhook = async (tx: Queries) => (await tx.rows(bind(remove))).length > 0;

export const recordWebhookResult = (db: Queries, at: Date, error: string | null) =>
  db.rows(bind(note, at, error));

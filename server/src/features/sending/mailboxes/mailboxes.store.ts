import type { MailboxProvider } from '../../../kernel/mailbox.ts';
import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { MailboxRow } from '../senders/senders.schema.ts';

const SHOWN = `id, provider, masked_address as address, status, is_default as "isDefault", connected_at as "connectedAt"`;

const byAddress = statement<{ id: string }>(
  'mailbox_by_address',
  'select id from mailboxes where provider = $1 and lower(address) = lower($2)',
);
const insert = statement<MailboxRow>(
  'mailbox_insert',
  `insert into mailboxes (store_id, id, provider, address, masked_address, token, is_default)
   values ($1, $2, $3, $4, $5, $6, not exists (select from smtp_senders where is_default)
     and not exists (select from mailboxes where is_default))
   returning ${SHOWN}`,
);
const renewConnection = statement<MailboxRow>(
  'mailbox_renew',
  `update mailboxes set token = $2, token_revision = token_revision + 1, refreshing_until = null, status = 'connected',
     connected_at = now(), updated_at = clock_timestamp()
   where id = $1 returning ${SHOWN}`,
);
const remove = statement('mailbox_delete', 'delete from mailboxes where id = $1');

export interface NewMailbox {
  storeId: string;
  id: string;
  provider: MailboxProvider;
  address: string;
  maskedAddress: string;
  token: Buffer;
}

export const findByAddress = async (tx: Queries, provider: MailboxProvider, address: string) =>
  (await tx.rows(bind(byAddress, provider, address)))[0]?.id ?? null;

/** The first sender of a store becomes its default. */
export const insertMailbox = async (tx: Queries, mailbox: NewMailbox) => {
  const { storeId, id, provider, address, maskedAddress, token } = mailbox;
  const [row] = await tx.rows(bind(insert, storeId, id, provider, address, maskedAddress, token));
  return row as MailboxRow;
};

export const renewMailbox = async (tx: Queries, id: string, token: Buffer) =>
  (await tx.rows(bind(renewConnection, id, token)))[0] as MailboxRow;

export const deleteMailboxRow = (tx: Queries, id: string) => tx.rows(bind(remove, id));

export interface MailboxTokenRow {
  provider: MailboxProvider;
  status: MailboxRow['status'];
  token: Buffer;
  revision: number;
}

const selectToken = briefRead<MailboxTokenRow>(
  'mailbox_held_token',
  'select provider, status, token, token_revision as revision from mailboxes where id = $1',
);
const claim = statement<{ id: string }>(
  'mailbox_claim_refresh',
  `update mailboxes set refreshing_until = clock_timestamp() + $3::double precision * interval '1 ms'
   where id = $1 and token_revision = $2 and status = 'connected'
     and (refreshing_until is null or refreshing_until < clock_timestamp())
   returning id`,
);
const release = statement(
  'mailbox_release_refresh',
  'update mailboxes set refreshing_until = null where id = $1 and token_revision = $2',
);
const keep = statement(
  'mailbox_keep_token',
  `update mailboxes set token = $3, token_revision = token_revision + 1, refreshing_until = null
   where id = $1 and token_revision = $2`,
);
const markForReconnectStatement = statement(
  'mailbox_lose',
  `update mailboxes set status = 'reconnect', refreshing_until = null, updated_at = clock_timestamp()
   where id = $1 and token_revision = $2`,
);

export const findMailboxToken = async (db: Queries, id: string) =>
  (await db.rows(bind(selectToken, id)))[0] ?? null;

/** Whether the caller may request a new token; no other process may for `leaseMs`. */
export const claimRefresh = async (db: Queries, id: string, revision: number, leaseMs: number) =>
  (await db.rows(bind(claim, id, revision, leaseMs))).length > 0;

export const releaseRefresh = (db: Queries, id: string, revision: number) =>
  db.rows(bind(release, id, revision));

/** Replaces the token of this revision; a newer one is kept. */
export const saveToken = (db: Queries, id: string, revision: number, token: Buffer) =>
  db.rows(bind(keep, id, revision, token));

export const markForReconnect = (db: Queries, id: string, revision: number) =>
  db.rows(bind(markForReconnectStatement, id, revision));

import { containsText, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import type { MailboxRow, Security, SendingMode, SmtpSenderRow } from './senders.schema.ts';

const SMTP_MATCHES = containsText('$1', 'name', 'host', 'from_address');
/** Searching the unmasked address would allow guessing it letter by letter. */
const MAILBOX_MATCHES = containsText('$1', 'masked_address');

const countSmtp = searchRead<{ total: number }>(
  'smtp_senders_count',
  `select count(*) as total from smtp_senders where ${SMTP_MATCHES}`,
);
const smtpPage = searchRead<SmtpSenderRow>(
  'smtp_senders_page',
  `select id, name, host, port, security, from_name as "fromName", from_address as "fromAddress",
     username is not null as "hasUsername", password is not null as "hasPassword",
     is_default as "isDefault", created_at as "createdAt"
   from smtp_senders where ${SMTP_MATCHES} order by updated_at desc, id desc limit $2 offset $3`,
);
const countMailboxes = searchRead<{ total: number }>(
  'mailboxes_count',
  `select count(*) as total from mailboxes where ${MAILBOX_MATCHES}`,
);
const mailboxPage = searchRead<MailboxRow>(
  'mailboxes_page',
  `select id, provider, masked_address as address, status, is_default as "isDefault",
     connected_at as "connectedAt"
   from mailboxes where ${MAILBOX_MATCHES} order by updated_at desc, id desc limit $2 offset $3`,
);
const exists = briefRead<{ id: string }>(
  'sender_exists',
  'select id from smtp_senders where id = $1 union all select id from mailboxes where id = $1',
);
const mode = briefRead<{ mode: SendingMode }>(
  'store_sending_mode',
  `select case when exists (select from smtp_senders) or exists (select from mailboxes) then 'live'
     when first_sender_at is null then 'test' else 'none' end as mode from stores`,
);
// If two senders are added at once, only one may be the first.
const lockStore = statement('senders_lock_store', 'select from stores for no key update');
const insertSmtp = statement(
  'smtp_sender_insert',
  `insert into smtp_senders
     (store_id, id, name, host, port, security, from_name, from_address, username, password, is_default)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, not exists (select from smtp_senders where is_default)
     and not exists (select from mailboxes where is_default))`,
);

const updateSmtp = statement(
  'smtp_sender_update',
  `update smtp_senders set name = $2, host = $3, port = $4, security = $5, from_name = $6, from_address = $7,
     username = $8, password = $9, updated_at = clock_timestamp()
   where id = $1`,
);
const senderRoleStatement = statement<SenderRole>(
  'sender_standing',
  `with senders as (
     select 'smtp' as kind, id, is_default from smtp_senders
     union all select 'mailbox', id, is_default from mailboxes
   )
   select kind, is_default as "isDefault", (select count(*)::int from senders where id <> $1) as others
   from senders where id = $1`,
);
const removeSmtp = statement('smtp_sender_delete', 'delete from smtp_senders where id = $1');
const noDefault = ['smtp_senders', 'mailboxes'].map((table) =>
  statement(`${table}_no_default`, `update ${table} set is_default = false where is_default and id <> $1`),
);
const setDefault = ['smtp_senders', 'mailboxes'].map((table) =>
  statement(`${table}_default`, `update ${table} set is_default = true where id = $1 and not is_default`),
);

async function pageOf<Row>(
  db: StoreDatabase,
  [count, page]: [typeof countSmtp, ReturnType<typeof statement<Row>>],
  request: PageRequest,
  q: string | undefined,
) {
  const wanted = q ?? null;
  const [[counted], rows] = await db.batch<[{ total: number }, Row]>([
    bind(count, wanted),
    bind(page, wanted, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const pageOfSmtpSenders = (db: StoreDatabase, request: PageRequest, q: string | undefined) =>
  pageOf(db, [countSmtp, smtpPage], request, q);

export const pageOfMailboxes = (db: StoreDatabase, request: PageRequest, q: string | undefined) =>
  pageOf(db, [countMailboxes, mailboxPage], request, q);

export const sendingMode = async (db: Queries) => (await db.rows(bind(mode)))[0]?.mode ?? 'none';

/** SMTP sender or mailbox. */
export const senderExists = async (db: Queries, id: string) => (await db.rows(bind(exists, id))).length > 0;

export interface SenderRole {
  kind: 'smtp' | 'mailbox';
  isDefault: boolean;
  /** How many other senders there are, of either kind. */
  others: number;
}

export interface NewSmtpSender {
  storeId: string;
  id: string;
  name: string;
  host: string;
  port: number;
  security: Security;
  fromName: string;
  fromAddress: string;
  username: Buffer | null;
  password: Buffer | null;
}

/** For changes that depend on all senders of the store. */
export const lockSenders = (tx: Queries) => tx.rows(bind(lockStore));

/** SMTP sender or mailbox. */
export const findSenderRole = async (tx: Queries, id: string) =>
  (await tx.rows(bind(senderRoleStatement, id)))[0] ?? null;

export const updateSmtpSenderRow = (tx: Queries, sender: Omit<NewSmtpSender, 'storeId'>) => {
  const { id, name, host, port, security, fromName, fromAddress, username, password } = sender;
  return tx.rows(bind(updateSmtp, id, name, host, port, security, fromName, fromAddress, username, password));
};

export const deleteSmtpSenderRow = (tx: Queries, id: string) => tx.rows(bind(removeSmtp, id));

export async function makeDefault(tx: Queries, id: string): Promise<void> {
  for (const change of [...noDefault, ...setDefault]) await tx.rows(bind(change, id));
}

/**
 * The first sender of a store, of either kind, becomes its default, and ends its test mode
 * (0042_capture_mailbox.sql).
 */
export async function insertSmtpSender(tx: Queries, sender: NewSmtpSender): Promise<void> {
  await lockSenders(tx);
  const { storeId, id, name, host, port, security, fromName, fromAddress, username, password } = sender;
  await tx.rows(
    bind(insertSmtp, storeId, id, name, host, port, security, fromName, fromAddress, username, password),
  );
}

import type { MailboxProvider } from '../../../kernel/mailbox.ts';
import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { Security } from './senders.schema.ts';

export interface DkimKey {
  domain: string;
  selector: string;
  privateKey: string;
}

interface SenderRow {
  id: string;
  name: string;
  host: string;
  port: number;
  security: Security;
  fromName: string;
  fromAddress: string;
  username: Buffer | null;
  password: Buffer | null;
  connectionLimit: number;
}

const selectSender = briefRead<SenderRow>(
  'smtp_sender_to_send',
  `select id, name, host, port, security, from_name as "fromName", from_address as "fromAddress", username, password,
     connection_limit as "connectionLimit"
   from smtp_senders where id = $1 or ($1::uuid is null and is_default)`,
);
interface MailboxSenderRow {
  id: string;
  provider: MailboxProvider;
  address: string;
}

const selectMailbox = briefRead<MailboxSenderRow>(
  'mailbox_to_send',
  `select id, provider, address from mailboxes where id = $1 or ($1::uuid is null and is_default)`,
);
const selectTestMode = briefRead<{ id: string }>(
  'store_in_test_mode',
  'select id from stores where first_sender_at is null',
);
const selectKey = briefRead<{ selector: string; privateKey: Buffer }>(
  'dkim_key_get',
  'select selector, private_key as "privateKey" from dkim_keys where domain = $1',
);
const putKey = statement<{ domain: string }>(
  'dkim_key_put',
  `insert into dkim_keys (store_id, domain, selector, private_key) values ($1, $2, $3, $4)
   on conflict (store_id, domain) do update
   set selector = excluded.selector, private_key = excluded.private_key, created_at = now() where $5
   returning domain`,
);

export const findSmtpSenderRow = async (db: Queries, id: string | null) =>
  (await db.rows(bind(selectSender, id)))[0] ?? null;

export const findMailboxSenderRow = async (db: Queries, id: string | null) =>
  (await db.rows(bind(selectMailbox, id)))[0] ?? null;

/** Whether the store has never had a real sender. */
export const isInTestMode = async (db: Queries) => (await db.rows(bind(selectTestMode))).length > 0;

export const findDkimKeyRow = async (db: Queries, domain: string) =>
  (await db.rows(bind(selectKey, domain)))[0] ?? null;

export interface NewDkimKey {
  storeId: string;
  domain: string;
  selector: string;
  privateKey: Buffer;
  /** Whether to replace an existing key. */
  replaces: boolean;
}

/** Returns whether it is now the domain's key. */
export const saveDkimKey = async (db: Queries, key: NewDkimKey) =>
  (await db.rows(bind(putKey, key.storeId, key.domain, key.selector, key.privateKey, key.replaces))).length >
  0;

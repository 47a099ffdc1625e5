import { isUuid } from '../../../kernel/id.ts';
import type { MailAddress, MailServer } from '../../../kernel/mail.ts';
import { domainOf } from '../../../kernel/mail-address.ts';
import type { MailboxProvider } from '../../../kernel/mailbox.ts';
import type { Context } from '../../../kernel/operation.ts';
import { type Lane, laneOfCapture, laneOfSender } from '../../delivery/ledger/lanes.rules.ts';
import {
  type DkimKey,
  findDkimKeyRow,
  findMailboxSenderRow,
  findSmtpSenderRow,
  isInTestMode,
} from './find-sender.store.ts';
import { CAPTURE, captureAddress, dkimSealContext, senderSealContext } from './senders.rules.ts';

/** Concurrent messages per mailbox: providers accept few, and limit them per minute. */
const MAILBOX_CONNECTIONS = 2;

interface AnySender {
  id: string;
  from: MailAddress;
  /** The lane of its emails. */
  lane: Lane;
}

/** Includes the login in plaintext, so it never leaves the process that sends. */
export interface SmtpSender extends AnySender {
  kind: 'smtp';
  server: MailServer;
}

/** Its token is fetched only when a message is sent. */
export interface MailboxSender extends AnySender {
  kind: 'mailbox';
  provider: MailboxProvider;
}

/** Stores emails in the app instead of sending them. */
export interface CaptureSender extends AnySender {
  kind: 'capture';
}

export type Sender = SmtpSender | MailboxSender | CaptureSender;

type SenderContext = Pick<Context, 'db' | 'vault' | 'storeId'>;

const captureSender = ({ storeId }: SenderContext): CaptureSender => ({
  ...{ kind: 'capture', id: CAPTURE },
  from: captureAddress,
  lane: laneOfCapture(storeId),
});

/**
 * The sender with this ID, or the store's default for `null` (contract: Test inbox 1; Test inbox 6). A store
 * that has lost its last sender has none: its emails must fail rather than be captured.
 */
export async function findSender(ctx: SenderContext, id: string | null): Promise<Sender | null> {
  if (id === CAPTURE) return captureSender(ctx);
  if (id !== null && !isUuid(id)) return null;
  const found = (await findSmtpSender(ctx, id)) ?? (await findMailboxSender(ctx, id));
  if (found || id !== null) return found;
  return (await isInTestMode(ctx.db)) ? captureSender(ctx) : null;
}

async function findMailboxSender({ db }: SenderContext, id: string | null): Promise<MailboxSender | null> {
  const row = await findMailboxSenderRow(db, id);
  if (!row) return null;
  return {
    ...{ kind: 'mailbox', id: row.id, provider: row.provider },
    from: { name: '', address: row.address },
    lane: laneOfSender(row.id, MAILBOX_CONNECTIONS),
  };
}

async function findSmtpSender(ctx: SenderContext, id: string | null): Promise<SmtpSender | null> {
  const row = await findSmtpSenderRow(ctx.db, id);
  if (!row) return null;
  const vault = await ctx.vault.unlock();
  const opened = (column: 'username' | 'password') => {
    const sealed = row[column];
    return sealed === null ? null : vault.open(senderSealContext(row.id, column), sealed);
  };
  const { host, port, security, fromName, fromAddress, connectionLimit } = row;
  return {
    kind: 'smtp',
    id: row.id,
    from: { name: fromName, address: fromAddress },
    server: { host, port, security, username: opened('username'), password: opened('password') },
    lane: laneOfSender(row.id, connectionLimit),
  };
}

/** The key that signs email from this address, if the store has one for its domain. */
export async function findDkimKey(
  ctx: Pick<Context, 'db' | 'vault'>,
  fromAddress: string,
): Promise<DkimKey | null> {
  const domain = domainOf(fromAddress).toLowerCase();
  const row = await findDkimKeyRow(ctx.db, domain);
  if (!row) return null;
  const vault = await ctx.vault.unlock();
  return { domain, selector: row.selector, privateKey: vault.open(dkimSealContext(domain), row.privateKey) };
}

import { isUuid } from '../../kernel/id.ts';
import type { MailAddress, MailServer } from '../../kernel/mail.ts';
import type { Context } from '../../kernel/operation.ts';
import { type DkimKey, findDkimKeyRow, findSmtpSenderRow } from './find-sender.store.ts';
import { dkimPlace, senderPlace } from './senders.rules.ts';

/** A sender with what it takes to send: never leaves the process that sends. */
export interface Sender {
  id: string;
  from: MailAddress;
  server: MailServer;
  connectionLimit: number;
}

/** The sender that is named, or the store's default. */
export async function findSender(
  ctx: Pick<Context, 'db' | 'vault'>,
  id: string | null,
): Promise<Sender | null> {
  const row = id === null || isUuid(id) ? await findSmtpSenderRow(ctx.db, id) : null;
  if (!row) return null;
  const vault = await ctx.vault.unlock();
  const opened = (column: 'username' | 'password') => {
    const sealed = row[column];
    return sealed === null ? null : vault.open(senderPlace(row.id, column), sealed);
  };
  const { host, port, security, fromName, fromAddress, connectionLimit } = row;
  return {
    id: row.id,
    from: { name: fromName, address: fromAddress },
    server: { host, port, security, username: opened('username'), password: opened('password') },
    connectionLimit,
  };
}

/** The key that mail from this address is signed with, if the store has one for its domain. */
export async function findDkimKey(
  ctx: Pick<Context, 'db' | 'vault'>,
  fromAddress: string,
): Promise<DkimKey | null> {
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1).toLowerCase();
  const row = await findDkimKeyRow(ctx.db, domain);
  if (!row) return null;
  const vault = await ctx.vault.unlock();
  return { domain, selector: row.selector, privateKey: vault.open(dkimPlace(domain), row.privateKey) };
}

import { Refusal } from '../../../kernel/error.ts';
import { invalidField } from '../../../kernel/fields.ts';
import type { SealPlace } from '../../../kernel/ports.ts';
import type { Security } from './senders.schema.ts';

const SHOWN = 2;
/** Always as many, or they would tell how long the name is. */
const HIDDEN = '*'.repeat(6);
const IMPLICIT_TLS_PORT = 465;

/** First two characters, asterisks, domain: `ma******@example.com` (spec: Connected mailbox 1). */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [name, domain] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
  return [...name].slice(0, SHOWN).join('') + HIDDEN + domain;
}

/** Never in the clear unless that is asked for. */
export const defaultSecurity = (port: number): Security => (port === IMPLICIT_TLS_PORT ? 'tls' : 'starttls');

/** One without the other logs in nowhere; it was forgotten, and the first mail would be too late to learn it. */
export function demandWholeLogin(user: string | undefined, password: string | undefined): void {
  if (user !== undefined && password === undefined) throw invalidField('password', 'required with a user');
  if (password !== undefined && user === undefined) throw invalidField('user', 'required with a password');
}

/** Nobody should send from another address because somebody took this one away. */
export function demandMayGo({ isDefault, others }: { isDefault: boolean; others: number }): void {
  if (isDefault && others > 0)
    throw new Refusal('conflict', 'this is the default sender: make another one the default first');
}

interface Server {
  host: string;
  port: number;
  security: Security;
}

/** Who cannot read a login must not be able to have it sent to a server of theirs, or in the clear. */
export function demandSameServer(saved: Server, next: Server): void {
  const isSame = saved.host === next.host && saved.port === next.port && saved.security === next.security;
  if (!isSame) throw invalidField('keepLogin', 'a saved login is not sent to another server: give it again');
}

/** Each column is a place of its own, so a user name never opens as a password. */
export const senderPlace = (id: string, column: 'username' | 'password'): SealPlace => ({
  table: 'smtp_senders',
  name: `${id} ${column}`,
});

export const dkimPlace = (domain: string): SealPlace => ({ table: 'dkim_keys', name: domain });

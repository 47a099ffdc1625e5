import { OperationError } from '../../../kernel/error.ts';
import { invalidField } from '../../../kernel/fields.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { SealContext } from '../../../kernel/ports.ts';
import type { Security } from './senders.schema.ts';

/**
 * The sender id by which steps and tests select the test inbox. It is not a UUID, so no sender can have it
 * (contract: Test inbox 4).
 */
export const CAPTURE = 'capture';

/** No one can have an address in this domain (RFC 2606). */
export const captureAddress: MailAddress = { name: 'Test mode', address: 'test-mode@outstep.invalid' };

const SHOWN = 2;
/** A fixed number, so that it does not reveal the length of the name. */
const HIDDEN = '*'.repeat(6);
const IMPLICIT_TLS_PORT = 465;

/**
 * First two characters, asterisks, domain: `ma******@example.com` (spec: Connected mailbox 1)
 * (contract: Senders, secrets, files 2).
 */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [name, domain] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
  return [...name].slice(0, SHOWN).join('') + HIDDEN + domain;
}

/** Never unencrypted unless explicitly requested. */
export const defaultSecurity = (port: number): Security => (port === IMPLICIT_TLS_PORT ? 'tls' : 'starttls');

/** One without the other can't log in; better to report it now than with the first email. */
export function requireCompleteLogin(user: string | undefined, password: string | undefined): void {
  if (user !== undefined && password === undefined)
    throw invalidField('password', message('required_with_user'));
  if (password !== undefined && user === undefined)
    throw invalidField('user', message('required_with_password'));
}

/** Email must not start coming from another address just because someone removed this one. */
export function requireRemovable({ isDefault, others }: { isDefault: boolean; others: number }): void {
  if (isDefault && others > 0) throw new OperationError('conflict', message('default_sender'));
}

interface SmtpServer {
  host: string;
  port: number;
  security: Security;
}

/** People who can't read a login must not be able to send it to their own server, or unencrypted. */
export function requireSameServer(saved: SmtpServer, next: SmtpServer): void {
  const isSame = saved.host === next.host && saved.port === next.port && saved.security === next.security;
  if (!isSame) throw invalidField('keepLogin', message('login_for_another_server'));
}

/** Each column has its own seal context, so a user name never opens as a password. */
export const senderSealContext = (id: string, column: 'username' | 'password'): SealContext => ({
  table: 'smtp_senders',
  name: `${id} ${column}`,
});

export const dkimSealContext = (domain: string): SealContext => ({ table: 'dkim_keys', name: domain });

import { allowsHost } from '../../../kernel/host-pattern.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { authorityOf } from '../../../kernel/url-authority.ts';

/** Where the value of a secret may go. */
export interface SecretPermissions {
  /** Patterns of hosts; `null` allows any. */
  hosts: readonly string[] | null;
  allowInEmail: boolean;
}

export type PermissionsByName = ReadonlyMap<string, SecretPermissions>;

/** A URL as it is requested, and as it is shown, with names in place of secrets. */
export interface RenderedUrl {
  url: string;
  shownUrl: string;
}

const SECRET = /\[secret:\w+\]/g;

/**
 * The host of a URL, in a form that people may read. If it depends on a secret, the URL parser may have
 * rewritten a part of the value so that no search finds it, so the host is then shown as it was typed.
 */
function shownHost(url: URL, shownUrl: string): string {
  const withoutSecrets = URL.parse(shownUrl.trim().replace(SECRET, 'no-secret'));
  if (withoutSecrets?.host === url.host) return url.host;
  const authority = authorityOf(shownUrl);
  const typed = authority.slice(authority.lastIndexOf('@') + 1);
  return typed.match(SECRET) ? typed : (authority.match(SECRET)?.[0] ?? '[secret]');
}

/**
 * Why one of these secrets must not be part of a request to the URL; `null` if all may be. A URL that does
 * not parse is never requested (contract: Senders, secrets, files 11).
 */
export function forbiddenHost(
  names: Iterable<string>,
  permissions: PermissionsByName,
  { url, shownUrl }: RenderedUrl,
): Message | null {
  const parsed = URL.parse(url.trim());
  if (!parsed) return null;
  for (const name of names)
    if (!allowsHost(permissions.get(name)?.hosts ?? null, parsed))
      return message('secret_host_forbidden', { name, host: shownHost(parsed, shownUrl) });
  return null;
}

/**
 * Why one of these secrets must not be part of an email; `null` if all may be
 * (contract: Senders, secrets, files 12).
 */
export function forbiddenInEmail(names: Iterable<string>, permissions: PermissionsByName): Message | null {
  for (const name of names)
    if (permissions.get(name)?.allowInEmail === false) return message('secret_email_forbidden', { name });
  return null;
}

/**
 * The same for an email that was rendered earlier: it contains the values that the secrets had then,
 * including those of secrets that no longer exist.
 */
export const forbiddenInOldEmail = (
  names: readonly string[],
  permissions: PermissionsByName,
): Message | null => {
  const deleted = names.find((name) => !permissions.has(name));
  return deleted === undefined
    ? forbiddenInEmail(names, permissions)
    : message('secret_missing', { name: deleted });
};

const LITERAL_AUTHORITY = /^\s*https?:\/\/[^/?#\\{}]+(?=[/?#]|$)/i;

/** The scheme, host and port of a URL template, if no Liquid in them has to be rendered first. */
export const literalOrigin = (template: string): string | null =>
  LITERAL_AUTHORITY.exec(template)?.[0].trim() ?? null;

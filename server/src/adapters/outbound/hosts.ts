import { isIPv6 } from 'node:net';

/** Names that resolve on the local network only (RFC 6761, 6762, 8375 and common practice). */
const LOCAL_SUFFIXES = ['localhost', 'local', 'localdomain', 'internal', 'home.arpa'];

/** A host name as the URL parser writes it, but without brackets and the trailing dot. */
export const normalizeHostname = (hostname: string) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Reads a host on its own, in any notation that a URL allows; `null` if it isn't one. */
export function readHost(text: string): string | null {
  const host = isIPv6(text) ? `[${text}]` : text;
  if (!/^(\[[0-9a-f:.]+\]|[^\s\p{Cc}/\\?#@:[\]*]+)$/iu.test(host)) return null;
  const url = URL.parse(`http://${host}/`);
  return url ? normalizeHostname(url.hostname) : null;
}

/** Single labels are completed by search domains, so they name a local machine and not the internet. */
export const isLocalName = (host: string) =>
  !host.includes('.') || LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));

import { getPublicSuffix } from 'tldts';
import { type Message, message } from './messages/message.ts';
import { hasPublicSuffixBelow } from './suffix-parents.ts';

/** `*.` for any subdomain, then a host as a URL has it, then a port. */
const PATTERN = /^(\*\.)?(\[[^\]]+\]|[^\s\p{Cc}*:@/\\?#[\]]+)(?::(\d{1,5}))?$/u;

/**
 * Matches hosts as the URL parser writes them, for which every host that ends in a number is an IPv4 address.
 */
const IP_ADDRESS = /^\[|^[\d.]+$/;

/** A host as the URL parser writes it, but without the trailing dot. */
const plain = (hostname: string) => hostname.replace(/\.$/, '');

const portOf = ({ port, protocol }: URL) => (port !== '' ? port : protocol === 'https:' ? '443' : '80');

/**
 * A host pattern as it is stored, or why it is invalid. A wildcard that covers a public suffix (`*.com`,
 * `*.github.io`, `*.amazonaws.com`) is rejected, because anyone can get a name there
 * (contract: Senders, secrets, files 10).
 */
export function readHostPattern(written: string): { pattern: string } | { reason: Message } {
  const parts = PATTERN.exec(written.trim());
  const [, wildcard = '', host = '', port] = parts ?? [];
  const parsed = parts && URL.parse(`https://${host}/`);
  if (!parsed || parsed.hostname === '' || Number(port ?? 1) > 65_535 || Number(port ?? 1) < 1)
    return { reason: message('must_be_host_pattern') };
  const hostname = plain(parsed.hostname);
  if (wildcard !== '') {
    if (IP_ADDRESS.test(hostname)) return { reason: message('must_be_host_pattern') };
    const isSuffix = getPublicSuffix(hostname, { allowPrivateDomains: true }) === hostname;
    if (isSuffix || hasPublicSuffixBelow(hostname))
      return { reason: message('wildcard_too_wide', { pattern: `*.${hostname}` }) };
  }
  return { pattern: `${wildcard}${hostname}${port === undefined ? '' : `:${Number(port)}`}` };
}

/** Whether the pattern allows the URL's host; a pattern without a port allows every port. */
function matches(pattern: string, url: URL): boolean {
  const [, wildcard, host = '', port] = PATTERN.exec(pattern) ?? [];
  if (port !== undefined && port !== portOf(url)) return false;
  const hostname = plain(url.hostname);
  return wildcard === undefined ? hostname === host : hostname.endsWith(`.${host}`);
}

/** `null` allows any host. */
export const allowsHost = (patterns: readonly string[] | null, url: URL) =>
  patterns === null || patterns.some((pattern) => matches(pattern, url));

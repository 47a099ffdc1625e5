import ipaddr from 'ipaddr.js';
import { isHostname } from '../../../kernel/mail-address.ts';

/** Longer than any sensible record: anything above is hostile or a mistake. */
export const MAX_SPF_LENGTH = 4096;

export type Qualifier = '+' | '-' | '~' | '?';
export type SpfNetwork = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

interface PrefixLengths {
  /** Prefix lengths, by address family. */
  bits4: number;
  bits6: number;
}

/** `null`: the domain itself. A macro depends on the email, so its name is not known here. */
export type SpfName = { name: string } | { macro: string } | null;

export type Mechanism = { text: string; qualifier: Qualifier } & (
  | { kind: 'all' }
  | { kind: 'network'; network: SpfNetwork }
  | ({ kind: 'a' | 'mx'; name: SpfName } & PrefixLengths)
  | { kind: 'include'; name: NonNullable<SpfName> }
  | { kind: 'exists'; name: NonNullable<SpfName> }
  /** Depends on reverse DNS; discouraged, and not evaluated here. */
  | { kind: 'ptr' }
);

export interface SpfRecord {
  mechanisms: Mechanism[];
  redirect: NonNullable<SpfName> | null;
}

/** Terms that cost receivers one of at most ten lookups (RFC 7208, 4.6.4). */
export const costsLookup = ({ kind }: Mechanism) => kind !== 'all' && kind !== 'network';

export const isSpf = (text: string) => /^v=spf1(?: |$)/i.test(text);

export const termsOf = (record: string) => record.split(' ').slice(1).filter(Boolean);

const MACRO = /%[{%_-]/;

function nameOf(text: string): NonNullable<SpfName> | undefined {
  if (MACRO.test(text)) return { macro: text };
  const name = text.replace(/\.$/, '');
  return isHostname(name) && name.includes('.') ? { name: name.toLowerCase() } : undefined;
}

const lengthOf = (text: string | undefined, most: number): number | undefined => {
  if (text === undefined) return most;
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most ? Number(text) : undefined;
};

function networkOf(text: string, family: 4 | 6): SpfNetwork | undefined {
  const [address = '', length, ...more] = text.split('/');
  const kind = family === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const bits = lengthOf(length, family === 4 ? 32 : 128);
  // The library accepts more notations than the RFC does.
  const isPlain = family === 4 ? ipaddr.IPv4.isValidFourPartDecimal(address) : !address.includes('%');
  if (more.length > 0 || bits === undefined || !isPlain || !kind.isValid(address)) return undefined;
  return [kind.parse(address), bits];
}

/** `:name/24//64`, each part optional. */
const HOSTS = /^(?::(?<name>[^/]+))?(?:\/(?<bits4>\d+))?(?:\/\/(?<bits6>\d+))?$/;

function hostsOf(rest: string): ({ name: SpfName } & PrefixLengths) | undefined {
  const found = HOSTS.exec(rest)?.groups;
  if (!found) return undefined;
  const name = found['name'] === undefined ? null : nameOf(found['name']);
  const [bits4, bits6] = [lengthOf(found['bits4'], 32), lengthOf(found['bits6'], 128)];
  if (name === undefined || bits4 === undefined || bits6 === undefined) return undefined;
  return { name, bits4, bits6 };
}

const TERM = /^(?<qualifier>[+\-~?])?(?<word>[a-z][a-z0-9_.-]*)(?<rest>[:/].*)?$/i;

function mechanismOf(text: string): Mechanism | undefined {
  const { qualifier = '+', word = '', rest = '' } = TERM.exec(text)?.groups ?? {};
  const base = { text, qualifier: qualifier as Qualifier };
  const kind = word.toLowerCase();
  if (kind === 'all') return rest === '' ? { ...base, kind } : undefined;
  if (kind === 'ip4' || kind === 'ip6') {
    const network = rest.startsWith(':') ? networkOf(rest.slice(1), kind === 'ip4' ? 4 : 6) : undefined;
    return network && { ...base, kind: 'network', network };
  }
  if (kind === 'a' || kind === 'mx') {
    const hosts = hostsOf(rest);
    return hosts && { ...base, kind, ...hosts };
  }
  if (kind === 'include' || kind === 'exists') {
    const name = rest.startsWith(':') ? nameOf(rest.slice(1)) : undefined;
    return name && { ...base, kind, name };
  }
  return kind === 'ptr' && !rest.startsWith('/') ? { ...base, kind } : undefined;
}

const PRINTABLE = /^[\x21-\x7e]+$/;
const MODIFIER = /^(?<word>[a-z][a-z0-9_.-]*)=(?<value>.*)$/i;

/**
 * Parses a record as receivers do; returns the term that makes them stop if it is invalid (RFC 7208, 4.6 and
 * 12).
 */
export function readSpf(record: string): SpfRecord | { fault: string } {
  const read: SpfRecord = { mechanisms: [], redirect: null };
  for (const term of termsOf(record)) {
    if (!PRINTABLE.test(term)) return { fault: term };
    const modifier = MODIFIER.exec(term)?.groups;
    if (modifier) {
      // Other modifiers do not change the result.
      if (modifier['word']?.toLowerCase() !== 'redirect') continue;
      const name = nameOf(modifier['value'] ?? '');
      if (name === undefined || read.redirect) return { fault: term };
      read.redirect = name;
      continue;
    }
    const mechanism = mechanismOf(term);
    if (!mechanism) return { fault: term };
    read.mechanisms.push(mechanism);
  }
  // A redirect has no effect next to `all`.
  if (read.mechanisms.some(({ kind }) => kind === 'all')) read.redirect = null;
  return read;
}

/** Whether it allows every address to send, which makes the record useless. */
export const isOpenToAll = (mechanism: Mechanism) =>
  mechanism.qualifier === '+' &&
  (mechanism.kind === 'all' || (mechanism.kind === 'network' && mechanism.network[1] === 0));

export function isWithin(address: string, [around, bits]: SpfNetwork): boolean {
  const read = ipaddr.parse(address);
  return read.kind() === around.kind() && read.match(around as ipaddr.IPv4, bits);
}

export const networkAround = (address: string, bits: number): SpfNetwork => [ipaddr.parse(address), bits];

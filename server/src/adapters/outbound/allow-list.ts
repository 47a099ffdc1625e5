import { isInRange, parseRange, type Range } from './addresses.ts';
import { readHost } from './hosts.ts';
import { ALLOW_SETTING } from './outbound-error.ts';

/** Private targets that the operator allows. */
export interface AllowList {
  hasName(host: string): boolean;
  hasAddress(address: string): boolean;
}

/** Hosts, addresses and ranges, separated by commas or spaces. Throws, naming the entry, when one is none of these. */
export function parseAllowList(text: string): AllowList {
  const names = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const range = parseRange(entry.replace(/^\[|\]$/g, ''));
    const host = range ? null : readHost(entry);
    const literal = host === null ? range : parseRange(host);
    if (literal) ranges.push(literal);
    else if (host) names.add(host);
    else throw new Error(`${ALLOW_SETTING}: ${entry} is neither a host nor an address nor a range`);
  }
  return {
    hasName: (host) => names.has(host),
    hasAddress: (address) => ranges.some((range) => isInRange(address, range)),
  };
}

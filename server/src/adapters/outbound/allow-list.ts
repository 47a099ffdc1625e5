import { type AddressRange, isInRange, parseRange } from './addresses.ts';
import { readHost } from './hosts.ts';
import { ALLOW_SETTING } from './outbound-error.ts';

/** Private targets that the operator allows. */
export interface AllowList {
  hasName(host: string, port: number): boolean;
  hasAddress(address: string, port: number): boolean;
}

/** `null` allows every port. */
type Port = number | null;

/** `[fd00::/8]:443`, `10.0.0.0/8:443`, `host:443`; an IPv6 address with a port needs brackets. */
const WITH_PORT = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/;
const MAX_PORT = 65_535;

function splitPort(entry: string): { place: string; port: Port } {
  const [, place, digits] = WITH_PORT.exec(entry) ?? [];
  const port = Number(digits);
  return place === undefined || port < 1 || port > MAX_PORT ? { place: entry, port: null } : { place, port };
}

const isAt = (allowed: Port, port: number) => allowed === null || allowed === port;

/**
 * Parses hosts, addresses and networks, separated by commas or spaces, each with one port or with all ports.
 * Throws for anything else, naming the entry.
 */
export function parseAllowList(text: string): AllowList {
  const names: { host: string; port: Port }[] = [];
  const ranges: { range: AddressRange; port: Port }[] = [];
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const { place, port } = splitPort(entry);
    const range = parseRange(place.replace(/^\[(.*)\]$/, '$1'));
    const host = range ? null : readHost(place);
    const literal = host === null ? range : parseRange(host);
    if (literal) ranges.push({ range: literal, port });
    else if (host) names.push({ host, port });
    else
      throw new Error(
        `${ALLOW_SETTING}: ${entry} is neither a host nor an address nor a network, with or without a port`,
      );
  }
  return {
    hasName: (host, port) => names.some((each) => each.host === host && isAt(each.port, port)),
    hasAddress: (address, port) =>
      ranges.some((each) => isAt(each.port, port) && isInRange(address, each.range)),
  };
}

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;
export type AddressRange = [IpAddress, number];

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** The internal service of a cloud (Azure) at an address that looks public. */
const METADATA = new Set(['168.63.129.16']);

const isPublicV4 = (address: ipaddr.IPv4) =>
  address.range() === 'unicast' && !METADATA.has(address.toString());

/**
 * Rejects everything that is not clearly the public internet, so that an overlooked range is rejected too
 * (contract: HTTP requests 9). IPv6 forms that embed an IPv4 address (mapped, compatible, 6to4, Teredo) have
 * no place in a URL and are always rejected. NAT64 is the exception: behind DNS64 every IPv4 target looks
 * like this, so the embedded address is checked.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  if (!address) return false;
  if (address instanceof ipaddr.IPv4) return isPublicV4(address);
  if (address.match(NAT64)) return isPublicV4(innerV4(address));
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

/** Only accepts the usual notation, because the URL parser has normalized all others, and no zone IDs. */
export function parseIpAddress(text: string): IpAddress | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.parse(text);
}

const innerV4 = (address: ipaddr.IPv6) => new ipaddr.IPv4(address.toByteArray().slice(12));

/**
 * The canonical notation of an address: an IPv4 address embedded in an IPv6 one (mapped or NAT64) becomes
 * plain IPv4.
 */
export function normalizeIpAddress(text: string): string {
  const address = parseIpAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? text;
  return (address.isIPv4MappedAddress() || address.match(NAT64) ? innerV4(address) : address).toString();
}

/** `10.0.0.0/8`, `10.1.2.3`, `fd00::/8`; `null` if it is neither address nor range. */
export function parseRange(text: string): AddressRange | null {
  const [address = '', bits, ...rest] = text.split('/');
  const parsed = parseIpAddress(address);
  if (!parsed || rest.length > 0) return null;
  const longest = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [parsed, longest];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= longest ? [parsed, Number(bits)] : null;
}

export function isInRange(text: string, range: AddressRange): boolean {
  const address = parseIpAddress(text);
  return address !== null && address.kind() === range[0].kind() && address.match(range);
}

export function isSameAddress(one: string, other: string): boolean {
  const range = parseRange(other);
  return range !== null && isInRange(one, range);
}

import { BlockList, isIP } from 'node:net';
import type { ApiKey } from '../../../kernel/operation.ts';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether an address is in one of the ranges; an IPv4 address also matches in its IPv6-mapped form. */
export function createAddressCheck(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (text) => {
    const address = MAPPED.exec(text)?.[1] ?? text;
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

const checks = new WeakMap<readonly string[], (address: string) => boolean>();

/** Whether the key may be used from the address. Its ranges are parsed only once. */
export function isAllowedFrom({ allowedAddresses: ranges }: ApiKey, address: string): boolean {
  if (ranges.length === 0) return true;
  let check = checks.get(ranges);
  if (!check) {
    check = createAddressCheck(ranges);
    checks.set(ranges, check);
  }
  return check(address);
}

import { networkInterfaces } from 'node:os';
import { type AddressRange, isInRange, normalizeIpAddress, parseRange } from './addresses.ts';

const REREAD_MS = 10_000;

/** Loopback, and the addresses that reach this machine when connected to. */
const ALWAYS = ['127.0.0.0/8', '0.0.0.0/8', '::1', '::'].map((text) => parseRange(text) as AddressRange);

/** Whether an address belongs to this machine. */
export type LocalAddresses = (address: string) => boolean;

/** The addresses of this machine. Even a public one leads to internal services when called from here. */
export function localAddresses(): LocalAddresses {
  let known = new Set<string>();
  let readAt = Number.NEGATIVE_INFINITY;
  return (address) => {
    // Cached: asking the system costs as much as the rest of the guard.
    if (performance.now() - readAt > REREAD_MS) {
      const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
      known = new Set(all.map((each) => normalizeIpAddress(each.address)));
      readAt = performance.now();
    }
    const plain = normalizeIpAddress(address);
    return known.has(plain) || ALWAYS.some((range) => isInRange(plain, range));
  };
}

import { networkInterfaces } from 'node:os';
import { type AddressRange, isInRange, parseRange, plainAddress } from './addresses.ts';

const REREAD_MS = 10_000;

/** Loopback, and the addresses that mean "this machine" when they are connected to. */
const ALWAYS = ['127.0.0.0/8', '0.0.0.0/8', '::1', '::'].map((text) => parseRange(text) as AddressRange);

/** Whether an address leads to this machine. */
export type LocalAddresses = (address: string) => boolean;

/** This machine's addresses; a public one is public to the world, but from here it leads inside. */
export function localAddresses(): LocalAddresses {
  let known = new Set<string>();
  let readAt = Number.NEGATIVE_INFINITY;
  return (address) => {
    // Cached: asking the system costs as much as the rest of the guard.
    if (performance.now() - readAt > REREAD_MS) {
      const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
      known = new Set(all.map((each) => plainAddress(each.address)));
      readAt = performance.now();
    }
    const plain = plainAddress(address);
    return known.has(plain) || ALWAYS.some((range) => isInRange(plain, range));
  };
}

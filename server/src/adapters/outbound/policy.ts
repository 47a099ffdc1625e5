import { networkInterfaces } from 'node:os';
import { isPublicAddress, isSameAddress, parseAddress } from './addresses.ts';
import type { AllowList } from './allow-list.ts';

const REREAD_MS = 10_000;

/** Who may be called, by name and by address. */
export interface Policy {
  /** The operator allows the name, whatever it resolves to. */
  trustsName(host: string): boolean;
  isOwnName(host: string): boolean;
  admits(address: string): boolean;
  /** Both ends of a connection are this machine, and it is not allowed. */
  isOurselves(local: string, remote: string): boolean;
}

/** This machine's public address is public to the world, but from here it leads inside. */
function ownAddresses(): (address: string) => boolean {
  let known = new Set<string>();
  let readAt = Number.NEGATIVE_INFINITY;
  return (address) => {
    // Cached: asking the system costs as much as the rest of the guard.
    if (performance.now() - readAt > REREAD_MS) {
      const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
      known = new Set(all.map((each) => parseAddress(each.address)?.toString() ?? ''));
      readAt = performance.now();
    }
    return known.has(parseAddress(address)?.toString() ?? '');
  };
}

export function createPolicy(allow: AllowList, ownHosts: readonly string[]): Policy {
  const isOwnAddress = ownAddresses();
  const own = new Set(ownHosts);
  return {
    trustsName: (host) => allow.hasName(host),
    isOwnName: (host) => own.has(host),
    isOurselves: (local, remote) => isSameAddress(local, remote) && !allow.hasAddress(remote),
    admits: (address) => allow.hasAddress(address) || (isPublicAddress(address) && !isOwnAddress(address)),
  };
}

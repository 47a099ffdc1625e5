import { isIP } from 'node:net';
import { isPublicAddress, normalizeIpAddress } from './addresses.ts';
import type { LocalAddresses } from './local-addresses.ts';
import { systemAddresses } from './system-addresses.ts';

/** A service of this installation: the address that it listens on or that we connect to. */
export interface OwnEndpoint {
  host: string;
  port: number;
}

/** Long enough to be cheap, short enough to follow a service that moves. */
const KEPT_MS = 10_000;

/** The ports of our own services, which no store may call (contract: HTTP requests 15). */
export interface OwnPorts {
  /** Whether any of the addresses, with this port, is one of our own services. */
  include(addresses: readonly string[], port: number, signal: AbortSignal): Promise<boolean>;
}

/**
 * Compares services by address, whatever name or notation was used. A service on this machine matches every
 * address of this machine, because it may listen on all of them.
 */
export function createOwnPorts(endpoints: readonly OwnEndpoint[], isLocal: LocalAddresses): OwnPorts {
  const hostsAt = new Map<number, Set<string>>();
  for (const { host, port } of endpoints) hostsAt.set(port, (hostsAt.get(port) ?? new Set()).add(host));
  const resolved = new Map<string, { addresses: readonly string[]; at: number }>();

  /** Resolves as the system does for our own connections; keeps the previous result while that fails. */
  async function addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
    if (isIP(host)) return [host];
    const known = resolved.get(host);
    if (known && performance.now() - known.at < KEPT_MS) return known.addresses;
    const found = await systemAddresses(host, signal).catch(() => null);
    signal.throwIfAborted();
    const addresses = found ?? known?.addresses ?? [];
    resolved.set(host, { addresses, at: performance.now() });
    return addresses;
  }

  return {
    async include(addresses, port, signal) {
      const hosts = hostsAt.get(port);
      if (!hosts) return false;
      for (const host of hosts) {
        const own = await addressesOf(host, signal);
        // If the address of our service is unknown, it may be any private one.
        if (own.length === 0 && !addresses.every(isPublicAddress)) return true;
        const isLocalService = own.some(isLocal);
        const plain = new Set(own.map(normalizeIpAddress));
        if (
          addresses.some((each) => plain.has(normalizeIpAddress(each)) || (isLocalService && isLocal(each)))
        )
          return true;
      }
      return false;
    },
  };
}

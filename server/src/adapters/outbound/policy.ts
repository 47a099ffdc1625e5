import { isPublicAddress, isSameAddress } from './addresses.ts';
import type { AllowList } from './allow-list.ts';
import { localAddresses } from './local-addresses.ts';
import { createOwnPorts, type OwnEndpoint, type OwnPorts } from './own-ports.ts';

/** Which targets may be called, by name and by address. */
export interface OutboundPolicy {
  /** The operator allows the name, whatever it resolves to. */
  trustsName(host: string, port: number): boolean;
  isOwnName(host: string): boolean;
  admits(address: string, port: number): boolean;
  /** Whether both ends of a connection are this machine, without being allowed. */
  isOurselves(local: string, remote: string, port: number): boolean;
  /** Never called, whatever the operator allows. */
  ownPorts: OwnPorts;
}

export function createPolicy(
  allow: AllowList,
  ownHosts: readonly string[],
  ownEndpoints: readonly OwnEndpoint[],
): OutboundPolicy {
  const isLocal = localAddresses();
  const own = new Set(ownHosts);
  return {
    trustsName: (host, port) => allow.hasName(host, port),
    isOwnName: (host) => own.has(host),
    isOurselves: (local, remote, port) => isSameAddress(local, remote) && !allow.hasAddress(remote, port),
    admits: (address, port) =>
      allow.hasAddress(address, port) || (isPublicAddress(address) && !isLocal(address)),
    ownPorts: createOwnPorts(ownEndpoints, isLocal),
  };
}

import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { deadlineSignal } from '../../kernel/deadline.ts';
import { message } from '../../kernel/messages/message.ts';
import { isLocalName } from './hosts.ts';
import { codeOf, localName, OutboundError, ownPort, ownService, privateTarget } from './outbound-error.ts';
import type { OutboundPolicy } from './policy.ts';
import { systemAddresses } from './system-addresses.ts';

/** A second for the first try, two for the next. */
const GIVE_UP_MS = 3_000;
/**
 * One try more than that: our own deadline decides when to give up, because the resolver's timeout also
 * counts time in which we could not read.
 */
const QUERY = { timeout: 1_000, tries: 3 };

/**
 * Resolves a host to addresses that may be called, all of them checked. The caller connects to one of these
 * and never to the name: a hostile name server would return something else the second time.
 */
export async function resolveGuarded(
  host: string,
  port: number,
  policy: OutboundPolicy,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await admittedAddresses(host, port, policy, signal);
  if (await policy.ownPorts.include(addresses, port, signal)) throw ownPort(host, port);
  return addresses;
}

async function admittedAddresses(
  host: string,
  port: number,
  policy: OutboundPolicy,
  signal: AbortSignal,
): Promise<string[]> {
  if (isIP(host)) {
    if (!policy.admits(host, port)) throw privateTarget(host);
    return [host];
  }
  if (policy.trustsName(host, port)) return systemAddresses(host, signal);
  if (policy.isOwnName(host)) throw ownService(host);
  if (isLocalName(host)) throw localName(host);
  const addresses = await publishedAddresses(host, signal);
  // One private address is enough to reject the name: the public ones next to it only serve to pass the
  // check.
  if (!addresses.every((address) => policy.admits(address, port))) throw privateTarget(host);
  return addresses;
}

/**
 * Queries name servers instead of the system: `lookup` blocks one of the few threads that files and
 * compression use too, for as long as a hostile name server delays its response, and completes names with
 * search domains.
 */
async function publishedAddresses(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver(QUERY);
  const end = deadlineSignal(GIVE_UP_MS, signal);
  const cancel = () => resolver.cancel();
  end.signal.addEventListener('abort', cancel);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  end.signal.removeEventListener('abort', cancel);
  end.clear();
  signal.throwIfAborted();
  const addresses = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  if (addresses.length > 0) return addresses;
  const codes = answers.map((each) => (each.status === 'rejected' ? codeOf(each.reason) : ''));
  throw codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME')
    ? new OutboundError('unresolvable', message('host_unknown', { host }))
    : new OutboundError('unresolvable', message('name_server_silent', { host }));
}

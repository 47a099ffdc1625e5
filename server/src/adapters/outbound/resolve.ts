import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { deadlineSignal } from '../../kernel/deadline.ts';
import { isLocalName } from './hosts.ts';
import { codeOf, localName, OutboundError, ownService, privateTarget } from './outbound-error.ts';
import type { Policy } from './policy.ts';

/** A second for the first try, two for the next. */
const GIVE_UP_MS = 3_000;
/** One try more than that: giving up is for our own clock, as the resolver's counts time in which we could not read. */
const QUERY = { timeout: 1_000, tries: 3 };

/**
 * The addresses that a host may be called at, all checked. The caller connects to one of these and never to the
 * name: a hostile name server would answer differently the second time.
 */
export async function resolveGuarded(host: string, policy: Policy, signal: AbortSignal): Promise<string[]> {
  if (isIP(host)) {
    if (!policy.admits(host)) throw privateTarget(host);
    return [host];
  }
  if (policy.trustsName(host)) return systemAddresses(host, signal);
  if (policy.isOwnName(host)) throw ownService(host);
  if (isLocalName(host)) throw localName(host);
  const addresses = await publishedAddresses(host, signal);
  // One private address spoils the name: public ones beside it only serve to pass the check.
  if (!addresses.every((address) => policy.admits(address))) throw privateTarget(host);
  return addresses;
}

/**
 * Asks the name servers, not the system: `lookup` occupies one of the few threads that files and compression use too,
 * for as long as a hostile name server likes, and completes names with search domains.
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
    ? new OutboundError('unresolvable', `${host} cannot be resolved: there is no such name`)
    : new OutboundError('unresolvable', `${host} cannot be resolved: its name server does not answer`);
}

/** As the system resolves it, hosts file included: the operator allowed this name. */
async function systemAddresses(host: string, signal: AbortSignal): Promise<string[]> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    const found = await Promise.race([lookup(host, { all: true }), aborted.promise]);
    return found.map(({ address }) => address);
  } catch {
    signal.throwIfAborted();
    throw new OutboundError('unresolvable', `${host} cannot be resolved`);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

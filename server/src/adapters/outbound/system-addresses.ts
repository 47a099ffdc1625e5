import { lookup } from 'node:dns/promises';
import { message } from '../../kernel/messages/message.ts';
import { OutboundError } from './outbound-error.ts';

/** Resolves as the system does, including the hosts file: for names that the operator allowed or that are ours. */
export async function systemAddresses(host: string, signal: AbortSignal): Promise<string[]> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    const found = await Promise.race([lookup(host, { all: true }), aborted.promise]);
    return found.map(({ address }) => address);
  } catch {
    signal.throwIfAborted();
    throw new OutboundError('unresolvable', message('host_unresolvable', { host }));
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

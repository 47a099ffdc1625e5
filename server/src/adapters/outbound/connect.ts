import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deadlineSignal } from '../../kernel/deadline.ts';
import { message } from '../../kernel/messages/message.ts';
import { isSameAddress } from './addresses.ts';
import { PHASE_MS } from './limits.ts';
import { codeOf, OutboundError, ownService, privateTarget, seconds } from './outbound-error.ts';
import type { OutboundPolicy } from './policy.ts';
import { resolveGuarded } from './resolve.ts';

/** A name with a thousand addresses must not become a thousand attempts. */
const MAX_ATTEMPTS = 4;
/** The limit of an attempt while there is another address to try. */
const EARLY_ATTEMPT_MS = 1_500;

export interface OutboundConnection {
  socket: Socket;
  address: string;
}

/**
 * Resolves the name, checks its addresses and connects to one of those. Destroys the socket when `signal`
 * aborts.
 */
export async function connectGuarded(
  host: string,
  port: number,
  policy: OutboundPolicy,
  signal: AbortSignal,
): Promise<OutboundConnection> {
  const addresses = (await resolveGuarded(host, port, policy, signal)).slice(0, MAX_ATTEMPTS);
  const phase = deadlineSignal(PHASE_MS);
  let failure: unknown = null;
  try {
    for (const [index, address] of addresses.entries()) {
      if (phase.late.aborted) break;
      const isLast = index === addresses.length - 1;
      const early = isLast ? phase : deadlineSignal(EARLY_ATTEMPT_MS, phase.late);
      try {
        const socket = await attempt(address, port, signal, early.signal);
        checkPeer(socket, address, { host, port }, policy);
        return { socket, address };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof OutboundError) throw error;
        failure = error;
      } finally {
        early.clear();
      }
    }
  } finally {
    phase.clear();
  }
  throw unreachable(failure, host, port);
}

async function attempt(
  address: string,
  port: number,
  signal: AbortSignal,
  late: AbortSignal,
): Promise<Socket> {
  const socket = connect({ host: address, port, signal, noDelay: true, autoSelectFamily: false });
  // From here on an error listener is always attached: a late reset would otherwise crash the process.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect', { signal: late });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Checks the peer's address on the connected socket, before a byte is sent. */
function checkPeer(
  socket: Socket,
  address: string,
  { host, port }: { host: string; port: number },
  policy: OutboundPolicy,
): void {
  const { remoteAddress, localAddress } = socket;
  const refuse = (trouble: OutboundError) => {
    socket.destroy();
    throw trouble;
  };
  if (remoteAddress === undefined) refuse(new OutboundError('cut', message('closed_at_once', { host })));
  else if (!isSameAddress(remoteAddress, address)) refuse(privateTarget(host));
  else if (policy.trustsName(host, port)) return;
  else if (!policy.admits(remoteAddress, port)) refuse(privateTarget(host));
  else if (policy.isOurselves(localAddress ?? '', remoteAddress, port)) refuse(ownService(host));
}

function unreachable(error: unknown, host: string, port: number): OutboundError {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return new OutboundError('refused', message('port_refused', { host, port }));
  if (code === 'ABORT_ERR' || code === 'ETIMEDOUT' || error === null)
    return new OutboundError('timeout', message('connect_timeout', { host, time: seconds(PHASE_MS) }));
  return new OutboundError('refused', message('port_unreachable', { host, port }));
}

import type { Socket } from 'node:net';
import type {
  OutboundAnswer,
  OutboundClient,
  OutboundDialer,
  OutboundFailure,
  OutboundRequest,
} from '../../kernel/outbound.ts';
import type { AllowList } from './allow-list.ts';
import { connectGuarded } from './connect.ts';
import { exchange, type Progress } from './exchange.ts';
import { readHost } from './hosts.ts';
import { MAX_TOTAL_MS, MAX_URL_LENGTH } from './limits.ts';
import { createPolicy } from './policy.ts';
import { isClosedPort } from './protocol-ports.ts';
import { readText } from './read-body.ts';
import { requestHeaders } from './request-headers.ts';
import { secure } from './secure.ts';
import { readTarget } from './target.ts';
import { closedPort, malformed, seconds, Trouble } from './trouble.ts';

interface OutboundOptions {
  allow: AllowList;
  /** Names under which this service is known; it is not called by its own stores. */
  ownHosts?: readonly string[];
}

/**
 * Every call has a connection of its own, closed after it: nothing that one store's target leaves behind in a
 * connection can reach another call, and the address is checked for each.
 */
export function createOutbound({
  allow,
  ownHosts = [],
}: OutboundOptions): OutboundClient & OutboundDialer<Socket> {
  const policy = createPolicy(allow, ownHosts);

  async function call(
    request: OutboundRequest,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<Omit<OutboundAnswer, 'durationMs'>> {
    const target = readTarget(request.url);
    progress.host = target.host;
    const headers = requestHeaders(request.headers, target.authorization);
    const { socket: tcp, address } = await connectGuarded(target.host, target.port, policy, signal);
    const stream = target.secure ? await secure(tcp, target.host, signal) : tcp;
    const { method, body } = request;
    const received = await exchange({ target, method, headers, body, stream, tcp }, progress, signal);
    return {
      kind: 'answered',
      status: received.status,
      headers: received.headers,
      body: readText(received.body, received.headers['content-type'] ?? ''),
      bytes: received.body.bytes.length,
      truncated: received.body.truncated,
      redirectTo: redirectOf(received.status, received.headers['location'], target.url),
      address,
    };
  }

  return {
    send: (request) => within(request.timeoutMs, (signal, progress) => call(request, signal, progress)),
    dial: (text, port, timeoutMs) =>
      within(timeoutMs, async (signal, progress) => {
        const host = readHost(text);
        if (host === null) throw malformed('the host is not valid');
        progress.host = host;
        if (isClosedPort(port, 'mail')) throw closedPort(host, port);
        const connection = await connectGuarded(host, port, policy, signal);
        return { kind: 'connected', ...connection };
      }),
  };
}

/** Runs a call under one clock and turns every trouble into an outcome. */
async function within<T>(
  timeoutMs: number,
  work: (signal: AbortSignal, progress: Progress) => Promise<T>,
): Promise<(T & { durationMs: number }) | OutboundFailure> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const totalMs = Math.min(Math.max(1, timeoutMs), MAX_TOTAL_MS);
  const progress: Progress = { sent: false, status: null, host: 'the target' };
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), totalMs);
  try {
    return { ...(await work(clock.signal, progress)), durationMs: elapsed() };
  } catch (error) {
    if (!clock.signal.aborted && !(error instanceof Trouble)) throw error;
    const { reason, message } =
      error instanceof Trouble
        ? error
        : new Trouble('timeout', `${progress.host} did not answer within ${seconds(totalMs)}`);
    const { sent, status } = progress;
    return { kind: 'failed', reason, sentence: message, sent, status, durationMs: elapsed() };
  } finally {
    clearTimeout(timer);
  }
}

/** The new address is the target's text: what cannot be read as a url is not repeated. */
function redirectOf(status: number, location: string | undefined, base: URL): string | null {
  if (status < 300 || status > 399 || location === undefined) return null;
  const to = URL.parse(location, base.href);
  if (!to || to.href.length > MAX_URL_LENGTH) return null;
  to.username = '';
  to.password = '';
  return to.href;
}

import type { Socket } from 'node:net';
import { deadlineSignal } from '../../kernel/deadline.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type {
  DownloadLimits,
  DownloadResult,
  OutboundAnswer,
  OutboundClient,
  OutboundDialer,
  OutboundFailure,
  OutboundForStores,
  OutboundRequest,
} from '../../kernel/outbound.ts';
import { TlsSessions } from '../../kernel/tls-sessions.ts';
import type { AllowList } from './allow-list.ts';
import { connectGuarded } from './connect.ts';
import { type CallProgress, exchange, type ReceivedResponse } from './exchange.ts';
import { readHost } from './hosts.ts';
import { MAX_BODY_BYTES, MAX_TOTAL_MS, MAX_URL_LENGTH } from './limits.ts';
import { openStream, type StreamOptions } from './open-stream.ts';
import { closedPort, malformed, OutboundError, seconds } from './outbound-error.ts';
import type { OwnEndpoint } from './own-ports.ts';
import { createPolicy } from './policy.ts';
import { readText } from './read-body.ts';
import { requestHeaders } from './request-headers.ts';
import { trustedContext } from './secure.ts';
import { isClosedPort, type OutboundTarget, readTarget } from './target.ts';

interface OutboundOptions {
  allow: AllowList;
  /** Our own host names: stores must not call this service. */
  ownHosts?: readonly string[];
  /** The endpoints of our own services, which are never called, even if they are allowed. */
  ownEndpoints?: readonly OwnEndpoint[];
  /** Certificate authorities to trust instead of the default ones. */
  authorities?: string;
  /** A cache for this client only, because its sessions were verified with its authorities. */
  sessions?: TlsSessions;
}

type RequestWithoutTimeout = Omit<OutboundRequest, 'timeoutMs'>;

/**
 * Redirects to follow for a file; requests follow none. Each hop is a call like any other, within the same
 * time limit (contract: Sending 15).
 */
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const NO_HTTPS = {
  url: message('file_url_not_https'),
  redirect: message('file_redirect_not_https'),
};

interface Hop {
  url: string;
  /** From the original URL; never sent to another origin. */
  login: string | null;
}

function nextHop({ url, authorization }: OutboundTarget, login: string | null, to: string): Hop {
  const isSame = new URL(to).origin === url.origin;
  return { url: to, login: isSame ? (authorization ?? login) : null };
}

/**
 * Every call has its own connection, which is closed afterward: no data that one store's target leaves in a
 * connection can reach another call, and the address is checked for each call. Only TLS sessions are kept,
 * per store.
 */
export function createOutbound({
  allow,
  ownHosts = [],
  ownEndpoints = [],
  authorities,
  sessions = new TlsSessions(),
}: OutboundOptions): OutboundClient & OutboundForStores & OutboundDialer<Socket> {
  const policy = createPolicy(allow, ownHosts, ownEndpoints);
  const trusted = trustedContext(authorities);
  const clientOf = (storeId: string | null) => createClient({ policy, trusted, sessions, storeId });
  return {
    ...clientOf(null),
    forStore: clientOf,
    dial: (text, port, timeoutMs) =>
      runWithin(timeoutMs, async (signal, progress) => {
        const host = readHost(text);
        if (host === null) throw malformed(message('host_invalid'));
        progress.host = host;
        if (isClosedPort(port, 'mail')) throw closedPort(host, port);
        const connection = await connectGuarded(host, port, policy, signal);
        return { kind: 'connected', ...connection };
      }),
  };
}

function createClient(opening: StreamOptions): OutboundClient {
  /** Connects to a checked address, sends one request and reads its response. */
  async function sendRequest(
    request: RequestWithoutTimeout,
    maxBytes: number,
    signal: AbortSignal,
    progress: CallProgress,
  ): Promise<ReceivedResponse & { target: OutboundTarget; address: string }> {
    const target = readTarget(request.url);
    progress.host = target.host;
    const headers = requestHeaders(request.headers, target.authorization);
    const { socket: tcp, stream, address } = await openStream(target, opening, signal);
    const { method, body } = request;
    await request.beforeSend?.().catch((error) => {
      stream.destroy();
      throw error;
    });
    signal.throwIfAborted();
    const received = await exchange(
      { target, method, headers, body, maxBytes, stream, tcp },
      progress,
      signal,
    );
    return { ...received, target, address };
  }

  async function call(
    request: OutboundRequest,
    signal: AbortSignal,
    progress: CallProgress,
  ): Promise<Omit<OutboundAnswer, 'durationMs'>> {
    const { status, headers, body, target, address } = await sendRequest(
      request,
      MAX_BODY_BYTES,
      signal,
      progress,
    );
    return {
      kind: 'answered',
      status,
      headers,
      body: readText(body, headers['content-type'] ?? ''),
      bytes: body.bytes.length,
      truncated: body.truncated,
      redirectTo: redirectOf(status, headers['location'], target.url),
      address,
    };
  }

  async function fetchFile(
    url: string,
    { maxBytes, refuse: reasonToRefuse = () => null }: Omit<DownloadLimits, 'timeoutMs'>,
    signal: AbortSignal,
    progress: CallProgress,
  ): Promise<Omit<DownloadResult, 'durationMs'>> {
    let hop: Hop = { url, login: null };
    for (let redirects = 0; ; redirects++) {
      if (!/^https:/i.test(hop.url)) throw malformed(NO_HTTPS[redirects === 0 ? 'url' : 'redirect']);
      const forbidden = reasonToRefuse(hop.url);
      if (forbidden) throw new OutboundError('forbidden', forbidden);
      const headers = hop.login === null ? {} : { authorization: hop.login };
      const asked = { method: 'GET', url: hop.url, headers, body: null } as const;
      const { status, headers: said, body, target } = await sendRequest(asked, maxBytes, signal, progress);
      const refuse = (why: Message) => new OutboundError('bad_answer', why);
      const { host } = target;
      if (REDIRECTS.has(status)) {
        if (redirects === MAX_REDIRECTS)
          throw refuse(message('too_many_redirects', { host, max: MAX_REDIRECTS }));
        const to = redirectOf(status, said['location'], target.url);
        if (to === null) throw refuse(message('redirect_without_address', { host, status }));
        hop = nextHop(target, hop.login, to);
        progress.status = null;
        continue;
      }
      if (status < 200 || status > 299) throw refuse(message('file_not_answered', { host, status }));
      if (body.truncated)
        throw new OutboundError(
          'too_large',
          message('file_too_large', { host: target.host, size: maxBytes }),
        );
      return { kind: 'downloaded', bytes: body.bytes, contentType: said['content-type'] ?? '' };
    }
  }

  return {
    send: (request) => runWithin(request.timeoutMs, (signal, progress) => call(request, signal, progress)),
    download: (url, { timeoutMs, ...limits }) =>
      runWithin(timeoutMs, (signal, progress) => fetchFile(url, limits, signal, progress)),
  };
}

/** Runs a call under one time limit and turns every error into an outcome. */
async function runWithin<T>(
  timeoutMs: number,
  work: (signal: AbortSignal, progress: CallProgress) => Promise<T>,
): Promise<(T & { durationMs: number }) | OutboundFailure> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const totalMs = Math.min(Math.max(1, timeoutMs), MAX_TOTAL_MS);
  const progress: CallProgress = { sent: false, status: null, host: 'the target' };
  const { late, clear } = deadlineSignal(totalMs);
  try {
    return { ...(await work(late, progress)), durationMs: elapsed() };
  } catch (error) {
    if (!late.aborted && !(error instanceof OutboundError)) throw error;
    const { reason, said } =
      error instanceof OutboundError
        ? error
        : new OutboundError(
            'timeout',
            message('answer_timeout', { host: progress.host, time: seconds(totalMs) }),
          );
    const { sent, status } = progress;
    return { kind: 'failed', reason, sentence: said, sent, status, durationMs: elapsed() };
  } finally {
    clear();
  }
}

/** The target chose the new URL, so it is not repeated unless it is valid. */
function redirectOf(status: number, location: string | undefined, base: URL): string | null {
  if (status < 300 || status > 399 || location === undefined) return null;
  const to = URL.parse(location, base.href);
  if (!to || to.href.length > MAX_URL_LENGTH) return null;
  to.username = '';
  to.password = '';
  return to.href;
}

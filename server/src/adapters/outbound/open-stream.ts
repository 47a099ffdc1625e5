import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Resumption, TlsSessions } from '../../kernel/tls-sessions.ts';
import { connectGuarded, type OutboundConnection } from './connect.ts';
import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy } from './policy.ts';
import { startTls } from './secure.ts';
import type { OutboundTarget } from './target.ts';

/** A connection that one request may be sent over. */
interface OpenStream extends OutboundConnection {
  /** The socket, or TLS on top of it. */
  stream: Socket;
}

export interface StreamOptions {
  policy: OutboundPolicy;
  trusted: () => SecureContext;
  sessions: TlsSessions;
  /** `null`: the target belongs to no store, so no TLS session is cached. */
  storeId: string | null;
}

async function open(
  target: OutboundTarget,
  { policy, trusted }: StreamOptions,
  resumption: Resumption | null,
  signal: AbortSignal,
): Promise<OpenStream> {
  const connection = await connectGuarded(target.host, target.port, policy, signal);
  const { socket } = connection;
  const stream = target.secure
    ? await startTls(socket, target.host, { context: trusted(), resumption }, signal)
    : socket;
  return { ...connection, stream };
}

/**
 * Connects to a checked address. If a target fails to resume a TLS session, connects once more, which is safe
 * because nothing was sent.
 */
export async function openStream(
  target: OutboundTarget,
  opening: StreamOptions,
  signal: AbortSignal,
): Promise<OpenStream> {
  const { storeId, sessions } = opening;
  if (storeId === null || !target.secure) return open(target, opening, null, signal);
  const resume = () => sessions.resume(storeId, `${target.host} ${target.port}`);
  const resumption = resume();
  try {
    return await open(target, opening, resumption, signal);
  } catch (error) {
    if (!resumption.session || !(error instanceof OutboundError) || error.reason !== 'tls') throw error;
    return open(target, opening, resume(), signal);
  }
}

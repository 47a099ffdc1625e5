import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Resumption, TlsSessions } from '../../kernel/tls-sessions.ts';
import { type Connection, connectGuarded } from './connect.ts';
import { OutboundError } from './outbound-error.ts';
import type { Policy } from './policy.ts';
import { secure } from './secure.ts';
import type { Target } from './target.ts';

/** A connection that one request may be sent over. */
interface OpenStream extends Connection {
  /** The socket, or TLS on top of it. */
  stream: Socket;
}

export interface Opening {
  policy: Policy;
  trusted: () => SecureContext;
  sessions: TlsSessions;
  /** `null`: for nobody's target, so that no session is kept. */
  storeId: string | null;
}

async function open(
  target: Target,
  { policy, trusted }: Opening,
  resumption: Resumption | null,
  signal: AbortSignal,
): Promise<OpenStream> {
  const connection = await connectGuarded(target.host, target.port, policy, signal);
  const { socket } = connection;
  const stream = target.secure
    ? await secure(socket, target.host, { context: trusted(), resumption }, signal)
    : socket;
  return { ...connection, stream };
}

/** Connects to a checked address. A target that fails to resume a session is connected to once more: nothing was sent. */
export async function openStream(target: Target, opening: Opening, signal: AbortSignal): Promise<OpenStream> {
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

import {
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { Server } from 'node:net';

/**
 * How many calls one connection takes at once. The engine opens a further connection when most of them are in use, and a
 * balancer gives that to another worker.
 */
const CALLS_ON_A_CONNECTION = 16;

interface SessionAges {
  youngestMs: number;
  oldestMs: number;
}

/** Short, so that even a balancer that draws lots is fair within a minute; a new connection costs a millisecond. */
const AGES: SessionAges = { youngestMs: 1_000, oldestMs: 2_000 };

/**
 * GOAWAY alone does not do: an engine that begins a call in that moment cuts the connection with everything on it. Told
 * first that no further call may be begun, it begins them elsewhere, and lets the running ones end.
 */
function drainSession(session: ServerHttp2Session) {
  if (session.closed || session.destroyed) return;
  session.settings({ maxConcurrentStreams: 0 }, () => session.close());
}

export interface EngineServer {
  server: Http2Server;
  /** Takes no new connection. Running calls are served to their end; new ones go to another worker. */
  drain(): void;
  destroy(): void;
}

/**
 * Where the engine calls this worker. The engine keeps few connections and stays with them, so behind a balancer of
 * connections one worker would have all the work: each connection ends at an age of its own, and the next one goes
 * where the balancer likes.
 */
export function createEngineServer(
  handler: (request: Http2ServerRequest, response: Http2ServerResponse) => void,
  { youngestMs, oldestMs }: SessionAges = AGES,
): EngineServer {
  const server = createServer({ settings: { maxConcurrentStreams: CALLS_ON_A_CONNECTION } }, handler);
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    const age = youngestMs + Math.random() * (oldestMs - youngestMs);
    const timer = setTimeout(() => drainSession(session), age);
    session.on('error', () => undefined);
    session.on('close', () => {
      clearTimeout(timer);
      sessions.delete(session);
    });
  });
  return {
    server,
    drain() {
      // The HTTP/2 server's own `close` would send GOAWAY to every session at once.
      Server.prototype.close.call(server);
      for (const session of sessions) drainSession(session);
    },
    destroy() {
      for (const session of sessions) session.destroy();
    },
  };
}

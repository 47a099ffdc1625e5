import {
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { Server } from 'node:net';

/**
 * Maximum number of concurrent calls on one connection. The engine opens another connection when most of them
 * are in use, and a balancer gives that to another worker.
 */
const CALLS_ON_A_CONNECTION = 16;

interface SessionAges {
  youngestMs: number;
  oldestMs: number;
}

/**
 * Short, so that even a balancer that picks at random is fair within a minute; a new connection costs a
 * millisecond.
 */
const AGES: SessionAges = { youngestMs: 1_000, oldestMs: 2_000 };

/**
 * GOAWAY alone is not enough: an engine that starts a call at that moment cuts the connection with all of its
 * calls. If it first learns that no more calls may be started, it starts them elsewhere and lets the running
 * ones finish.
 */
function drainSession(session: ServerHttp2Session) {
  if (session.closed || session.destroyed) return;
  session.settings({ maxConcurrentStreams: 0 }, () => session.close());
}

export interface EngineServer {
  server: Http2Server;
  /** Accepts no new connections. Running calls are completed; new ones go to another worker. */
  drain(): void;
  destroy(): void;
}

/**
 * The server that the engine calls this worker on. The engine keeps a few long-lived connections, so behind a
 * connection-level balancer one worker would get all the work. Therefore each connection ends at a random
 * age, and the next one goes wherever the balancer sends it.
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

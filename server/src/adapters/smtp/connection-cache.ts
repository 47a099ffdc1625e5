import type { MailServer } from '../../kernel/mail.ts';
import type { SmtpSession } from './session.ts';

interface IdleConnection {
  session: SmtpSession;
  server: MailServer;
  timer: NodeJS.Timeout;
}

interface ServerConnections {
  idle: Set<IdleConnection>;
  ending: Set<Promise<void>>;
}

const isSame = (one: MailServer, other: MailServer) =>
  one.host === other.host &&
  one.port === other.port &&
  one.security === other.security &&
  one.username === other.username &&
  one.password === other.password;

/**
 * Connections kept for a moment after use. A new call takes an idle one, or waits until one to another server
 * is closed, so that no key ever has more connections than concurrent calls.
 */
export class ConnectionCache {
  readonly #byKey = new Map<string, ServerConnections>();
  readonly #idleMs: number;
  #closed = false;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** A connection that is ready, or `null`: then one may be opened. */
  async take(connectionKey: string, server: MailServer): Promise<SmtpSession | null> {
    const connections = this.#byKey.get(connectionKey);
    if (!connections) return null;
    const all = [...connections.idle];
    const suited = all.find(({ session, server: its }) => session.isOpen && isSame(its, server));
    const chosen = suited ?? all[0];
    if (chosen) {
      clearTimeout(chosen.timer);
      connections.idle.delete(chosen);
    }
    if (suited) return suited.session;
    if (chosen) void this.end(connectionKey, chosen.session);
    await Promise.all(connections.ending);
    return null;
  }

  keep(connectionKey: string, server: MailServer, session: SmtpSession): void {
    if (this.#closed || !session.isOpen) {
      void this.end(connectionKey, session);
      return;
    }
    const { idle } = this.#connectionsOf(connectionKey);
    const entry: IdleConnection = {
      session,
      server,
      timer: setTimeout(() => {
        idle.delete(entry);
        void this.end(connectionKey, session);
      }, this.#idleMs),
    };
    idle.add(entry);
  }

  async end(connectionKey: string, session: SmtpSession): Promise<void> {
    const connections = this.#connectionsOf(connectionKey);
    const ended = session.end();
    connections.ending.add(ended);
    await ended;
    connections.ending.delete(ended);
    if (connections.idle.size === 0 && connections.ending.size === 0) this.#byKey.delete(connectionKey);
  }

  /** Resolves when no connection of the key is open. */
  async disconnect(connectionKey: string): Promise<void> {
    const connections = this.#byKey.get(connectionKey);
    if (!connections) return;
    for (const { timer, session } of connections.idle) {
      clearTimeout(timer);
      void this.end(connectionKey, session);
    }
    connections.idle.clear();
    await Promise.all(connections.ending);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#byKey.keys()].map((connectionKey) => this.disconnect(connectionKey)));
  }

  #connectionsOf(connectionKey: string): ServerConnections {
    const connections = this.#byKey.get(connectionKey) ?? { idle: new Set(), ending: new Set() };
    this.#byKey.set(connectionKey, connections);
    return connections;
  }
}

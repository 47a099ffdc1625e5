import type { MailServer } from '../../kernel/mail.ts';
import type { Session } from './session.ts';

interface Idle {
  session: Session;
  server: MailServer;
  timer: NodeJS.Timeout;
}

interface Lane {
  idle: Set<Idle>;
  ending: Set<Promise<void>>;
}

const isSame = (one: MailServer, other: MailServer) =>
  one.host === other.host &&
  one.port === other.port &&
  one.security === other.security &&
  one.username === other.username &&
  one.password === other.password;

/**
 * Connections kept for a moment after use. Whoever starts takes one that is idle, or waits until one that does not suit
 * is gone, so that a lane never has more connections than it had calls at once.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #idleMs: number;
  #closed = false;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** A connection that is ready, or `null`: then one may be opened. */
  async take(name: string, server: MailServer): Promise<Session | null> {
    const lane = this.#lanes.get(name);
    if (!lane) return null;
    const all = [...lane.idle];
    const suited = all.find(({ session, server: its }) => session.isOpen && isSame(its, server));
    const chosen = suited ?? all[0];
    if (chosen) {
      clearTimeout(chosen.timer);
      lane.idle.delete(chosen);
    }
    if (suited) return suited.session;
    if (chosen) void this.end(name, chosen.session);
    await Promise.all(lane.ending);
    return null;
  }

  keep(name: string, server: MailServer, session: Session): void {
    if (this.#closed || !session.isOpen) {
      void this.end(name, session);
      return;
    }
    const { idle } = this.#lane(name);
    const kept: Idle = {
      session,
      server,
      timer: setTimeout(() => {
        idle.delete(kept);
        void this.end(name, session);
      }, this.#idleMs),
    };
    idle.add(kept);
  }

  async end(name: string, session: Session): Promise<void> {
    const lane = this.#lane(name);
    const ended = session.end();
    lane.ending.add(ended);
    await ended;
    lane.ending.delete(ended);
    if (lane.idle.size === 0 && lane.ending.size === 0) this.#lanes.delete(name);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const [name, { idle }] of this.#lanes) {
      for (const { timer, session } of idle) {
        clearTimeout(timer);
        void this.end(name, session);
      }
      idle.clear();
    }
    await Promise.all([...this.#lanes.values()].flatMap(({ ending }) => [...ending]));
  }

  #lane(name: string): Lane {
    const lane = this.#lanes.get(name) ?? { idle: new Set(), ending: new Set() };
    this.#lanes.set(name, lane);
    return lane;
  }
}

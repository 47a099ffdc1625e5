import type { MailServer } from '../../kernel/mail.ts';
import type { Session } from './session.ts';

interface Idle {
  session: Session;
  server: MailServer;
  timer: NodeJS.Timeout;
}

interface Line {
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
 * is gone, so that a line never has more connections than it had calls at once.
 */
export class Lines {
  readonly #lines = new Map<string, Line>();
  readonly #idleMs: number;
  #closed = false;

  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** A connection that is ready, or `null`: then one may be opened. */
  async take(name: string, server: MailServer): Promise<Session | null> {
    const line = this.#lines.get(name);
    if (!line) return null;
    const all = [...line.idle];
    const suited = all.find(({ session, server: its }) => session.isOpen && isSame(its, server));
    const chosen = suited ?? all[0];
    if (chosen) {
      clearTimeout(chosen.timer);
      line.idle.delete(chosen);
    }
    if (suited) return suited.session;
    if (chosen) void this.end(name, chosen.session);
    await Promise.all(line.ending);
    return null;
  }

  keep(name: string, server: MailServer, session: Session): void {
    if (this.#closed || !session.isOpen) {
      void this.end(name, session);
      return;
    }
    const { idle } = this.#line(name);
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
    const line = this.#line(name);
    const ended = session.end();
    line.ending.add(ended);
    await ended;
    line.ending.delete(ended);
    if (line.idle.size === 0 && line.ending.size === 0) this.#lines.delete(name);
  }

  /** When it returns, none of the line is open. */
  async leave(name: string): Promise<void> {
    const line = this.#lines.get(name);
    if (!line) return;
    for (const { timer, session } of line.idle) {
      clearTimeout(timer);
      void this.end(name, session);
    }
    line.idle.clear();
    await Promise.all(line.ending);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#lines.keys()].map((name) => this.leave(name)));
  }

  #line(name: string): Line {
    const line = this.#lines.get(name) ?? { idle: new Set(), ending: new Set() };
    this.#lines.set(name, line);
    return line;
  }
}

/** After this time a target must show its certificate again, however often its sessions were resumed. */
const LIFETIME_MS = 3_600_000;
/** As many sessions per target as a store has concurrent calls. */
const MOST_OF_TARGET = 8;
/** Targets choose the size of their tickets and certificates, so it is limited. */
const MOST_BYTES_OF_SESSION = 16 * 1024;
const MOST_BYTES_OF_STORE = 256 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
/** The memory overhead of a session. */
const OVERHEAD_BYTES = 256;

interface SessionCacheLimits {
  lifetimeMs: number;
  /** The limits per store and in total. */
  storeBytes: number;
  allBytes: number;
  now(): number;
}

interface StoredSession {
  session: Buffer;
  /** When the target must show its certificate again. */
  until: number;
  wasOffered: boolean;
}

interface StoreSessions {
  /** By target, the most recently used last; for each, the newest session is last. */
  targets: Map<string, StoredSession[]>;
  bytes: number;
}

/** A certificate as Node represents it, with its chain of issuers; the last one is its own issuer. */
interface Certificate {
  valid_to: string;
  issuerCertificate?: Certificate;
}

/** The parts of a TLS socket that are used. */
interface NewTlsSocket {
  on(event: 'session', listener: (session: Buffer) => void): unknown;
}
interface UsedTlsSocket {
  getSession(): Buffer | undefined;
  getTLSTicket(): Buffer | undefined;
}

const sizeOf = ({ session }: StoredSession) => session.length + OVERHEAD_BYTES;

/** The earliest expiry in a certificate chain. */
function expiryOf(chain: Certificate): number {
  const seen = new Set<Certificate>();
  for (let each: Certificate | undefined = chain; each && !seen.has(each); each = each.issuerCertificate)
    seen.add(each);
  return Math.min(...[...seen].map(({ valid_to }) => Date.parse(valid_to)));
}

/** One connection to a target: the session that it offers, and those that it stores for later connections. */
export class Resumption {
  /** `null`: the handshake is a full one. */
  readonly session: Buffer | null;
  readonly #keep: (kept: StoredSession) => void;
  readonly #forget: () => void;
  readonly #lifetimeEnd: number;
  #until: number;

  constructor(
    offered: StoredSession | null,
    lifetimeEnd: number,
    { keep, forget }: { keep(kept: StoredSession): void; forget(): void },
  ) {
    this.session = offered?.session ?? null;
    // The target of a resumed session shows no certificate: the previous verification counts until it
    // expires.
    this.#until = offered?.until ?? 0;
    this.#lifetimeEnd = lifetimeEnd;
    this.#keep = keep;
    this.#forget = forget;
  }

  /** Call this with every verified certificate; a resumed session has none. */
  noteCertificate(certificate: Certificate): void {
    // NaN, from an unreadable date, compares as false with any time, so such a session is never offered.
    this.#until = Math.min(this.#lifetimeEnd, expiryOf(certificate));
    // The target no longer accepts the offered session.
    if (this.session) this.#forget();
  }

  /** Stores the sessions that the target issues; Node reports none before it has verified the target. */
  watch(tls: NewTlsSocket): void {
    tls.on('session', (session) => this.#keepOne(session));
  }

  /** Stores the last session that the target issued, if any, for a socket that could not be watched. */
  keepLast(tls: UsedTlsSocket): void {
    const [session, ticket] = [tls.getSession(), tls.getTLSTicket()];
    // Until a new ticket arrives, it is the one that was offered.
    if (session && ticket && !this.session?.includes(ticket)) this.#keepOne(session);
  }

  /** The handshake failed: no stored session of this target is offered again. */
  fail(): void {
    this.#forget();
  }

  #keepOne(session: Buffer): void {
    this.#keep({ session, until: this.#until, wasOffered: false });
  }
}

/**
 * TLS sessions with targets, which save both sides most of the next handshake. A session is offered only by
 * the store it was created for and only to the target that was verified in it; all sessions of one instance
 * trust the same authorities. Limited per store and in total; at the limit, the store with the most sessions
 * loses some, so that no store evicts another's.
 */
export class TlsSessions {
  readonly #limits: SessionCacheLimits;
  readonly #stores = new Map<string, StoreSessions>();
  #bytes = 0;
  #sweptAt: number;

  constructor(limits: Partial<SessionCacheLimits> = {}) {
    this.#limits = {
      lifetimeMs: LIFETIME_MS,
      storeBytes: MOST_BYTES_OF_STORE,
      allBytes: MOST_BYTES,
      now: Date.now,
      ...limits,
    };
    this.#sweptAt = this.#limits.now();
  }

  /**
   * `target` must contain everything that determines which peer is trusted, such as the name and the port.
   */
  resume(storeId: string, target: string): Resumption {
    const lifetimeEnd = this.#limits.now() + this.#limits.lifetimeMs;
    return new Resumption(this.#take(storeId, target), lifetimeEnd, {
      keep: (kept) => this.#keep(storeId, target, kept),
      forget: () => this.#forget(storeId, target),
    });
  }

  /** In bytes; the overhead of a session is estimated. */
  get size() {
    return this.#bytes;
  }

  /**
   * Takes the newest session. Each is offered only once while there are others (RFC 8446, C.4); the last one
   * is kept, because some servers issue no new one when a session is resumed.
   */
  #take(storeId: string, target: string): StoredSession | null {
    const store = this.#stores.get(storeId);
    const kept = store?.targets.get(target);
    const newest = kept?.at(-1);
    if (!store || !kept || !newest) return null;
    if (!(newest.until > this.#limits.now())) {
      this.#forget(storeId, target);
      return null;
    }
    if (kept.length > 1) this.#drop(storeId, store, target, kept.length - 1);
    newest.wasOffered = true;
    return newest;
  }

  #keep(storeId: string, target: string, kept: StoredSession): void {
    const { storeBytes, allBytes, now } = this.#limits;
    if (kept.session.length > MOST_BYTES_OF_SESSION || !(kept.until > now())) return;
    this.#sweep();
    const last = this.#stores.get(storeId)?.targets.get(target)?.at(-1);
    if (last?.wasOffered) this.#forget(storeId, target);
    const store = this.#stores.get(storeId) ?? { targets: new Map(), bytes: 0 };
    this.#stores.set(storeId, store);
    const ofTarget = store.targets.get(target) ?? [];
    store.targets.delete(target);
    store.targets.set(target, ofTarget);
    ofTarget.push(kept);
    store.bytes += sizeOf(kept);
    this.#bytes += sizeOf(kept);
    if (ofTarget.length > MOST_OF_TARGET) this.#drop(storeId, store, target, 0);
    while (store.bytes > storeBytes) this.#dropOldest(storeId, store);
    while (this.#bytes > allBytes) this.#dropOldest(...this.#largest());
  }

  #largest(): [string, StoreSessions] {
    let largest: [string, StoreSessions] = ['', { targets: new Map(), bytes: 0 }];
    for (const each of this.#stores) if (each[1].bytes > largest[1].bytes) largest = each;
    return largest;
  }

  #dropOldest(storeId: string, store: StoreSessions): void {
    const [target = ''] = store.targets.keys();
    this.#drop(storeId, store, target, 0);
  }

  #drop(storeId: string, store: StoreSessions, target: string, at: number): void {
    const kept = store.targets.get(target) ?? [];
    for (const dropped of kept.splice(at, 1)) {
      store.bytes -= sizeOf(dropped);
      this.#bytes -= sizeOf(dropped);
    }
    if (kept.length === 0) store.targets.delete(target);
    if (store.targets.size === 0) this.#stores.delete(storeId);
  }

  #forget(storeId: string, target: string): void {
    const store = this.#stores.get(storeId);
    const kept = store?.targets.get(target);
    if (!store || !kept) return;
    for (let count = kept.length; count > 0; count--) this.#drop(storeId, store, target, 0);
  }

  /** Removes expired sessions that are no longer requested. */
  #sweep(): void {
    const now = this.#limits.now();
    if (now - this.#sweptAt < this.#limits.lifetimeMs / 4) return;
    this.#sweptAt = now;
    for (const [storeId, { targets }] of this.#stores)
      for (const [target, kept] of targets)
        if (!kept.some(({ until }) => until > now)) this.#forget(storeId, target);
  }
}

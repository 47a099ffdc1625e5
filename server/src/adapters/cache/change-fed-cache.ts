export interface ChangeFedCacheOptions<Value> {
  load(key: string): Promise<Value | null>;
  /**
   * Keys that changed recently. Overlaps generously with earlier results, because a change becomes visible
   * only when its transaction ends: an entry that was loaded during a change is dropped by a later poll.
   */
  recentChanges(): Promise<readonly string[]>;
  onError(error: unknown): void;
  /** How often to poll for changes. */
  pollMs?: number;
  /** The maximum age of the last successful poll; beyond it the cache is not trusted. */
  trustMs?: number;
  /** The maximum age of an entry, changed or not. */
  maxAgeMs?: number;
  maxEntries?: number;
}

interface CacheEntry<Value> {
  value: Promise<Value | null>;
  loadedAt: number;
}

/**
 * A cache that every process keeps current with one cheap query a few times a second, instead of loading each
 * entry again every second. It needs no message bus, so no lost message can make it stale.
 */
export class ChangeFedCache<Value> {
  readonly #options: Required<ChangeFedCacheOptions<Value>>;
  readonly #entries = new Map<string, CacheEntry<Value>>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: ChangeFedCacheOptions<Value>) {
    this.#options = { pollMs: 250, trustMs: 900, maxAgeMs: 30_000, maxEntries: 100_000, ...options };
  }

  start() {
    void this.#look();
  }

  stop() {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  get(key: string): Promise<Value | null> {
    const now = performance.now();
    const entry = this.#entries.get(key);
    if (
      entry &&
      now - this.#lookedAt < this.#options.trustMs &&
      now - entry.loadedAt < this.#options.maxAgeMs
    ) {
      return entry.value;
    }
    return this.#load(key, now);
  }

  #load(key: string, now: number): Promise<Value | null> {
    const entry: CacheEntry<Value> = { value: this.#options.load(key), loadedAt: now };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const forget = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    // Misses are not cached: the key may be created the next moment, and guesses must not fill the memory.
    entry.value.then((value) => value === null && forget(), forget);
    if (this.#entries.size > this.#options.maxEntries) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return entry.value;
  }

  async #look() {
    const startedAt = performance.now();
    try {
      for (const key of await this.#options.recentChanges()) this.#entries.delete(key);
      this.#lookedAt = startedAt;
    } catch (error) {
      this.#options.onError(error);
    }
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#look(), this.#options.pollMs);
    this.#timer.unref();
  }
}

import type { LiquidText, LiquidUses } from '../../kernel/ports.ts';
import type { ChildUses } from './child-methods.ts';
import type { PreparePlain, RenderPlain } from './render-plain-texts.ts';

const nothing = { secrets: [], variables: [] };

/** Texts missing from `found` hold no Liquid. */
export function assembleLiquidUses(
  texts: readonly LiquidText[],
  found: ReadonlyMap<LiquidText, ChildUses>,
): LiquidUses {
  const answers = texts.map((text) => ({ path: text.path, ...(found.get(text) ?? nothing) }));
  const problems = answers.flatMap((answer) =>
    'reason' in answer ? [{ path: answer.path, reason: answer.reason }] : [],
  );
  if (problems.length > 0) return { problems };
  const uses = answers.flatMap((answer) =>
    'secrets' in answer ? [{ path: answer.path, secrets: answer.secrets, variables: answer.variables }] : [],
  );
  return { uses };
}

/** Limits in characters, of the texts and of the data cached about them. */
export interface LiquidUsesCacheLimits {
  text: number;
  account: number;
  all: number;
}

const limits: LiquidUsesCacheLimits = { text: 64 * 1024, account: 512 * 1024, all: 16 * 1024 * 1024 };

/** The memory overhead of an entry besides its characters. */
const ENTRY = 200;

interface CachedUses {
  uses: ChildUses;
  plain: RenderPlain | null;
  size: number;
}

interface StoreCache {
  texts: Map<string, CachedUses>;
  size: number;
}

/**
 * Caches the secrets and variables that a text uses, since they depend only on the text and steps render the
 * same texts again and again. Each account has its own share: no account can probe what others have saved,
 * and an account that saves a lot evicts only its own texts. When all shares together are full, the least
 * recently active account loses its share.
 */
export class LiquidUsesCache {
  readonly #preparePlain: PreparePlain;
  readonly #limits: LiquidUsesCacheLimits;
  readonly #shares = new Map<string, StoreCache>();
  #size = 0;

  constructor(preparePlain: PreparePlain, most: LiquidUsesCacheLimits = limits) {
    this.#preparePlain = preparePlain;
    this.#limits = most;
  }

  get size(): number {
    return this.#size;
  }

  /** Null if any of them is unknown. */
  find(account: string, texts: readonly LiquidText[]): Map<LiquidText, ChildUses> | null {
    const share = this.#touch(account);
    const found = new Map<LiquidText, ChildUses>();
    for (const text of texts) {
      const known = share?.texts.get(text.text);
      if (!share || !known) return null;
      share.texts.delete(text.text);
      share.texts.set(text.text, known);
      found.set(text, known.uses);
    }
    return found;
  }

  /** Returns how to render the text without a child process, or null if that is unknown. */
  plain(account: string, text: string): RenderPlain | null {
    return this.#shares.get(account)?.texts.get(text)?.plain ?? null;
  }

  keep(account: string, found: ReadonlyMap<LiquidText, ChildUses>): void {
    const share = this.#touch(account) ?? { texts: new Map(), size: 0 };
    this.#shares.set(account, share);
    for (const [{ text }, answer] of found) {
      const size = ENTRY + text.length + JSON.stringify(answer).length;
      if (text.length > this.#limits.text || size > this.#limits.account) continue;
      this.#forget(share, text);
      const pieces = 'plain' in answer ? answer.plain : null;
      share.texts.set(text, { uses: answer, plain: pieces && this.#preparePlain(text, pieces), size });
      this.#grow(share, size);
    }
    for (const oldest of share.texts.keys()) {
      if (share.size <= this.#limits.account) break;
      this.#forget(share, oldest);
    }
    for (const [oldest, { size }] of this.#shares) {
      if (this.#size <= this.#limits.all) return;
      this.#shares.delete(oldest);
      this.#size -= size;
    }
  }

  /** Returns the share and marks it as most recently used. */
  #touch(account: string): StoreCache | undefined {
    const share = this.#shares.get(account);
    if (!share) return undefined;
    this.#shares.delete(account);
    this.#shares.set(account, share);
    return share;
  }

  #forget(share: StoreCache, text: string): void {
    const known = share.texts.get(text);
    if (!known) return;
    share.texts.delete(text);
    this.#grow(share, -known.size);
  }

  #grow(share: StoreCache, size: number): void {
    share.size += size;
    this.#size += size;
  }
}

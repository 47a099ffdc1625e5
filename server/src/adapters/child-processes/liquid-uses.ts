import type { LiquidText, LiquidUses } from '../../kernel/ports.ts';
import type { ChildUses } from './child-methods.ts';

/** Texts missing from `found` hold no Liquid. */
export function usesOf(texts: readonly LiquidText[], found: ReadonlyMap<LiquidText, ChildUses>): LiquidUses {
  const answers = texts.map((text) => ({
    path: text.path,
    ...(found.get(text) ?? { secrets: [], variables: [] }),
  }));
  const problems = answers.filter((answer) => 'reason' in answer);
  return problems.length > 0 ? { problems } : { uses: answers.filter((answer) => 'secrets' in answer) };
}

const MAX_KEPT = 5_000;
const MAX_KEPT_LENGTH = 2_000;

/**
 * What a text uses depends on the text alone, and steps render the same texts all day, so the answers are cached.
 * The oldest are evicted first.
 */
export class KnownUses {
  readonly #kept = new Map<string, ChildUses>();

  has(text: string): boolean {
    return this.#kept.has(text);
  }

  of(texts: readonly LiquidText[]): Map<LiquidText, ChildUses> {
    return new Map(texts.map((text) => [text, this.#kept.get(text.text) as ChildUses]));
  }

  keep(found: ReadonlyMap<LiquidText, ChildUses>) {
    for (const [{ text }, uses] of found) {
      if (text.length > MAX_KEPT_LENGTH) continue;
      this.#kept.delete(text);
      this.#kept.set(text, uses);
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) return;
      this.#kept.delete(oldest);
    }
  }
}

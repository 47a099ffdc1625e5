import type { DesignNode } from './design-parts.rules.ts';
import { isTextMember } from './design-texts.rules.ts';
import { matchInOrder } from './ordered-matching.rules.ts';

/** Numbers texts, with equal numbers for equal texts, so that long texts are compared only once. */
class TextNumbers {
  readonly #known = new Map<string, number>();

  of(text: string): number {
    const known = this.#known.get(text) ?? this.#known.size;
    this.#known.set(text, known);
    return known;
  }
}

/** The content of a node as comparable numbers. */
interface NodeFingerprint {
  /** The whole node. */
  whole: number;
  /** Its own texts regardless of style; `null` if it has none. */
  texts: number | null;
  /** The traits compared with another block. */
  traits: ReadonlySet<number>;
  /** The subset of traits from texts and nested blocks. */
  says: ReadonlySet<number>;
}

/** Equal for equal numbers in any order. */
const joined = (numbers: number[]) => numbers.sort((a, b) => a - b).join();

function printsOf(
  root: DesignNode,
  numbers: TextNumbers,
  prints = new Map<DesignNode, NodeFingerprint>(),
): Map<DesignNode, NodeFingerprint> {
  for (const list of root.lists.values()) for (const part of list) printsOf(part, numbers, prints);
  const lists = [...root.lists].map(([name, list]) => {
    const inner = list.map((part) => prints.get(part)?.whole ?? -1);
    return { inner, whole: numbers.of(`${name}:${inner.join()}`) };
  });
  const own: number[] = [];
  const texts: number[] = [];
  for (const [name, value] of root.leaves) {
    if (name === 'type') continue;
    const number = numbers.of(`${name}=${JSON.stringify(value)}`);
    own.push(number);
    if (isTextMember(name) && value !== null && value !== '') texts.push(number);
  }
  const whole = joined([...own, ...lists.map((list) => list.whole)]);
  return prints.set(root, {
    whole: numbers.of(`whole ${root.kind} ${whole}`),
    texts: texts.length === 0 ? null : numbers.of(`texts ${root.kind} ${joined(texts)}`),
    traits: new Set([...own, ...lists.flatMap(({ inner }) => inner)]),
    says: new Set([...texts, ...lists.flatMap(({ inner }) => inner)]),
  });
}

function intersectionSize(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let count = 0;
  for (const trait of one) if (other.has(trait)) count++;
  return count;
}

/** From 0 (only the kind in common) to 1. */
function similarity({ traits: one }: NodeFingerprint, { traits: other }: NodeFingerprint): number {
  const most = Math.max(one.size, other.size);
  return most === 0 ? 1 : intersectionSize(one, other) / most;
}

/** The score of a block with another name: less likely to be the same, but possible. */
const RENAMED = 0.25;

/**
 * The maximum number of comparisons for two designs, about thirty milliseconds; two hundred texts take a
 * third of that. The rest of a larger design is matched by position, so that one author's design does not
 * delay others.
 */
const MOST_COMPARED = 500_000;

/** Finds the previous version of each node of a design. */
class BlockMatcher {
  readonly found = new Map<DesignNode, DesignNode>();
  readonly #taken = new Set<DesignNode>();
  readonly #prints: ReadonlyMap<DesignNode, NodeFingerprint>;
  readonly #before: readonly DesignNode[];
  readonly #after: readonly DesignNode[];
  readonly #isOneLanguage: boolean;
  #left = MOST_COMPARED;
  #pairs: [before: DesignNode, after: DesignNode][] = [];

  constructor(before: readonly DesignNode[], after: readonly DesignNode[], isOneLanguage: boolean) {
    this.#isOneLanguage = isOneLanguage;
    [this.#before, this.#after] = [before, after];
    const numbers = new TextNumbers();
    const prints = [before, after].flatMap(([root]) => (root ? [...printsOf(root, numbers)] : []));
    this.#prints = new Map(prints);
  }

  run(): ReadonlyMap<DesignNode, DesignNode> {
    const { whole, texts } = { whole: this.#by('whole'), texts: this.#by('texts') };
    const id = ({ kind, id }: DesignNode) => (id === null || id === '' ? null : `${kind} ${id}`);
    for (const key of [id, whole, texts]) this.#matchBy(key, true);
    this.#matchByParts();
    this.#pair(this.#before[0], this.#after[0]);
    this.#matchLists();
    for (const key of [whole, texts]) {
      this.#matchBy(key, false);
      this.#matchLists();
    }
    this.#matchMoved();
    this.#matchLists();
    return this.found;
  }

  #by(what: 'whole' | 'texts') {
    return (part: DesignNode) => this.#prints.get(part)?.[what] ?? null;
  }

  #pair(before: DesignNode | undefined, after: DesignNode | undefined): void {
    if (!before || !after || this.#taken.has(before) || this.found.has(after)) return;
    this.found.set(after, before);
    this.#taken.add(before);
    this.#pairs.push([before, after]);
  }

  #free(parts: readonly DesignNode[]): DesignNode[] {
    return parts.filter((part) => !this.#taken.has(part) && !this.found.has(part));
  }

  /** Matches nodes with equal keys anywhere, in order; with `onlyUnique`, only unambiguous ones. */
  #matchBy(key: (part: DesignNode) => string | number | null, onlyUnique: boolean): void {
    const [before, after] = [this.#before, this.#after].map((parts) =>
      Map.groupBy(onlyUnique ? parts : this.#free(parts), key),
    ) as [Map<string | number | null, DesignNode[]>, Map<string | number | null, DesignNode[]>];
    for (const [name, now] of after) {
      const old = before.get(name) ?? [];
      if (name === null || (onlyUnique && (now.length > 1 || old.length > 1))) continue;
      for (const [i, part] of now.entries()) this.#pair(old[i], part);
    }
  }

  /** Matches nodes that share at least half of their content, if no other node has it. */
  #matchByParts(): void {
    const [old, now] = [this.#nodesByTrait(this.#before), this.#nodesByTrait(this.#after)];
    for (const part of this.#free(this.#after)) {
      const says = this.#prints.get(part)?.says ?? new Set();
      const votes = new Map<DesignNode, number>();
      for (const trait of says) {
        const other = now.get(trait) === part ? old.get(trait) : null;
        if (other && other.kind === part.kind) votes.set(other, (votes.get(other) ?? 0) + 1);
      }
      const [likest] = [...votes].sort(([, a], [, b]) => b - a);
      if (likest && likest[1] * 2 >= says.size) this.#pair(likest[0], part);
    }
  }

  /** The node that has each trait; `null` if several have it. */
  #nodesByTrait(parts: readonly DesignNode[]): ReadonlyMap<number, DesignNode | null> {
    const nodeByTrait = new Map<number, DesignNode | null>();
    for (const part of parts)
      for (const trait of this.#prints.get(part)?.says ?? [])
        nodeByTrait.set(trait, nodeByTrait.has(trait) ? null : part);
    return nodeByTrait;
  }

  /** In the lists of matched nodes, matches the remaining entries by similarity, in order. */
  #matchLists(): void {
    for (let pair = this.#pairs.pop(); pair; pair = this.#pairs.pop()) {
      const [before, after] = pair;
      for (const [name, list] of after.lists) {
        const [old, now] = [this.#free(before.lists.get(name) ?? []), this.#free(list)];
        this.#matchLikest(old, now, (one, other) => this.#score(one, other));
      }
    }
  }

  /** Matches blocks that moved to another list and kept part of their content. */
  #matchMoved(): void {
    const [old, now] = [this.#before, this.#after].map((parts) =>
      this.#free(parts).filter(({ leaves }) => leaves.has('type')),
    ) as [DesignNode[], DesignNode[]];
    const none = new Set<number>();
    const says = (part: DesignNode | undefined) => (part && this.#prints.get(part)?.says) ?? none;
    this.#matchLikest(old, now, (one, other) =>
      intersectionSize(says(one), says(other)) > 0 ? this.#score(one, other) : 0,
    );
  }

  /** Matches the most similar entries of two lists in order, or by position once the limit is reached. */
  #matchLikest(
    old: readonly DesignNode[],
    now: readonly DesignNode[],
    score: (one: DesignNode | undefined, other: DesignNode | undefined) => number,
  ): void {
    const traits = old.reduce((sum, part) => sum + 1 + (this.#prints.get(part)?.traits.size ?? 0), 0);
    this.#left -= traits * now.length;
    if (this.#left >= 0) {
      for (const [i, j] of matchInOrder(old.length, now.length, (i, j) => score(old[i], now[j])))
        this.#pair(old[i], now[j]);
    } else for (const [i, part] of now.entries()) if (score(old[i], part) > 0) this.#pair(old[i], part);
  }

  #score(before: DesignNode | undefined, after: DesignNode | undefined): number {
    const [old, now] = [before && this.#prints.get(before), after && this.#prints.get(after)];
    if (!before || !after || !old || !now || before.kind !== after.kind) return 0;
    if (before.id === after.id) return 1 + similarity(old, now);
    // An edited block keeps its name or some of its words. Translations have other words, and often no names.
    if (this.#isOneLanguage && intersectionSize(old.says, now.says) === 0) return 0;
    return RENAMED + similarity(old, now);
  }
}

/** No real email has this many nodes. Larger designs are matched by position, ten times as fast. */
const MOST_PARTS = 2000;

const placeOf = ({ path }: DesignNode) => path[path.length - 1] as number;

/**
 * Pairs nodes of the same kind at the same positions, recursively; descends into nodes of different kinds
 * too.
 */
function pairPlaces(
  before: DesignNode,
  after: DesignNode,
  pairs: Map<DesignNode, DesignNode>,
): ReadonlyMap<DesignNode, DesignNode> {
  if (before.kind === after.kind) pairs.set(after, before);
  for (const [name, list] of after.lists) {
    const old = before.lists.get(name) ?? [];
    let at = 0;
    for (const part of list) {
      while (at < old.length && placeOf(old[at] as DesignNode) < placeOf(part)) at++;
      const same = old[at];
      if (same && placeOf(same) === placeOf(part)) pairPlaces(same, part, pairs);
    }
  }
  return pairs;
}

function matchPlaces(
  before: readonly DesignNode[],
  after: readonly DesignNode[],
): ReadonlyMap<DesignNode, DesignNode> {
  const [[old], [now]] = [before, after];
  return old && now ? pairPlaces(old, now, new Map()) : new Map();
}

const match = (before: readonly DesignNode[], after: readonly DesignNode[], isOneLanguage: boolean) =>
  Math.max(before.length, after.length) > MOST_PARTS
    ? matchPlaces(before, after)
    : new BlockMatcher(before, after, isOneLanguage).run();

/**
 * Finds the previous version of each node of a design: one of the same name, else one with equal content
 * anywhere, else the most similar one in the same list, in order. Both may be digests of designs.
 */
export const matchParts = (
  before: readonly DesignNode[],
  after: readonly DesignNode[],
): ReadonlyMap<DesignNode, DesignNode> => match(before, after, true);

/** The same for two languages, whose blocks have the same meaning in other words. */
export const matchLanguages = (
  one: readonly DesignNode[],
  other: readonly DesignNode[],
): ReadonlyMap<DesignNode, DesignNode> => match(one, other, false);

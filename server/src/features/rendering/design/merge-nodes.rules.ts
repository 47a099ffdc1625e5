import type { JsonObject } from '../../../kernel/json.ts';
import { type DesignNode, partsOf } from './design-parts.rules.ts';
import { matchParts } from './match-blocks.rules.ts';
import { sameValue, type ThreeWay } from './merge-values.rules.ts';

export type MergeSide = 'mine' | 'theirs';
const other = { mine: 'theirs', theirs: 'mine' } as const;

/** One block, column or entry, as it is in each of three designs. */
export type MergeNode = ThreeWay<DesignNode | null>;

/** The list that a part stands in. */
export interface ListSlot {
  node: MergeNode;
  list: string;
}

const samePlace = (one: ListSlot, two: ListSlot) => one.node === two.node && one.list === two.list;
const isColumn = ({ kind }: DesignNode) => kind === 'of columns';

/** Members of a part that are no lists of other parts. */
function ownMembers({ value, lists }: DesignNode): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !lists.has(name)));
}

/** What became of each part of a design that two changed: whether it stays, and where. */
export class MergedNodes {
  readonly root: MergeNode;
  /** Whose order decides where both moved something: it follows from the designs, not from who asks. */
  readonly first: MergeSide;
  readonly #nodes = new Map<DesignNode, MergeNode>();
  readonly #homes = new Map<DesignNode, { part: DesignNode; list: string; previous: DesignNode | null }>();
  readonly #wanted = new Map<DesignNode, boolean>();
  readonly #dissolved = new Map<MergeNode, boolean>();
  readonly #children = new Map<MergeNode, Map<string, Set<MergeNode>>>();
  /** Whether blocks were put into each other, each by one of them. */
  readonly isKnotted: boolean;

  constructor(designs: ThreeWay<JsonObject>) {
    const parts = {
      base: partsOf(designs.base),
      mine: partsOf(designs.mine),
      theirs: partsOf(designs.theirs),
    };
    this.first = JSON.stringify(designs.mine) <= JSON.stringify(designs.theirs) ? 'mine' : 'theirs';
    for (const list of Object.values(parts)) for (const part of list) this.#enter(part);
    for (const base of parts.base) this.#nodes.set(base, { base, mine: null, theirs: null });
    for (const side of ['mine', 'theirs'] as const) this.#match(parts.base, parts[side], side);
    this.#joinEqual(parts.mine, parts.theirs);
    this.root = this.nodeOf(parts.base[0] as DesignNode);
    this.isKnotted = !this.#settle([...new Set(this.#nodes.values())]);
  }

  nodeOf = (part: DesignNode): MergeNode => this.#nodes.get(part) as MergeNode;

  /** What stands in a list in the end, in no order. */
  childrenIn = (node: MergeNode, list: string): ReadonlySet<MergeNode> =>
    this.#children.get(node)?.get(list) ?? new Set();

  /** Whether one of them took it out and the other did something to it, so that it stays to be decided. */
  isDisputed(node: MergeNode): boolean {
    const part = node.mine ?? node.theirs;
    if (!node.base || !part || (node.mine && node.theirs) || isColumn(part)) return false;
    const around = this.#blockAround(part);
    return around === null || !this.#isLeft(around);
  }

  /** What stood in a list of one of them, in its order; what was around others and is dissolved is not. */
  inOrder = (part: DesignNode | null, list: string): MergeNode[] =>
    (part?.lists.get(list) ?? []).flatMap((each) => {
      const node = this.nodeOf(each);
      return this.#isDissolved(node)
        ? [...each.lists.keys()].flatMap((own) => this.inOrder(each, own))
        : [node];
    });

  /**
   * Whether one of them took away what was around blocks and left these where it stood, while the other did nothing to it
   * but put something in: that stands with the blocks then, as if it had been there before.
   */
  #isDissolved(node: MergeNode): boolean {
    if (!node.base || (node.mine === null) === (node.theirs === null) || isColumn(node.base)) return false;
    const known = this.#dissolved.get(node);
    if (known !== undefined) return known;
    const side = node.mine ? 'mine' : 'theirs';
    const { base } = node;
    const part = node[side] as DesignNode;
    const place = this.#placeOf(base);
    const isThere = (each: DesignNode) => {
      const left = this.nodeOf(each)[other[side]];
      const now = left && this.#placeOf(left);
      return place !== null && now !== null && samePlace(place, now);
    };
    const isDissolved =
      !this.#isMoved(node, part) &&
      sameValue(ownMembers(base), ownMembers(part)) &&
      [...part.lists].every(
        ([list, inner]) =>
          (base.lists.get(list) ?? []).some(isThere) || !inner.some((each) => this.#isWanted(each, side)),
      ) &&
      [...base.lists.values()].flat().some(isThere);
    this.#dissolved.set(node, isDissolved);
    return isDissolved;
  }

  /** A column has no say of its own: what stands in it goes with its block. */
  #blockAround(part: DesignNode): MergeNode | null {
    const around = this.#homes.get(part)?.part;
    if (!around) return null;
    return isColumn(around) ? this.#blockAround(around) : this.nodeOf(around);
  }

  #enter(part: DesignNode): void {
    for (const [list, inner] of part.lists)
      for (const [i, each] of inner.entries())
        this.#homes.set(each, { part, list, previous: inner[i - 1] ?? null });
  }

  #match(base: readonly DesignNode[], parts: readonly DesignNode[], side: MergeSide): void {
    const was = matchParts(base, parts);
    for (const part of parts) {
      const before = isColumn(part) ? this.#sameColumn(part) : this.#ownEntry(part, was.get(part) ?? null);
      const node = before ? this.nodeOf(before) : { base: null, mine: null, theirs: null };
      node[side] = part;
      this.#nodes.set(part, node);
    }
  }

  /** Columns are told apart by their place: there are as many as the ratio has parts. */
  #sameColumn(part: DesignNode): DesignNode | null {
    const around = this.#homes.get(part)?.part;
    const before = around && this.#nodes.get(around)?.base;
    return before?.lists.get('columns')?.[Number(part.path.at(-1))] ?? null;
  }

  /** An entry is part of its block: an equal one of another block is another. */
  #ownEntry(part: DesignNode, before: DesignNode | null): DesignNode | null {
    if (!before || !part.kind.startsWith('of ')) return before;
    const [around, was] = [this.#homes.get(part)?.part, this.#homes.get(before)?.part];
    return around && was && this.nodeOf(around) === this.nodeOf(was) ? before : null;
  }

  /** Identical insertions of both sides at the same place are merged into one. */
  #joinEqual(mine: readonly DesignNode[], theirs: readonly DesignNode[]): void {
    const isNew = (part: DesignNode) => this.nodeOf(part).base === null;
    const after = new Map<string, DesignNode[]>();
    const ids = new Map<MergeNode | null, number>();
    const idOf = (node: MergeNode | null) => {
      const id = ids.get(node) ?? ids.size;
      ids.set(node, id);
      return id;
    };
    const nameOf = (part: DesignNode) => {
      const home = this.#homes.get(part);
      const [around, previous] = [home?.part, home?.previous].map((each) =>
        each ? this.nodeOf(each) : null,
      );
      return `${idOf(around ?? null)} ${home?.list} ${idOf(previous ?? null)}`;
    };
    for (const part of mine.filter(isNew))
      after.set(nameOf(part), [...(after.get(nameOf(part)) ?? []), part]);
    for (const part of theirs.filter(isNew)) {
      const same = after.get(nameOf(part))?.find((each) => sameValue(each.value, part.value));
      if (!same || this.nodeOf(same).theirs) continue;
      const node = this.nodeOf(same);
      node.theirs = part;
      this.#nodes.set(part, node);
    }
  }

  #placeOf(part: DesignNode): ListSlot | null {
    const home = this.#homes.get(part);
    return home ? { node: this.nodeOf(home.part), list: home.list } : null;
  }

  #isMoved({ base }: MergeNode, part: DesignNode): boolean {
    const [before, after] = [base && this.#placeOf(base), this.#placeOf(part)];
    return before !== null && after !== null && !samePlace(before, after);
  }

  /** Whether somebody moved it, and not only took away what was around it. */
  #isTakenElsewhere(node: MergeNode, part: DesignNode, side: MergeSide): boolean {
    const home = node.base && this.#homes.get(node.base)?.part;
    return (
      this.#isMoved(node, part) && home !== null && home !== undefined && this.nodeOf(home)[side] !== null
    );
  }

  /** Whether whoever has a part did something to it, or to what stands in it, that goes with it. */
  #isWanted(part: DesignNode, side: MergeSide): boolean {
    const known = this.#wanted.get(part);
    if (known !== undefined) return known;
    const node = this.nodeOf(part);
    const isElsewhere = node[other[side]] !== null;
    const isOwn =
      !isElsewhere &&
      !isColumn(part) &&
      (node.base === null ||
        this.#isTakenElsewhere(node, part, side) ||
        !sameValue(ownMembers(node.base), ownMembers(part)));
    const isBroughtHere = isElsewhere && node.base !== null && this.#isMoved(node, part);
    const inner = [...part.lists.values()].flat();
    const isWanted = isOwn || isBroughtHere || inner.some((each) => this.#isWanted(each, side));
    this.#wanted.set(part, isWanted);
    return isWanted;
  }

  /** Whether a part that one of them took out stays all the same, with everything in it. */
  #isLeft(node: MergeNode): boolean {
    if (!node.base || (node.mine === null) === (node.theirs === null)) return false;
    if (this.#isDissolved(node)) return false;
    const side = node.mine ? 'mine' : 'theirs';
    const part = node[side] as DesignNode;
    const around = this.#blockAround(part);
    return this.#isWanted(part, side) || (around !== null && this.#isLeft(around));
  }

  #stays = (node: MergeNode): boolean => {
    if (node.mine && node.theirs) return true;
    if (!node.mine && !node.theirs) return false;
    return node.base === null || this.#isLeft(node);
  };

  /** Where it stands: where one of them put it, or the first where both did. */
  #finalPlace(node: MergeNode): ListSlot | null {
    const mine = node.mine && this.#placeOf(node.mine);
    const theirs = node.theirs && this.#placeOf(node.theirs);
    if (!mine || !theirs) return mine ?? theirs;
    const base = node.base && this.#placeOf(node.base);
    if (!base || samePlace(theirs, base)) return mine;
    return samePlace(mine, base) || this.first === 'theirs' ? theirs : mine;
  }

  /** Puts every part that stays into its list; `false` if one would stand in itself. */
  #settle(nodes: readonly MergeNode[]): boolean {
    const places = new Map<MergeNode, ListSlot>();
    for (const node of nodes) {
      const place = this.#stays(node) ? this.#finalPlace(node) : null;
      if (place)
        places.set(node, this.#isDissolved(place.node) ? (this.#finalPlace(place.node) as ListSlot) : place);
    }
    const isFree = new Set<MergeNode>([this.root]);
    for (const [node, place] of places) {
      // What is around stands before it, unless something was moved.
      if (isFree.has(place.node)) {
        isFree.add(node);
        continue;
      }
      const way = new Set<MergeNode>();
      for (let at: MergeNode | undefined = node; at && !isFree.has(at); at = places.get(at)?.node) {
        if (way.has(at)) return false;
        way.add(at);
      }
      for (const each of way) isFree.add(each);
    }
    for (const [node, { node: around, list }] of places) {
      const lists = this.#children.get(around) ?? new Map<string, Set<MergeNode>>();
      const inList = lists.get(list) ?? new Set();
      this.#children.set(around, lists.set(list, inList.add(node)));
    }
    return true;
  }
}

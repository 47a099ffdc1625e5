import type { JsonObject } from '../../../kernel/json.ts';
import { type DesignNode, partsOf } from './design-parts.rules.ts';
import { matchParts } from './match-blocks.rules.ts';
import { sameValue, type ThreeWay } from './merge-values.rules.ts';

export type MergeSide = 'mine' | 'theirs';
const other = { mine: 'theirs', theirs: 'mine' } as const;

/** One block, column or entry in each of the three designs. */
export type MergeNode = ThreeWay<DesignNode | null>;

/** The list that contains a part. */
export interface ListSlot {
  node: MergeNode;
  list: string;
}

const samePlace = (one: ListSlot, two: ListSlot) => one.node === two.node && one.list === two.list;
const isColumn = ({ kind }: DesignNode) => kind === 'of columns';

/** Members of a part other than its lists of parts. */
function ownMembers({ value, lists }: DesignNode): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !lists.has(name)));
}

/** Tracks each part of a design that both sides changed: whether it is kept, and where. */
export class MergedNodes {
  readonly root: MergeNode;
  /** The side whose order wins if both moved something. It depends on the designs only, not on who merges. */
  readonly first: MergeSide;
  readonly #nodes = new Map<DesignNode, MergeNode>();
  readonly #homes = new Map<DesignNode, { part: DesignNode; list: string; previous: DesignNode | null }>();
  readonly #wanted = new Map<DesignNode, boolean>();
  readonly #dissolved = new Map<MergeNode, boolean>();
  readonly #children = new Map<MergeNode, Map<string, Set<MergeNode>>>();
  /** Whether the two sides moved blocks into each other. */
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

  /** The final content of a list, unordered. */
  childrenIn = (node: MergeNode, list: string): ReadonlySet<MergeNode> =>
    this.#children.get(node)?.get(list) ?? new Set();

  /** Whether one side removed it and the other changed it, so that it is kept until someone decides. */
  isDisputed(node: MergeNode): boolean {
    const part = node.mine ?? node.theirs;
    if (!node.base || !part || (node.mine && node.theirs) || isColumn(part)) return false;
    const around = this.#blockAround(part);
    return around === null || !this.#isLeft(around);
  }

  /**
   * The content of a list on one side, in order. Containers that were unwrapped are replaced by their
   * content.
   */
  inOrder = (part: DesignNode | null, list: string): MergeNode[] =>
    (part?.lists.get(list) ?? []).flatMap((each) => {
      const node = this.nodeOf(each);
      return this.#isDissolved(node)
        ? [...each.lists.keys()].flatMap((own) => this.inOrder(each, own))
        : [node];
    });

  /**
   * Whether one side unwrapped a container and left its blocks in its place, while the other side only added
   * blocks to it. The added blocks then move out with the rest, as if they had been there before.
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

  /** The enclosing block. Columns are skipped, because their content belongs to their block. */
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

  /** Columns are identified by position, because their number equals that of the ratio's parts. */
  #sameColumn(part: DesignNode): DesignNode | null {
    const around = this.#homes.get(part)?.part;
    const before = around && this.#nodes.get(around)?.base;
    return before?.lists.get('columns')?.[Number(part.path.at(-1))] ?? null;
  }

  /** An entry belongs to its block: an equal entry in another block is a different one. */
  #ownEntry(part: DesignNode, before: DesignNode | null): DesignNode | null {
    if (!before || !part.kind.startsWith('of ')) return before;
    const [around, was] = [this.#homes.get(part)?.part, this.#homes.get(before)?.part];
    return around && was && this.nodeOf(around) === this.nodeOf(was) ? before : null;
  }

  /** Merges identical insertions by both sides at the same place. */
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

  /** Whether it was moved, rather than its container being removed. */
  #isTakenElsewhere(node: MergeNode, part: DesignNode, side: MergeSide): boolean {
    const home = node.base && this.#homes.get(node.base)?.part;
    return (
      this.#isMoved(node, part) && home !== null && home !== undefined && this.nodeOf(home)[side] !== null
    );
  }

  /** Whether the side that has a part changed it, or any content that is kept with it. */
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

  /** Whether a part that one side removed is kept anyway, with everything in it. */
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

  /** The final location: where one side moved it, or where the first side did if both moved it. */
  #finalPlace(node: MergeNode): ListSlot | null {
    const mine = node.mine && this.#placeOf(node.mine);
    const theirs = node.theirs && this.#placeOf(node.theirs);
    if (!mine || !theirs) return mine ?? theirs;
    const base = node.base && this.#placeOf(node.base);
    if (!base || samePlace(theirs, base)) return mine;
    return samePlace(mine, base) || this.first === 'theirs' ? theirs : mine;
  }

  /** Puts every remaining part into its list; returns `false` if a part would contain itself. */
  #settle(nodes: readonly MergeNode[]): boolean {
    const places = new Map<MergeNode, ListSlot>();
    for (const node of nodes) {
      const place = this.#stays(node) ? this.#finalPlace(node) : null;
      if (place)
        places.set(node, this.#isDissolved(place.node) ? (this.#finalPlace(place.node) as ListSlot) : place);
    }
    const isFree = new Set<MergeNode>([this.root]);
    for (const [node, place] of places) {
      // A container comes before its content, unless something was moved.
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

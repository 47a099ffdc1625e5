import type { Json, JsonObject, JsonPath } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import { problemsOfSize } from './design-caps.schema.ts';
import type { DesignNode } from './design-parts.rules.ts';
import { columnCount, mergeMembers, orderOfMembers } from './merge-members.rules.ts';
import { MergedNodes, type MergeNode } from './merge-nodes.rules.ts';
import { mergeOrder } from './merge-order.rules.ts';
import {
  type MaybeJson,
  type MergeConflict,
  membersOf,
  mergedMemberNames,
  mergeSingle,
  mergeValues,
  sameValue,
  type ThreeWay,
} from './merge-values.rules.ts';

/**
 * A difference that both sides changed in different ways. Until someone decides, the merged design keeps my
 * version, or the block that one side removed.
 */
export interface DesignConflict extends MergeConflict {
  /**
   * The path of the block or entry in the merged design; `key` leads to the member within it, and is empty
   * for the whole block.
   */
  path: JsonPath;
}

interface MergedDesign {
  design: JsonObject;
  conflicts: DesignConflict[];
}

/** Called when one of my blocks was replaced by another object. */
export type CarryKey = (from: JsonObject, to: JsonObject) => void;

/** More conflicts than anyone would decide one by one. Beyond that, one of the two designs is chosen. */
const MOST_CONFLICTS = 200;

/** The maximum number of entries in a block; the minimum is one. */
const MOST_ENTRIES: Readonly<Record<string, number>> = { items: 12, rows: 50 };

const isOfObjects = (list: MaybeJson) => Array.isArray(list) && list.every(isPlainObject);
const isShared = (node: MergeNode): node is ThreeWay<DesignNode> =>
  node.base !== null && node.mine !== null && node.theirs !== null;

class DesignMerge {
  readonly conflicts: DesignConflict[] = [];
  readonly #nodes: MergedNodes;
  readonly #carry: CarryKey;
  /** Whether a block ended up where it is not allowed, or there are too many conflicts. */
  isBroken: boolean;

  constructor(designs: ThreeWay<JsonObject>, carry: CarryKey) {
    this.#nodes = new MergedNodes(designs);
    this.#carry = carry;
    this.isBroken = this.#nodes.isKnotted;
  }

  /** A list of the design itself. */
  topList = (list: string): Json[] => this.#list(this.#nodes.root, list, list.split('.'), false);

  #list(
    node: MergeNode,
    list: string,
    path: JsonPath,
    isInLoop: boolean,
    more: readonly MergeNode[] = [],
  ): Json[] {
    const inner = this.#nodes.childrenIn(node, list);
    const orderOf = (part: DesignNode | null) =>
      this.#nodes.inOrder(part, list).filter((each) => inner.has(each));
    const { first } = this.#nodes;
    const [one, two] = [node[first], node[first === 'mine' ? 'theirs' : 'mine']].map(orderOf);
    const order = mergeOrder({ base: orderOf(node.base), first: one ?? [], second: two ?? [] });
    const entries = [...order, ...more].map((each, i) => this.#part(each, [...path, i], isInLoop));
    const mine = node.mine && membersOf(valuesOf(node), list).mine;
    const isAsMine =
      Array.isArray(mine) && mine.length === entries.length && mine.every((each, i) => each === entries[i]);
    return isAsMine ? mine : entries;
  }

  #part(node: MergeNode, path: JsonPath, isInLoop: boolean, more: readonly MergeNode[] = []): JsonObject {
    const { mine, theirs } = node;
    const part = (mine ?? theirs) as DesignNode;
    if (this.conflicts.length > MOST_CONFLICTS) this.isBroken = true;
    if (this.isBroken) return part.value;
    if (part.kind === 'attachment' && isInLoop) this.isBroken = true;
    const whose = isShared(node) && part.lists.size === 0 ? mergeSingle(valuesOf(node), sameValue) : null;
    if (whose) return this.#asMine(node, (node[whose] as DesignNode).value);
    const told = this.conflicts.length;
    const tell = (clash: MergeConflict) => this.conflicts.push({ path, ...clash });
    const columns = isShared(node) && part.kind === 'columns' ? columnCount(node) : null;
    const isList = (name: string) => [mine, theirs].some((each) => each?.lists.has(name));
    const members = isShared(node)
      ? mergeMembers(node, (name) => !isList(name), columns?.isDisputed ? ['ratio'] : [], tell)
      : new Map(Object.entries(part.value));
    const names = isShared(node)
      ? orderOfMembers(valuesOf(node) as ThreeWay<JsonObject>)
      : Object.keys(part.value);
    const isLoop = isInLoop || part.kind === 'loop';
    const entries = names.flatMap((name): [string, Json][] => {
      const at = [...path, name];
      const value = !isList(name)
        ? members.get(name)
        : columns && name === 'columns'
          ? this.#columns(node, columns.count, at, isLoop)
          : this.#entries(node, name, at, isLoop, tell, more);
      return value === undefined ? [] : [[name, value]];
    });
    const value = this.#asMine(node, Object.fromEntries(entries));
    const isTaken = this.#nodes.isDisputed(node);
    const other = columns?.isDisputed ? theirs?.value : isTaken && theirs ? value : undefined;
    if (isTaken || columns?.isDisputed)
      this.conflicts.splice(told, 0, { path, key: [], mine: mine ? value : undefined, theirs: other });
    return value;
  }

  /** Unchanged parts keep their object identity. */
  #asMine({ mine }: MergeNode, value: JsonObject): JsonObject {
    if (!mine || value === mine.value) return value;
    const [before, after] = [Object.entries(mine.value), Object.entries(value)];
    const isSame =
      before.length === after.length &&
      before.every(([name, member], i) => name === after[i]?.[0] && member === after[i]?.[1]);
    if (isSame) return mine.value;
    this.#carry(mine.value, value);
    return value;
  }

  /** Merges a list in a block. A list of anything but blocks or entries is merged as one value. */
  #entries(
    node: MergeNode,
    name: string,
    path: JsonPath,
    isInLoop: boolean,
    tell: (clash: MergeConflict) => void,
    more: readonly MergeNode[],
  ): MaybeJson {
    const three = membersOf(valuesOf(node), name);
    const isOfParts = Object.values(three).every((list) => list === undefined || isOfObjects(list));
    if (!isOfParts) return mergeValues(three, tell, [name]);
    const told = this.conflicts.length;
    const list = this.#list(node, name, path, isInLoop, more);
    const most = MOST_ENTRIES[name];
    if (most !== undefined && (list.length === 0 || list.length > most)) {
      this.conflicts.length = told;
      return mergeValues(three, tell, [name]);
    }
    if (list.length > 0 || !isShared(node)) return list;
    const isThere = {
      base: three.base !== undefined,
      mine: three.mine !== undefined,
      theirs: three.theirs !== undefined,
    };
    return isThere[mergeSingle(isThere, Object.is) ?? 'mine'] ? list : undefined;
  }

  /** As many columns as the ratio has parts; the content of any others moves to the last. */
  #columns(node: MergeNode, count: number, path: JsonPath, isInLoop: boolean): Json[] {
    const [mine, theirs] = [node.mine, node.theirs].map((part) =>
      (part?.lists.get('columns') ?? []).map(this.#nodes.nodeOf),
    );
    const columns = Array.from({ length: count }, (_, i) => (mine?.[i] ?? theirs?.[i]) as MergeNode);
    const others = new Set([...(mine ?? []), ...(theirs ?? [])].filter((each) => !columns.includes(each)));
    const more = [...others].flatMap((each) => [...this.#nodes.childrenIn(each, 'blocks')]);
    return columns.map((column, i) =>
      this.#part(column, [...path, i], isInLoop, i === count - 1 ? more : []),
    );
  }
}

function valuesOf({ base, mine, theirs }: MergeNode): ThreeWay<MaybeJson> {
  return { base: base?.value, mine: mine?.value, theirs: theirs?.value };
}

const sides = ['header', 'footer'] as const;
const hasBlocks = (side: MaybeJson) => isPlainObject(side) && isOfObjects(side['blocks'] as MaybeJson);

/** Blocks cannot be merged one by one, so one of the two designs is chosen. */
const undecidedMerge = ({ mine, theirs }: ThreeWay<JsonObject>): MergedDesign => ({
  design: mine,
  conflicts: [{ path: [], key: [], mine, theirs }],
});

/**
 * Merges two edited versions of one design by block and member. Blocks are matched by name, by text or by
 * similarity, so they may have moved. A change by one side is applied. A block that one side removed and the
 * other changed is kept and is a conflict, as is a value that both changed. If the blocks of both sides do
 * not fit into one email, the whole design is a conflict.
 */
export function mergeDesign(designs: ThreeWay<JsonObject>, carry: CarryKey = () => {}): MergedDesign {
  const whose = mergeSingle(designs, sameValue);
  // My blocks are reported even if only the other side changed them.
  const whole = whose ? { design: designs[whose], conflicts: [] } : undecidedMerge(designs);
  if (whose === 'mine' || !Object.values(designs).every(({ blocks }) => isOfObjects(blocks))) return whole;
  // A header or footer is either a preset or has blocks; only blocks can be merged.
  const joint = sides.filter((name) => hasBlocks(designs.mine[name]) && hasBlocks(designs.theirs[name]));
  const without = (design: JsonObject) =>
    Object.fromEntries(
      Object.entries(design).filter(([name]) => name === 'blocks' || joint.some((side) => side === name)),
    );
  const merging = new DesignMerge(
    { base: without(designs.base), mine: without(designs.mine), theirs: without(designs.theirs) },
    carry,
  );
  const { conflicts } = merging;
  const tell = (clash: MergeConflict) => conflicts.push({ path: [], ...clash });
  const merge = (name: string): MaybeJson => {
    const three = membersOf(designs, name);
    if (name === 'blocks') return merging.topList(name);
    if (joint.some((side) => side === name))
      return { ...(three.mine as JsonObject), blocks: merging.topList(`${name}.blocks`) };
    if (!sides.some((side) => side === name)) return mergeValues(three, tell, [name]);
    const whose = mergeSingle(three, sameValue);
    if (!whose) tell({ key: [name], mine: three.mine, theirs: three.theirs });
    return three[whose ?? 'mine'];
  };
  const members = mergedMemberNames(designs.mine, designs.theirs).map((name) => [name, merge(name)] as const);
  const design = Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JsonObject;
  const isTooMuch = conflicts.length > MOST_CONFLICTS || problemsOfSize(design).length > 0;
  return merging.isBroken || isTooMuch ? whole : { design, conflicts };
}

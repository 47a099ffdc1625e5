import type { Json, JsonObject, JsonPath } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';

type JsonLeaf = Exclude<Json, Json[] | JsonObject>;

/** An item of a list: a block, a column, or an entry in a block. The design itself is also a node. */
export interface DesignNode {
  path: JsonPath;
  /** The value in the design. */
  value: JsonObject;
  /** Only nodes of the same kind can match: the type of a block, or `of` the list that contains the entry. */
  kind: string;
  /** A name given by the author, if any. */
  id: JsonLeaf;
  /** Values by member path: `text`, `padding.top`. */
  leaves: ReadonlyMap<string, JsonLeaf>;
  /** Lists by member path: `blocks`, `header.blocks`. */
  lists: ReadonlyMap<string, readonly DesignNode[]>;
}

const isLeaf = (value: Json): value is JsonLeaf => typeof value !== 'object' || value === null;

function addLeaves(object: JsonObject, before: string, leaves: Map<string, JsonLeaf>): Map<string, JsonLeaf> {
  for (const [key, member] of Object.entries(object))
    if (isLeaf(member)) leaves.set(before + key, member);
    else if (!Array.isArray(member)) addLeaves(member, `${before}${key}.`, leaves);
  return leaves;
}

type NodeLists = ReadonlyMap<string, readonly DesignNode[]>;
const noLists: NodeLists = new Map();

/**
 * Computes its leaves lazily: a large email has ten thousand nodes, most of which are leaf nodes and never
 * inspected.
 */
class DesignPart implements DesignNode {
  readonly path: JsonPath;
  readonly value: JsonObject;
  readonly kind: string;
  readonly lists: NodeLists;
  #leaves: DesignNode['leaves'] | null = null;

  constructor(value: JsonObject, path: JsonPath, kind: string) {
    [this.value, this.path, this.kind] = [value, path, kind];
    const lists = new Map<string, readonly DesignNode[]>();
    this.#addLists(value, '', [], lists);
    this.lists = lists.size === 0 ? noLists : lists;
  }

  get leaves(): DesignNode['leaves'] {
    this.#leaves ??= addLeaves(this.value, '', new Map());
    return this.#leaves;
  }

  get id(): JsonLeaf {
    return this.leaves.get('id') ?? null;
  }

  #addLists(
    object: JsonObject,
    before: string,
    at: JsonPath,
    lists: Map<string, readonly DesignNode[]>,
  ): void {
    for (const [key, member] of Object.entries(object)) {
      if (isLeaf(member)) continue;
      if (Array.isArray(member)) lists.set(before + key, this.#entriesOf(member, [...at, key]));
      else this.#addLists(member, `${before}${key}.`, [...at, key], lists);
    }
  }

  #entriesOf(list: readonly Json[], at: JsonPath): DesignNode[] {
    return list.flatMap((entry, i) => {
      if (!isPlainObject(entry)) return [];
      const type = Object.hasOwn(entry, 'type') ? entry['type'] : null;
      const kind = type === null ? `of ${at.at(-1)}` : String(type);
      return [new DesignPart(entry as JsonObject, [...this.path, ...at, i], kind)];
    });
  }
}

/** In the order of the email. Global settings and test data are not nodes. */
const places = ['header', 'blocks', 'footer'];

function rootOf(design: JsonObject): DesignNode {
  const members = places.filter((name) => Object.hasOwn(design, name));
  return new DesignPart(
    Object.fromEntries(members.map((name) => [name, design[name] as Json])),
    [],
    'design',
  );
}

function addParts(part: DesignNode, into: DesignNode[]): DesignNode[] {
  into.push(part);
  for (const list of part.lists.values()) for (const inner of list) addParts(inner, into);
  return into;
}

/** Every part of a design in the order of the email, the design itself first. */
export const partsOf = (design: JsonObject): DesignNode[] => addParts(rootOf(design), []);

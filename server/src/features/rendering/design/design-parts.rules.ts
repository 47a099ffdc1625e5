import type { Json, JsonObject } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';

export type Path = readonly (string | number)[];
type Leaf = Exclude<Json, Json[] | JsonObject>;

/** A block, a column, or an entry in a block: what stands in a list. The design itself is one too. */
export interface Part {
  path: Path;
  /** As it stands in the design. */
  value: JsonObject;
  /** Only parts of a kind can be the same: the type of a block, or `of` the list that it is an entry of. */
  kind: string;
  /** A name of the author's own, if it has one. */
  id: Leaf;
  /** Values by the members that lead to them: `text`, `padding.top`. */
  leaves: ReadonlyMap<string, Leaf>;
  /** Lists by the members that lead to them: `blocks`, `header.blocks`. */
  lists: ReadonlyMap<string, readonly Part[]>;
}

const isLeaf = (value: Json): value is Leaf => typeof value !== 'object' || value === null;

function addLeaves(object: JsonObject, before: string, leaves: Map<string, Leaf>): Map<string, Leaf> {
  for (const [key, member] of Object.entries(object))
    if (isLeaf(member)) leaves.set(before + key, member);
    else if (!Array.isArray(member)) addLeaves(member, `${before}${key}.`, leaves);
  return leaves;
}

type Lists = ReadonlyMap<string, readonly Part[]>;
const noLists: Lists = new Map();

/** A large mail has ten thousand, of which most hold no others and are never looked at closely. */
class DesignPart implements Part {
  readonly path: Path;
  readonly value: JsonObject;
  readonly kind: string;
  readonly lists: Lists;
  #leaves: Part['leaves'] | null = null;

  constructor(value: JsonObject, path: Path, kind: string) {
    [this.value, this.path, this.kind] = [value, path, kind];
    const lists = new Map<string, readonly Part[]>();
    this.#addLists(value, '', [], lists);
    this.lists = lists.size === 0 ? noLists : lists;
  }

  get leaves(): Part['leaves'] {
    this.#leaves ??= addLeaves(this.value, '', new Map());
    return this.#leaves;
  }

  get id(): Leaf {
    return this.leaves.get('id') ?? null;
  }

  #addLists(object: JsonObject, before: string, at: Path, lists: Map<string, readonly Part[]>): void {
    for (const [key, member] of Object.entries(object)) {
      if (isLeaf(member)) continue;
      if (Array.isArray(member)) lists.set(before + key, this.#entriesOf(member, [...at, key]));
      else this.#addLists(member, `${before}${key}.`, [...at, key], lists);
    }
  }

  #entriesOf(list: readonly Json[], at: Path): Part[] {
    return list.flatMap((entry, i) => {
      if (!isPlainObject(entry)) return [];
      const type = Object.hasOwn(entry, 'type') ? entry['type'] : null;
      const kind = type === null ? `of ${at.at(-1)}` : String(type);
      return [new DesignPart(entry as JsonObject, [...this.path, ...at, i], kind)];
    });
  }
}

/** In the order of the mail; what holds for all of it, and data to try it with, are no parts. */
const places = ['header', 'blocks', 'footer'];

function rootOf(design: JsonObject): Part {
  const members = places.filter((name) => Object.hasOwn(design, name));
  return new DesignPart(
    Object.fromEntries(members.map((name) => [name, design[name] as Json])),
    [],
    'design',
  );
}

function addParts(part: Part, into: Part[]): Part[] {
  into.push(part);
  for (const list of part.lists.values()) for (const inner of list) addParts(inner, into);
  return into;
}

/** Every part of a design in the order of the mail, the design itself first. */
export const partsOf = (design: JsonObject): Part[] => addParts(rootOf(design), []);

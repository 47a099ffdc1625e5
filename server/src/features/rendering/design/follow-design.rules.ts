import type { Json, JsonObject } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import { type DesignNode, partsOf } from './design-parts.rules.ts';
import { isTextMember } from './design-texts.rules.ts';
import { matchLanguages, matchParts } from './match-blocks.rules.ts';
import { sameValue } from './merge-values.rules.ts';

/** The main language's design before and after a change, and the design of a language that follows it. */
export interface FollowInput {
  before: JsonObject;
  after: JsonObject;
  own: JsonObject;
}

/** Changes to the main language, computed once for all languages that follow it. */
interface MainChange extends Omit<FollowInput, 'own'> {
  parts: { before: readonly DesignNode[]; after: readonly DesignNode[] };
  /** The previous version of each part of the main language. */
  was: ReadonlyMap<DesignNode, DesignNode>;
}

/** The members of a block besides its name, texts and content. */
export const nonTextFieldsOf = (value: JsonObject) =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([name, member]) => name !== 'id' && !isTextMember(name) && !Array.isArray(member),
    ),
  );

/**
 * Whether a single language may omit the block: entries belong to their block, and nested blocks would disappear with
 * their container.
 */
const isRemovableLeafBlock = ({ leaves, lists }: DesignNode) =>
  leaves.has('type') && !['blocks', 'else', 'columns'].some((name) => lists.has(name));

/** Applies the changes of the main language to one other language. */
class DesignFollower {
  readonly #designs: FollowInput;
  readonly #was: ReadonlyMap<DesignNode, DesignNode>;
  /** Matches between the other language and the main one before the change, in both directions. */
  readonly #inMain: ReadonlyMap<DesignNode, DesignNode>;
  readonly #inOwn: ReadonlyMap<DesignNode, DesignNode>;
  readonly #root: { after: DesignNode; own: DesignNode };

  constructor({ before, after, parts, was }: MainChange, own: JsonObject) {
    this.#designs = { before, after, own };
    const ownParts = partsOf(own);
    this.#was = was;
    this.#inMain = matchLanguages(parts.before, ownParts);
    this.#inOwn = new Map([...this.#inMain].map(([mine, theirs]) => [theirs, mine]));
    this.#root = { after: parts.after[0] as DesignNode, own: ownParts[0] as DesignNode };
  }

  design(): JsonObject {
    const { own } = this.#designs;
    const result: JsonObject = { ...own, blocks: this.#list('blocks') };
    for (const name of ['header', 'footer', 'global']) {
      const value = name === 'global' ? this.#global() : this.#side(name);
      if (value === undefined) delete result[name];
      else result[name] = value;
    }
    return sameValue(own, result) ? own : result;
  }

  /** A language's own header or footer is kept; if both have blocks, they are merged. */
  #side(name: string): Json | undefined {
    const [before, after, own] = this.#all(name);
    if (sameValue(before, own)) return after;
    const haveBlocks = [after, own].every((side) => isPlainObject(side) && Array.isArray(side['blocks']));
    return haveBlocks ? { ...(after as JsonObject), blocks: this.#list(`${name}.blocks`) } : own;
  }

  /** Compared member by member: a language with its own font still follows the colors. */
  #global(): Json | undefined {
    const all = this.#all('global');
    if (all[1] === undefined && all[2] === undefined) return undefined;
    const [before = {}, after = {}, own = {}] = all.map((value) =>
      isPlainObject(value) ? (value as JsonObject) : {},
    );
    const names = [...new Set([...Object.keys(after), ...Object.keys(own)])];
    const members = names.flatMap((name) => {
      const value = sameValue(before[name], own[name]) ? after[name] : own[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(members);
  }

  #all(name: string): (Json | undefined)[] {
    const { before, after, own } = this.#designs;
    return [before, after, own].map((design) => (Object.hasOwn(design, name) ? design[name] : undefined));
  }

  #list(name: string): Json[] {
    return this.#entries(this.#root.after.lists.get(name) ?? [], this.#root.own.lists.get(name) ?? []);
  }

  /**
   * A list in the main language's new order, without the parts that this language removed and with those it
   * added.
   */
  #entries(after: readonly DesignNode[], own: readonly DesignNode[]): Json[] {
    const placed: { part: DesignNode | null; value: Json }[] = [];
    for (const part of after) {
      const was = this.#was.get(part);
      const mine = was && this.#inOwn.get(was);
      if (was && !mine && isRemovableLeafBlock(part)) continue;
      placed.push({ part: mine ?? null, value: this.#part(part, was, mine) });
    }
    let at = 0;
    for (const part of own) {
      const index = placed.findIndex((each) => each.part === part);
      if (index >= 0) at = index + 1;
      else if (!this.#inMain.has(part) && part.kind !== 'of columns')
        placed.splice(at++, 0, { part, value: part.value });
    }
    return placed.map(({ value }) => value);
  }

  #part(part: DesignNode, was: DesignNode | undefined, mine: DesignNode | undefined): JsonObject {
    const after = part.value;
    const withInner = (value: JsonObject): JsonObject => {
      const lists = [...part.lists].map(([name, list]) => [
        name,
        this.#entries(list, mine?.lists.get(name) ?? []),
      ]);
      return { ...value, ...Object.fromEntries(lists) };
    };
    if (!was || !mine) return withInner(after);
    const [before, own] = [was.value, mine.value];
    const columns = [was, mine].map(({ lists }) => lists.get('columns')?.length);
    if (columns[0] !== columns[1]) return own;
    // Containers must fit their content, so only parts without content may have a different style.
    const isDifferent = part.lists.size === 0 && !sameValue(nonTextFieldsOf(before), nonTextFieldsOf(own));
    const texts = Object.entries(own).filter(
      ([name, text]) =>
        isTextMember(name) &&
        !sameValue(text, before[name] ?? null) &&
        (Object.hasOwn(after, name) || !Object.hasOwn(before, name)),
    );
    if (!isDifferent) return withInner({ ...after, ...Object.fromEntries(texts) });
    const carried = Object.entries(after).filter(
      ([name]) => isTextMember(name) && sameValue(own[name], before[name]),
    );
    return { ...own, ...Object.fromEntries(carried.filter(([name]) => Object.hasOwn(own, name))) };
  }
}

/**
 * A language's design after a change to the main language: the main language's order, blocks and styles, with
 * the language's own texts where they still have a place. Its own differences are kept: added or removed
 * blocks, other styles, and its own texts or URLs.
 */
export function followerOfDesign(before: JsonObject, after: JsonObject): (own: JsonObject) => JsonObject {
  if (sameValue(before, after)) return (own) => own;
  const parts = { before: partsOf(before), after: partsOf(after) };
  const change = { before, after, parts, was: matchParts(parts.before, parts.after) };
  return (own) => new DesignFollower(change, own).design();
}

export const followDesign = ({ before, after, own }: FollowInput): JsonObject =>
  followerOfDesign(before, after)(own);

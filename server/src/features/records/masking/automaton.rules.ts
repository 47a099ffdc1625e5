/**
 * Searches for many texts in one pass (Aho-Corasick), so that the time depends on the length of the searched
 * text, and not on the number or similarity of the values.
 */
interface Automaton {
  /** Visits the texts that end at each position, longest first, until `visit` accepts one. */
  find(text: string, visit: (start: number, end: number, index: number) => boolean): void;
}

/** How many matches that are suffixes of each other to visit. */
const MAX_CHAIN = 16;
const CODES = 65_536;
/** Most characters are below this; a table of all of them would cost more than a search. */
const COMMON = 256;

/** Forms and email headers have these for a space. */
const SPACE = /[\s+_]/;

/** Character codes normalized for comparison: with or without letter case. */
export const sameCase = Uint16Array.from({ length: CODES }, (_, code) =>
  SPACE.test(String.fromCharCode(code)) ? 32 : code,
);
export const anyCase = sameCase.map((code) => {
  const lower = String.fromCharCode(code).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
});

/** All texts as one trie. Nearly every node has one child, which needs no map lookup. */
function treeOf(texts: readonly string[], fold: Uint16Array) {
  const parent = [0];
  const label = [0];
  const depth = [0];
  const onlyChild = [0];
  const otherChildren = new Map<number, number>();
  const hasOthers = [false];
  /** Index of the text that ends at a node; -1 for none. */
  const ends = [-1];
  const levels: number[][] = [];

  const childOf = (node: number, code: number): number => {
    const only = onlyChild[node] as number;
    if (only !== 0 && label[only] === code) return only;
    return hasOthers[node] === true ? (otherChildren.get(node * CODES + code) ?? 0) : 0;
  };
  const add = (node: number, code: number): number => {
    const child = parent.length;
    parent.push(node);
    label.push(code);
    depth.push((depth[node] as number) + 1);
    onlyChild.push(0);
    hasOthers.push(false);
    ends.push(-1);
    if (onlyChild[node] === 0) onlyChild[node] = child;
    else {
      hasOthers[node] = true;
      otherChildren.set(node * CODES + code, child);
    }
    const level = depth[node] as number;
    levels[level] ??= [];
    levels[level].push(child);
    return child;
  };
  texts.forEach((text, index) => {
    let node = 0;
    for (let i = 0; i < text.length; i++) {
      const code = fold[text.charCodeAt(i)] as number;
      node = childOf(node, code) || add(node, code);
    }
    if (node !== 0 && ends[node] === -1) ends[node] = index;
  });
  return { parent, label, depth, ends, levels, childOf };
}

/** A bit for each possible start of a text. Collisions cost an extra comparison but miss nothing. */
const LEAD_BITS = 14;
const LEADS = 1 << LEAD_BITS;
/** The maximum number of leading characters to compare; fewer if the shortest text is shorter. */
const LONGEST_LEAD = 4;

/** Finds positions where a text may start, so that most characters need no further check. */
function firstCharactersOf(all: readonly string[], fold: Uint16Array) {
  const texts = all.filter((text) => text !== '');
  const length = texts.reduce((least, text) => Math.min(least, text.length), LONGEST_LEAD);
  /** After `length` characters, the first of them has been shifted out. */
  const shift = Math.ceil(LEAD_BITS / length);
  const next = (lead: number, text: string, at: number) =>
    ((lead << shift) ^ (fold[text.charCodeAt(at)] as number)) & (LEADS - 1);
  const seen = new Uint8Array(LEADS);
  for (const text of texts) {
    let lead = 0;
    for (let i = 0; i < length; i++) lead = next(lead, text, i);
    seen[lead] = 1;
  }
  return {
    length,
    /** The first possible start at or after a position; past the end if there is none. */
    from(text: string, position: number): number {
      let lead = 0;
      const first = position + length - 1;
      for (let at = position; at < text.length; at++) {
        lead = next(lead, text, at);
        if (at >= first && seen[lead] === 1) return at + 1 - length;
      }
      return text.length;
    },
  };
}

export function automatonOf(texts: readonly string[], fold: Uint16Array): Automaton {
  const { parent, label, depth, ends, levels, childOf } = treeOf(texts, fold);
  const leads = firstCharactersOf(texts, fold);
  const root = new Int32Array(COMMON);
  for (const node of levels[0] ?? []) {
    const code = label[node] as number;
    if (code < COMMON) root[code] = node;
  }
  /** The node of the longest proper suffix that is in the trie. */
  const fail = new Int32Array(depth.length);
  /** The nearest suffix that is a text; -1 for none. */
  const shorter = new Int32Array(depth.length).fill(-1);
  const step = (from: number, code: number): number => {
    for (let node = from; node !== 0; node = fail[node] as number) {
      const to = childOf(node, code);
      if (to !== 0) return to;
    }
    return code < COMMON ? (root[code] as number) : childOf(0, code);
  };
  for (const level of levels)
    for (const node of level) {
      const above = parent[node] as number;
      const behind = above === 0 ? 0 : step(fail[above] as number, label[node] as number);
      fail[node] = behind;
      shorter[node] = ends[behind] === -1 ? (shorter[behind] as number) : behind;
    }

  return {
    find(text, visit) {
      /** No unfinished match starts before this position. */
      let start = leads.from(text, 0);
      let node = 0;
      for (let i = start; i < text.length; i++) {
        node = step(node, fold[text.charCodeAt(i)] as number);
        let end = ends[node] === -1 ? (shorter[node] as number) : node;
        for (let steps = 0; end > 0 && steps < MAX_CHAIN; steps++) {
          if (visit(i + 1 - (depth[end] as number), i + 1, ends[end] as number)) break;
          end = shorter[end] as number;
        }
        const begun = i + 1 - (depth[node] as number);
        if (begun === start) continue;
        start = begun;
        if (i + 1 - begun >= leads.length) continue;
        start = leads.from(text, begun);
        node = 0;
        i = start - 1;
      }
    },
  };
}

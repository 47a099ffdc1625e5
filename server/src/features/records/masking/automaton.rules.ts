/**
 * Looks for many texts at once in one pass (Aho and Corasick), so that the time depends on the length of what
 * is searched and not on how many values are known or how alike they are. Letter case does not matter.
 */
export interface Match {
  start: number;
  end: number;
  /** Which of the texts. */
  index: number;
}

export interface Automaton {
  /** For each end the longest text that ends there and that `counts`. */
  find(text: string, counts: (match: Match) => boolean): Match[];
  /** How many of the last characters may be the beginning of a text that was cut off. */
  openEnd(text: string): number;
}

/** A chain of texts that are ends of each other is followed only so far. */
const MAX_CHAIN = 16;
const CODES = 65_536;
/** Most characters are among these; a table for all of them would cost more than a search. */
const COMMON = 256;

const folded = new Uint16Array(CODES);
for (let code = 0; code < CODES; code++) {
  const lower = String.fromCharCode(code).toLowerCase();
  folded[code] = lower.length === 1 ? lower.charCodeAt(0) : code;
}

export function automatonOf(texts: readonly string[]): Automaton {
  const next = new Map<number, number>();
  const root = new Int32Array(COMMON);
  const depth = [0];
  const ends: number[] = [-1];
  const byNode: number[][] = [[]];
  texts.forEach((text, index) => {
    let node = 0;
    for (let i = 0; i < text.length; i++) {
      const code = folded[text.charCodeAt(i)] as number;
      let to = next.get(node * CODES + code);
      if (to === undefined) {
        to = depth.length;
        next.set(node * CODES + code, to);
        if (node === 0 && code < COMMON) root[code] = to;
        depth.push((depth[node] as number) + 1);
        ends.push(-1);
        byNode.push([]);
        (byNode[node] as number[]).push(code, to);
      }
      node = to;
    }
    if (node !== 0 && ends[node] === -1) ends[node] = index;
  });

  const fail = new Int32Array(depth.length);
  /** The nearest shorter end; -1 for none. */
  const shorter = new Int32Array(depth.length).fill(-1);
  const step = (from: number, code: number): number => {
    for (let node = from; node !== 0; node = fail[node] as number) {
      const to = next.get(node * CODES + code);
      if (to !== undefined) return to;
    }
    return code < COMMON ? (root[code] as number) : (next.get(code) ?? 0);
  };
  for (let queue = [0]; queue.length > 0; ) {
    const level: number[] = [];
    for (const node of queue) {
      const children = byNode[node] as number[];
      for (let i = 0; i < children.length; i += 2) {
        const child = children[i + 1] as number;
        const behind = node === 0 ? 0 : step(fail[node] as number, children[i] as number);
        fail[child] = behind;
        shorter[child] = ends[behind] === -1 ? (shorter[behind] as number) : behind;
        level.push(child);
      }
    }
    queue = level;
  }

  return {
    find(text, counts) {
      const found: Match[] = [];
      let node = 0;
      for (let i = 0; i < text.length; i++) {
        node = step(node, folded[text.charCodeAt(i)] as number);
        if (node === 0) continue;
        let end = ends[node] === -1 ? (shorter[node] as number) : node;
        for (let steps = 0; end > 0 && steps < MAX_CHAIN; steps++) {
          const match = { start: i + 1 - (depth[end] as number), end: i + 1, index: ends[end] as number };
          if (counts(match)) {
            found.push(match);
            break;
          }
          end = shorter[end] as number;
        }
      }
      return found;
    },
    openEnd(text) {
      let node = 0;
      for (let i = 0; i < text.length; i++) node = step(node, folded[text.charCodeAt(i)] as number);
      return depth[node] as number;
    },
  };
}

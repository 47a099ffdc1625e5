/** Deeper than any design may be; a text of nothing but brackets must not end the page. */
const MAX_DEPTH = 200;

interface Read {
  /** By path, as the server names fields: `blocks[2].text`. The line on which each value begins, from 1. */
  lines: Map<string, number>;
  /** Where it stops being JSON, or null. */
  fault: number | null;
}

class Fault extends Error {}

const SPACE = /[ \t\r\n]*/y;
const TEXT = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Where each value of a JSON text stands: browsers tell neither that nor, all alike, where a fault is. */
export function jsonLines(text: string): Read {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;
  let counted = 0;

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const takeText = () => {
    TEXT.lastIndex = at;
    // A line break and its like are written as escapes in JSON.
    for (const sign of TEXT.exec(text)?.[0] ?? '') if (sign < ' ') throw new Fault();
    return take(TEXT);
  };
  const lineHere = () => {
    for (; counted < at; counted++) if (text[counted] === '\n') line++;
    return line;
  };
  const skip = () => take(SPACE);
  const has = (sign: string) => {
    skip();
    if (text[at] !== sign) return false;
    at++;
    return true;
  };
  const demand = (holds: boolean) => {
    if (!holds) throw new Fault();
  };

  function members(path: string, depth: number) {
    if (has('}')) return;
    do {
      skip();
      const name = takeText();
      demand(name !== null && has(':'));
      const key = JSON.parse(name ?? '""') as string;
      value(path === '' ? key : `${path}.${key}`, depth);
    } while (has(','));
    demand(has('}'));
  }

  function items(path: string, depth: number) {
    if (has(']')) return;
    let index = 0;
    do value(`${path}[${index++}]`, depth);
    while (has(','));
    demand(has(']'));
  }

  function value(path: string, depth: number) {
    skip();
    lines.set(path, lineHere());
    demand(depth < MAX_DEPTH);
    if (has('{')) members(path, depth + 1);
    else if (has('[')) items(path, depth + 1);
    else demand((takeText() ?? (take(WORD) || null)) !== null);
  }

  try {
    value('', 0);
    skip();
    demand(at === text.length);
    return { lines, fault: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { lines, fault: lineHere() };
  }
}

/** The line of a field, or of the nearest one around it: a missing field has no line of its own. */
export function lineOf(lines: ReadonlyMap<string, number>, field: string): number {
  for (let path = field; path !== ''; path = path.replace(/(?:\.[^.[\]]*|\[\d+\]|^[^.[\]]*)$/, '')) {
    const line = lines.get(path);
    if (line !== undefined) return line;
  }
  return 1;
}

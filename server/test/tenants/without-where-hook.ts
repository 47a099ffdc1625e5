import { registerHooks } from 'node:module';

/**
 * Loaded into an API process by `--import`: makes every `where` of every statement true, so that the database
 * alone keeps stores apart. Conditions are kept in the text, because their parameters are still sent.
 */
const PORTS = /\/server\/src\/kernel\/ports\.ts$/;
/** How statements of any kind are created there. */
const MAKING = /=> \(\{\s+name,\s+text\b/g;
const widened = '=> ({ name, text: globalThis.withoutWhere(text)';

const ENDS =
  /^(order\s+by|group\s+by|returning|window|limit|offset|for\s+(update|share|no|key)|union|on\s+conflict)\b/i;

/**
 * Where the condition that starts at `start` ends: a closing parenthesis or the next clause at its own depth.
 */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && depth-- === 0) return at;
    if (depth === 0 && /\s/.test(text[at - 1] ?? '') && ENDS.test(text.slice(at))) return at;
  }
  return text.length;
}

export function removeStoreConditions(text: string): string {
  const found = /\bwhere\s+/i.exec(text);
  if (!found) return text;
  const start = found.index + found[0].length;
  const end = endOf(text, start);
  const condition = removeStoreConditions(text.slice(start, end).trimEnd());
  return `${text.slice(0, start)}((${condition}) or true) ${removeStoreConditions(text.slice(end))}`;
}

Object.assign(globalThis, { withoutWhere: removeStoreConditions });

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!PORTS.test(url)) return loaded;
    const source = String(loaded.source);
    const making = source.match(MAKING)?.length ?? 0;
    const makers = source.match(/\): Statement<Row> =>/g)?.length ?? 0;
    if (making === 0 || making !== makers) throw new Error(`${url}: statements are made in another way now`);
    return { ...loaded, source: source.replace(MAKING, widened) };
  },
});

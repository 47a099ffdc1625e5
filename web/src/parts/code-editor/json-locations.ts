import { jsonLanguage } from '@codemirror/lang-json';
import type { SyntaxNode } from '@lezer/common';

/** Deeper than any valid design; a text that consists only of brackets must not crash the page. */
const MAX_DEPTH = 200;

interface JsonPlaces {
  /** The offset of each value by path, as the server names fields: `blocks[2].text`. */
  places: Map<string, number>;
  /** The offset of the first syntax error, or `null`. */
  fault: number | null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const nextSign = (text: string, from: number) => from + (/\S/.exec(text.slice(from))?.index ?? 0);

function nameIn(text: string, name: SyntaxNode): string {
  const written = text.slice(name.from, name.to);
  return isJson(written) ? String(JSON.parse(written)) : '';
}

const TEXT_OR_BRACKET = /"(?:[^"\\]|\\.)*"|[[{\]}]/g;

/** The offset at which nesting becomes too deep; parsing invalid JSON gets slower with depth. */
function tooDeepAt(text: string): number | null {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(TEXT_OR_BRACKET)) {
    if (found === '[' || found === '{') depth++;
    else if (found === ']' || found === '}') depth--;
    if (depth > MAX_DEPTH) return index;
  }
  return null;
}

/**
 * The offset of each value in a JSON text, and of a syntax error: `JSON.parse` does not report them in all browsers.
 */
export function locateJsonValues(text: string): JsonPlaces {
  const places = new Map<string, number>();
  const tooDeep = tooDeepAt(text);
  if (tooDeep !== null) return { places, fault: tooDeep };
  const tree = jsonLanguage.parser.parse(text);
  const visit = (node: SyntaxNode, path: string, depth: number) => {
    places.set(path, node.from);
    if (depth === MAX_DEPTH) return;
    let index = 0;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (node.name === 'Array' && !/^[[\]⚠,]$/.test(child.name))
        visit(child, `${path}[${index++}]`, depth + 1);
      const name = child.name === 'Property' ? child.getChild('PropertyName') : null;
      const value = name && child.lastChild;
      if (!name || !value || value.name === 'PropertyName') continue;
      const key = nameIn(text, name);
      visit(value, path === '' ? key : `${path}.${key}`, depth + 1);
    }
  };
  const root = tree.topNode.firstChild;
  if (root) visit(root, '', 0);
  if (isJson(text)) return { places, fault: null };
  let fault: number | null = null;
  tree.iterate({
    enter(node) {
      // A missing token is reported at the next one.
      if (node.type.isError) fault ??= node.from === node.to ? nextSign(text, node.from) : node.from;
      return fault === null;
    },
  });
  return { places, fault: fault ?? text.length };
}

/** The offset of a field, or of the closest parent, because a missing field has none. */
export function offsetOfField(places: ReadonlyMap<string, number>, field: string): number {
  for (let path = field; path !== ''; path = path.replace(/(?:\.[^.[\]]*|\[\d+\]|^[^.[\]]*)$/, '')) {
    const place = places.get(path);
    if (place !== undefined) return place;
  }
  return 0;
}

import { piecesOf } from 'outstep/features/rendering/design/html-scan.rules.ts';
import { decodeText } from './entities.rules.ts';

/** Clipboard content from other programs, reduced to its meaning. */
export interface PastedElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: PastedNode[];
}
export type PastedNode = PastedElement | string;

const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const noLiquid = { markAt: () => null, marksIn: () => [], isWhole: () => true };

/** For each tag, which open elements it closes, and which elements stop the search. */
const ends: Readonly<Record<string, readonly [ended: readonly string[], within: readonly string[]]>> = {
  li: [
    ['li', 'p'],
    ['ul', 'ol'],
  ],
  tr: [
    ['tr', 'td', 'th', 'p'],
    ['table', 'tbody', 'thead', 'tfoot'],
  ],
  td: [['td', 'th', 'p'], ['tr']],
  th: [['td', 'th', 'p'], ['tr']],
  ...Object.fromEntries(
    'p div ul ol table h1 h2 h3 h4 h5 h6 blockquote hr'
      .split(' ')
      .map((tag) => [tag, [['p'], ['td', 'th', 'li', 'div', 'table']] as const]),
  ),
};

function endOthers(open: PastedElement[], tag: string) {
  const [ended, within] = ends[tag] ?? [[], []];
  const outer = open.findLastIndex((element) => within.includes(element.tag));
  const first = open.findIndex((element, i) => i > outer && ended.includes(element.tag));
  if (first >= 0) open.length = first;
}

/** Parses roughly as browsers do: unclosed elements end where the next one begins. */
export function readPasted(html: string): PastedNode[] {
  const root: PastedElement = { tag: '', attributes: {}, children: [] };
  const open = [root];
  for (const piece of piecesOf(html, noLiquid)) {
    const here = open.at(-1) ?? root;
    if (piece.kind === 'text') {
      const text = html.slice(piece.from, piece.to);
      here.children.push(decodeText(text) ?? text);
    }
    if (piece.kind !== 'tag') continue;
    const { name: tag, isEnd } = piece;
    if (isEnd) {
      const at = open.findLastIndex((element) => element.tag === tag);
      if (at > 0) open.length = at;
      continue;
    }
    endOthers(open, tag);
    const attributes = Object.fromEntries(
      piece.attributes.map(({ name, value }) => [name, decodeText(value) ?? value]),
    );
    const element: PastedElement = { tag, attributes, children: [] };
    (open.at(-1) ?? root).children.push(element);
    if (!empty.has(tag)) open.push(element);
  }
  return root.children;
}

export const isElement = (node: PastedNode | undefined): node is PastedElement => typeof node === 'object';

/** The value of a declaration, in lowercase. */
export function styleOf({ attributes }: PastedElement, name: string): string {
  const found = (attributes['style'] ?? '')
    .split(';')
    .map((each) => each.split(':'))
    .findLast(([key]) => key?.trim().toLowerCase() === name);
  return found?.slice(1).join(':').trim().toLowerCase() ?? '';
}

export const textContentOf = (node: PastedNode): string =>
  isElement(node) ? node.children.map(textContentOf).join('') : node;

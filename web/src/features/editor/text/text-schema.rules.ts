import { mailStyles } from 'outstep/features/rendering/liquid/mail-markup.rules.ts';
import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { decodeText } from './entities.rules.ts';
import type { Attributes } from './text-tokens.rules.ts';

const hasLiquid = (value: string) => /\{[{%]/.test(value);

/** The declarations of a style that emails may have. */
export function shownStyle(style: string): string {
  if (hasLiquid(style)) return '';
  const parts = style.split(';').flatMap((part) => {
    const colon = part.indexOf(':');
    const name = part.slice(0, colon).trim().toLowerCase();
    const value = part.slice(colon + 1).trim();
    const rules = Object.hasOwn(mailStyles, name) ? mailStyles[name] : undefined;
    return rules?.some((rule) => rule.test(value)) ? [`${name}:${value}`] : [];
  });
  return parts.join(';');
}

/** Attributes that are safe to render while editing: links lead nowhere, and only images are requested. */
function visibleAttributes(attributes: Attributes): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, raw] of Object.entries(attributes)) {
    const value = decodeText(raw) ?? raw;
    if (name === 'href' || hasLiquid(value)) continue;
    if (name === 'style') found[name] = shownStyle(value);
    else if (name !== 'src' || value.startsWith('https://')) found[name] = value;
  }
  return found;
}

const attributed = { attributes: { default: {} } };

const named = (tag: string, content: string, more: NodeSpec = {}): NodeSpec => ({
  ...{ content, attrs: attributed },
  toDOM: ({ attrs }): DOMOutputSpec => [tag, visibleAttributes(attrs['attributes']), 0],
  ...more,
});

/** One node type for several tags with the same behavior. */
const tagged = (content: string, first: string, more: NodeSpec = {}): NodeSpec => ({
  ...{ content, attrs: { ...attributed, tag: { default: first } } },
  toDOM: ({ attrs }): DOMOutputSpec => [attrs['tag'], visibleAttributes(attrs['attributes']), 0],
  ...more,
});

const empty = (tag: string, more: NodeSpec): NodeSpec => ({
  attrs: attributed,
  toDOM: ({ attrs }): DOMOutputSpec => [tag, visibleAttributes(attrs['attributes'])],
  ...more,
});

/** Liquid, shown as the value it fills in and stored as written. */
const chip: NodeSpec = {
  ...{ inline: true, atom: true, group: 'inline', attrs: { code: {} } },
  toDOM: ({ attrs }): DOMOutputSpec => ['bdi', {}, attrs['code']],
};

/** One mark type represents every inline tag, so that nesting is preserved. */
const format: MarkSpec = {
  ...{ attrs: { tag: {}, ...attributed }, excludes: '' },
  toDOM: ({ attrs }): DOMOutputSpec => [attrs['tag'], visibleAttributes(attrs['attributes']), 0],
};

/** Every tag and attribute that an email may have. `bare` is text outside of paragraphs. */
export const richSchema = new Schema({
  nodes: {
    doc: { content: '(line | bare | box | ul | ol | table | hr)+' },
    line: tagged('inline*', 'p', { defining: true }),
    bare: { content: 'inline*', toDOM: (): DOMOutputSpec => ['div', 0] },
    box: tagged('(bare | line | box | ul | ol | table | hr)+', 'div'),
    ul: named('ul', 'li+'),
    ol: named('ol', 'li+'),
    li: named('li', '(bare | line | box | ul | ol | table | hr)+', { defining: true }),
    table: named('table', '(rows | row | caption)+', { isolating: true }),
    caption: named('caption', 'inline*', { isolating: true }),
    rows: tagged('row+', 'tbody'),
    row: named('tr', 'cell+'),
    cell: tagged('(bare | line | box | ul | ol | table | hr)+', 'td', { isolating: true }),
    hr: empty('hr', {}),
    text: { group: 'inline' },
    br: empty('br', { inline: true, group: 'inline', selectable: false }),
    img: empty('img', { inline: true, group: 'inline', draggable: true }),
    chip,
  },
  marks: { format },
});

/** A single line of text and Liquid, as in headings, labels and codes. */
export const lineSchema = new Schema({
  nodes: { doc: { content: 'inline*' }, text: { group: 'inline' }, chip },
});

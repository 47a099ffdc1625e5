import type { Fragment, Mark, Node } from 'prosemirror-model';
import { encodeText } from './entities.rules.ts';
import type { Attributes } from './text-tokens.rules.ts';

/** Values are kept as written, so they never contain both kinds of quotation marks. */
const quoted = (value: string) => (value.includes('"') ? `'${value}'` : `"${value}"`);

const begin = (tag: string, attributes: Attributes) =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}=${quoted(value)}`)
    .join('')}>`;

const beginMark = ({ attrs }: Mark) => begin(attrs['tag'], attrs['attributes']);
const endMark = ({ attrs }: Mark) => `</${attrs['tag']}>`;

function leaf({ type, text, attrs }: Node): string {
  if (type.name === 'text') return encodeText(text ?? '');
  return type.name === 'chip' ? attrs['code'] : begin(type.name, attrs['attributes']);
}

/** Writes one line; a tag around several words is written once. */
function line(content: Fragment): string {
  let html = '';
  let open: readonly Mark[] = [];
  const switchMarks = (marks: readonly Mark[]) => {
    let same = 0;
    while (same < open.length && same < marks.length && open[same]?.eq(marks[same] as Mark)) same++;
    html += open.slice(same).toReversed().map(endMark).join('') + marks.slice(same).map(beginMark).join('');
    open = marks;
  };
  content.forEach((node) => {
    switchMarks(node.marks);
    html += leaf(node);
  });
  switchMarks([]);
  return html;
}

const tagNames: Readonly<Record<string, string>> = { row: 'tr' };

function block(node: Node): string {
  const { type, attrs, content } = node;
  const inner = node.inlineContent ? line(content) : blocks(content);
  if (type.name === 'bare') return inner;
  if (type.name === 'hr') return begin('hr', attrs['attributes']);
  const tag = attrs['tag'] ?? tagNames[type.name] ?? type.name;
  return `${begin(tag, attrs['attributes'])}${inner}</${tag}>`;
}

function blocks(content: Fragment): string {
  let html = '';
  content.forEach((node) => {
    html += block(node);
  });
  return html;
}

/** Writes blocks, or inline content if part of a line was copied. */
export const writeFragment = (content: Fragment): string =>
  content.firstChild?.isInline ? line(content) : blocks(content);

/** Converts a document to the HTML of an email, without the browser, which would rewrite styles. */
export const writeRich = (doc: Node): string => writeFragment(doc.content);

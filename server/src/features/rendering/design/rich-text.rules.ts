import { compile, type FormatCallback } from 'html-to-text';
import { message } from '../../../kernel/messages/message.ts';
import { mailHtml } from '../liquid/mail-html.rules.ts';
import type { LiquidMarks } from './liquid-marks.rules.ts';
import { TextError } from './text-error.rules.ts';

const addresses = ['href', 'src'];

const LOST = message('liquid_lost');

/** Most email clients show links in their own blue unless each link has a color. */
function withLinkColor(
  tag: string,
  attributes: Record<string, string>,
  linkColor: string,
): Record<string, string> {
  const { style = '' } = attributes;
  if (tag !== 'a' || /(?:^|;)\s*color\s*:/i.test(style)) return attributes;
  return { ...attributes, style: style === '' ? `color:${linkColor}` : `color:${linkColor};${style}` };
}

/**
 * Reduces HTML with marks to what emails may contain. None of its Liquid may be lost: half an `if` breaks the
 * email.
 */
export function richHtml(marked: string, marks: LiquidMarks, linkColor: string): string {
  const inAttributes = new Map<string, string[]>();
  const html = mailHtml(marked, (tag, attributes) => {
    const written = Object.entries(withLinkColor(tag, attributes, linkColor)).map(([name, value]) => {
      const found = marks.marksIn(value);
      // Styles are checked against an allow-list that does not contain marks.
      if (found.length === 0 || name === 'style') return [name, value];
      const mark = marks.attribute(value, addresses.includes(name) ? 'url' : 'text');
      inAttributes.set(mark, found);
      return [name, mark];
    });
    return Object.fromEntries(written);
  }).replaceAll('{', '&#123;');
  const left = marks.marksIn(html).flatMap((mark) => inAttributes.get(mark) ?? [mark]);
  if (left.sort().join() !== marks.marksIn(marked).sort().join()) throw new TextError(LOST);
  return html;
}

/** One line per table row. The line break is inside the row, so that a loop around rows repeats it. */
const row: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addLineBreak();
};

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

/** Created once, because that takes ten times as long as converting a typical text. */
const htmlToPlainText = compile({
  wordwrap: false,
  formatters: { row, cell },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'tr', format: 'row' },
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
  ],
});

/** The same HTML as plain text. */
export const richPlain = (marked: string): string =>
  htmlToPlainText(mailHtml(marked))
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');

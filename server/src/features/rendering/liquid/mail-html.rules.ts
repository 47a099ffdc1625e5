import sanitize from 'sanitize-html';
import { mailAttributes, mailStyles, mailTags } from './mail-markup.rules.ts';

/** Deeper tags are removed, because later code may walk the tree recursively. */
const MAX_DEPTH = 100;

const linkSchemes = ['https', 'http', 'mailto', 'tel', 'sms'];

/** Rewrites a tag's attributes before they are checked. */
export type AttributeWriter = (tag: string, attributes: Record<string, string>) => Record<string, string>;

/**
 * Untrusted HTML, reduced to what email clients show: no script, no style sheet, no form, no frame,
 * and no SVG or MathML, which would change how the rest is parsed.
 */
export function mailHtml(html: string, write?: AttributeWriter): string {
  return sanitize(html, {
    allowedTags: [...mailTags],
    allowedAttributes: { ...mailAttributes },
    allowedStyles: { '*': { ...mailStyles } },
    allowedSchemes: linkSchemes,
    nestingLimit: MAX_DEPTH,
    allowProtocolRelative: false,
    ...(write && {
      transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: write(tagName, attribs) }) },
    }),
  });
}

const SAFE = new RegExp(`^\\s*(?:(?:${linkSchemes.join('|')}):|#|$)`, 'i');

/** The URL if it is a harmless link; `#` otherwise. */
export const safeUrl = (url: string) => (SAFE.test(url) ? url.trim() : '#');

import { type HtmlTag, piecesOf } from '../design/html-scan.rules.ts';
import { TextError } from '../design/text-error.rules.ts';

/** Rendered HTML no longer contains marks. */
const noMarks = { markAt: () => null, marksIn: () => [], isWhole: () => true };

const VOID_ELEMENTS = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
]);
/** Email clients do not show the content of these, or only on request. */
const HIDDEN_ELEMENTS = new Set([
  ...[
    'head',
    'template',
    'noscript',
    'object',
    'video',
    'audio',
    'canvas',
    'svg',
    'math',
    'select',
    'datalist',
  ],
  ...['details', 'dialog', 'frameset', 'plaintext'],
]);
/** The end of a box also closes elements left open in it. */
const BOXES = new Set([
  ...['head', 'div', 'center', 'table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'ul', 'ol', 'section'],
]);
const SELF_CLOSING_ELEMENTS = new Set([
  ...['p', 'li', 'dd', 'dt', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup'],
]);
/** Style sheets are not evaluated. `font-size:0` is not listed, because inner elements may set their own. */
const HIDING =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|max-height)\s*:\s*0(?:\.0+)?(?:[a-z%]+)?\s*(?:[!;]|$))/i;
const CSS_COMMENT = /\/\*.*?\*\//gs;
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

const isHiding = ({ name, attributes }: HtmlTag, source: string) =>
  HIDDEN_ELEMENTS.has(name) ||
  /\shidden(?=[\s/>=])/i.test(source) ||
  attributes.some((each) => each.name === 'style' && HIDING.test(each.value.replace(CSS_COMMENT, '')));

/**
 * The elements open since the first hidden one. If browsers show more than this assumes, no content is lost.
 */
class HiddenElementStack {
  #open: string[] = [];

  get isOn() {
    return this.#open.length > 0;
  }

  tag(tag: HtmlTag, source: string): void {
    const { name, isEnd } = tag;
    // Browsers move content after the end of the body into the body anyway.
    if (VOID_ELEMENTS.has(name) || (isEnd && (name === 'body' || name === 'html'))) return;
    if (!isEnd) {
      if (this.isOn || isHiding(tag, source)) this.#open.push(name);
      return;
    }
    const at = this.#open.lastIndexOf(name);
    const above = this.#open.slice(at + 1);
    const closes =
      above.length === 0 || (BOXES.has(name) && above.every((each) => SELF_CLOSING_ELEMENTS.has(each)));
    if (at >= 0 && closes) this.#open.length = at;
  }
}

/** A URL that continues, or begins in the middle of a word, is a different one. */
const ENDED = /^(?:[.,;:!?)\]}>"'»”’…。、」）]*(?:\s|$)|&(?:quot|gt|#39|nbsp);)/;
const GLUED = /[\w\-.@/%=&?#+~]$/;

/** Whether a text contains the URL in a form that can be opened. */
export function textContainsLink(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const rest = text.slice(at + address.length, at + address.length + 32);
    if (ENDED.test(rest) && !GLUED.test(text.slice(Math.max(0, at - 1), at))) return true;
  }
  return false;
}

/** Whether a reader of the HTML can find the URL: in a link with visible content, or as text. */
export function htmlContainsLink(html: string, address: string): boolean {
  const hidden = new HiddenElementStack();
  let isInLink = false;
  try {
    for (const piece of piecesOf(html, noMarks)) {
      const source = html.slice(piece.from, piece.to);
      if (piece.kind === 'tag') {
        hidden.tag(piece, source);
        if (piece.name === 'a') isInLink = !piece.isEnd && hrefOf(piece) === address;
        if (piece.name === 'img' && isInLink && !hidden.isOn) return true;
      } else if (piece.kind === 'text' && !hidden.isOn) {
        if (isInLink ? SEEN.test(withoutBlankEntities(source)) : textContainsLink(source, address))
          return true;
      }
    }
  } catch (error) {
    // Unclosed markup swallows the rest.
    if (!(error instanceof TextError)) throw error;
  }
  return false;
}

const hrefOf = ({ attributes }: HtmlTag) => attributes.find(({ name }) => name === 'href')?.value.trim();

const withoutBlankEntities = (source: string) =>
  source.replace(/&(?:nbsp|zwnj|zwj|shy|#(?:8203|8204|8205|160|173|847|x200b|xa0|xad));?/gi, '');

/** The HTML allowed in an email, shared by the sanitizer and the editor. */
export const mailTags: readonly string[] = [
  ...['p', 'br', 'hr', 'div', 'span', 'center', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...[
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'strike',
    'del',
    'ins',
    'sub',
    'sup',
    'small',
    'code',
    'abbr',
    'bdi',
  ],
  ...['a', 'img', 'ul', 'ol', 'li'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
];

const cell = ['colspan', 'rowspan', 'width', 'height', 'valign', 'bgcolor', 'scope'];

/** By tag; `*` applies to every tag. */
export const mailAttributes: Readonly<Record<string, string[]>> = {
  '*': ['style', 'title', 'dir', 'lang', 'align'],
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  table: ['width', 'border', 'cellpadding', 'cellspacing', 'role', 'bgcolor'],
  tr: ['valign', 'bgcolor'],
  td: cell,
  th: cell,
  ol: ['start', 'type'],
};

const COLOR = [/^#(?:[0-9a-f]{3}){1,2}$/i, /^rgba?\(\s*[\d.%\s,]{1,40}\)$/i, /^[a-z]{3,20}$/i];
const LENGTH = /(?:\d{1,4}(?:\.\d{1,3})?(?:px|em|rem|%|pt)?|auto)/.source;
const LENGTHS = [new RegExp(`^${LENGTH}(?:\\s+${LENGTH}){0,3}$`)];
const BORDER = [/^(?:\d{1,2}px\s+)?(?:solid|dashed|dotted|double|none)(?:\s+#?[0-9a-z]{3,20})?$/i, /^0$/];
const WORD = [/^[a-z-]{2,20}$/];

const sides = (name: string, rule: RegExp[]) =>
  Object.fromEntries(['', '-top', '-right', '-bottom', '-left'].map((side) => [name + side, rule]));

/** No positions, URLs or negative values: content keeps its place and loads no resources. */
export const mailStyles: Readonly<Record<string, RegExp[]>> = {
  color: COLOR,
  'background-color': COLOR,
  'text-align': WORD,
  'text-decoration': WORD,
  'text-transform': WORD,
  'vertical-align': WORD,
  direction: WORD,
  'font-style': WORD,
  'font-weight': [/^(?:bold|normal|[1-9]00)$/],
  'font-family': [/^[\w\s,'-]{1,100}$/],
  'font-size': LENGTHS,
  'line-height': LENGTHS,
  'letter-spacing': LENGTHS,
  width: LENGTHS,
  'max-width': LENGTHS,
  height: LENGTHS,
  'border-radius': LENGTHS,
  'border-collapse': WORD,
  ...sides('padding', LENGTHS),
  ...sides('margin', LENGTHS),
  ...sides('border', BORDER),
};

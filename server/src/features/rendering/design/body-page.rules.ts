import { fonts } from '../../library/settings/fonts.schema.ts';
import { directionOf } from './direction.rules.ts';
import type { HtmlPiece, HtmlTag } from './html-scan.rules.ts';
import { escapeText, type LiquidMarks } from './liquid-marks.rules.ts';
import { PREVIEW_FILLER } from './page.rules.ts';

const HIDDEN =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all';
const FONT = `font-family:${fonts.system}`;
/** Readable on white and on black. */
const FOOT = `max-width:600px;margin:0 auto;padding:16px 24px 24px;${FONT};font-size:13px;line-height:1.5;color:#757575;text-align:center`;

/** Plain text gets a readable width; a body that begins with a table has its own layout. */
const OWN_LAYOUT = new Set(['table', 'center', 'style']);

/** Colors are assumed to be chosen for a white page, unless the author has rules for dark mode. */
const COLORS = /\b(?:color|background(?:-color)?|bgcolor)\s*[:=]/i;
const DARK = /prefers-color-scheme/i;

export interface BodyPage {
  /** As HTML; empty for none. */
  preview: string;
  locale: string;
  marks: LiquidMarks;
}

interface Insertions {
  opening: string;
  closing: string;
}

const isTag = (name: string, isEnd: boolean) => (piece: HtmlPiece) =>
  piece.kind === 'tag' && piece.name === name && piece.isEnd === isEnd;

/**
 * Builds the whole email around the author's HTML. A full document gets the preview text at its start and a
 * placeholder for the footer at its end. A fragment gets a generated page.
 */
export function bodyPage(
  pieces: readonly HtmlPiece[],
  write: (pieces: readonly HtmlPiece[]) => string,
  page: BodyPage,
): string {
  const direction = directionOf(page.locale);
  const { marks, preview } = page;
  const insertions: Insertions = {
    opening:
      preview === '' ? '' : `<div dir="${direction}" style="${HIDDEN}">${preview}${PREVIEW_FILLER}</div>`,
    closing: `${marks.add('{% if mail_footer %}')}<div dir="${direction}" class="o-foot" style="${FOOT}">${marks.add('{{ mail_footer }}')}</div>${marks.add('{% endif %}')}`,
  };
  const isDocument = ['html', 'head', 'body'].some((name) => pieces.some(isTag(name, false)));
  if (isDocument) return document(pieces, write, insertions);
  const html = write(pieces);
  const first = pieces.find((piece): piece is HtmlTag & HtmlPiece => piece.kind === 'tag');
  const isLetter = !first || !OWN_LAYOUT.has(first.name);
  const scheme = DARK.test(html) || !COLORS.test(html) ? 'light dark' : 'light only';
  return [
    '<!doctype html>',
    `<html lang="${escapeText(page.locale)}" dir="${direction}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="x-apple-disable-message-reformatting">',
    ...['color-scheme', 'supported-color-schemes'].map((name) => `<meta name="${name}" content="${scheme}">`),
    '<title></title>',
    `<style>${css(scheme)}</style>`,
    '</head>',
    `<body dir="${direction}">`,
    insertions.opening,
    isLetter ? `<div class="o-letter">${html}</div>` : html,
    insertions.closing,
    '</body>',
    '</html>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** The author's document, unchanged but for the two insertions. */
function document(
  pieces: readonly HtmlPiece[],
  write: (pieces: readonly HtmlPiece[]) => string,
  { opening, closing }: Insertions,
): string {
  const begins = [isTag('body', false), isTag('head', true), isTag('html', false)];
  const ends = [isTag('body', true), isTag('html', true)];
  const begin = begins.map((is) => pieces.findIndex(is)).find((at) => at !== -1) ?? -1;
  const end = ends.map((is) => pieces.findLastIndex(is)).find((at) => at > begin) ?? pieces.length;
  return [
    write(pieces.slice(0, begin + 1)),
    opening,
    write(pieces.slice(begin + 1, end)),
    closing,
    write(pieces.slice(end)),
  ].join('');
}

function css(scheme: 'light dark' | 'light only'): string {
  const always = [
    `:root{color-scheme:${scheme};supported-color-schemes:${scheme}}`,
    `body{margin:0;padding:0;background:#ffffff;color:#1f2328;${FONT};font-size:16px;line-height:1.5;-webkit-text-size-adjust:100%}`,
    '.o-letter{max-width:600px;margin:0 auto;padding:24px}',
    'a{color:#0b57d0}',
    '.o-letter p,.o-letter ul,.o-letter ol,.o-letter table{margin:0 0 16px}',
    '.o-letter h1,.o-letter h2,.o-letter h3{margin:24px 0 12px;line-height:1.25}',
    '.o-letter>:first-child{margin-top:0}',
    'img{max-width:100%}',
  ];
  const dark =
    '@media (prefers-color-scheme:dark){body{background:#101113;color:#e8eaed}a{color:#8ab4f8}.o-foot{color:#a5a9af!important}}';
  return [...always, ...(scheme === 'light dark' ? [dark] : [])].join('\n');
}

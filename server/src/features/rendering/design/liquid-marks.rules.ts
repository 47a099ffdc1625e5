import { escapeHtml } from '../../../kernel/escaping.ts';
import { message } from '../../../kernel/messages/message.ts';
import { checkLiquid } from '../liquid/check-liquid.rules.ts';
import { type LiquidPiece, piecesOf } from '../liquid/liquid-pieces.rules.ts';
import { TextError, uniqueMarker } from './text-error.rules.ts';

/** Escapes `{` too, because Liquid parses the page again. */
export const escapeText = (text: string) => escapeHtml(text).replaceAll('{', '&#123;');
const escapeAttribute = (text: string) => escapeText(text).replaceAll('\r', '').replaceAll('\n', '&#10;');

const WRITING_TAG = /^\{%-?\s*(?:liquid\b[\s\S]*\b)?(?:echo|cycle|increment|decrement|(?:end)?tablerow)\b/;

/**
 * Replaces Liquid with marks while a text goes through sanitizing, MJML and conversion to plain text, all of
 * which would damage it. A mark is a word of letters and digits that occurs nowhere else in the design.
 */
export class LiquidMarks {
  readonly #word: string;
  readonly #here: RegExp;
  readonly #pieces: LiquidPiece[] = [];

  constructor(everyText: string) {
    this.#word = uniqueMarker('lq', everyText);
    this.#here = new RegExp(this.pattern, 'y');
  }

  /** The source of a regular expression that matches a mark. */
  get pattern(): string {
    return `${this.#word}\\d+z`;
  }

  get #pattern(): RegExp {
    return new RegExp(`(${this.pattern})`);
  }

  /** A mark that stands for `liquid`. */
  add(text: string, kind: LiquidPiece['kind'] = 'liquid'): string {
    return `${this.#word}${this.#pieces.push({ kind, text }) - 1}z`;
  }

  /** Replaces the Liquid of a text with marks, and converts the rest with `plain`. */
  mark(text: string, plain: (text: string) => string): string {
    return piecesOf(text)
      .map((piece) => (piece.kind === 'plain' ? plain(piece.text) : this.add(piece.text, piece.kind)))
      .join('');
  }

  /** Marks in a text, in order. */
  marksIn(text: string): string[] {
    return text.match(new RegExp(this.#pattern, 'g')) ?? [];
  }

  /** The mark that begins at this position. */
  markAt(text: string, at: number): string | null {
    if (!text.startsWith(this.#word, at)) return null;
    this.#here.lastIndex = at;
    return this.#here.exec(text)?.[0] ?? null;
  }

  isWhole(text: string): boolean {
    return checkLiquid(this.restore(text)) === null;
  }

  /** Whether the mark produces output; many Liquid tags only branch or assign. */
  writes(mark: string): boolean {
    const { text = '' } = this.#pieceOf(mark) ?? {};
    return text.startsWith('{{') || WRITING_TAG.test(text);
  }

  restore(text: string): string {
    return text.replace(new RegExp(this.#pattern, 'g'), (mark) => this.#pieceOf(mark)?.text ?? mark);
  }

  /**
   * Replaces an attribute value, which may contain marks, with a single mark. Its Liquid output is captured
   * and written without characters that could end the attribute; a URL is written only if it is safe. Secrets
   * can't be captured, so they are written between captures. `plain` converts text that is not Liquid.
   */
  attribute(value: string, kind: 'text' | 'url', plain = escapeAttribute): string {
    const parts = value.split(this.#pattern).filter((part) => part !== '');
    const runs: { liquid: string; plain: boolean }[] = [];
    let run = { liquid: '', plain: true };
    for (const part of parts) {
      const piece = this.#pieceOf(part);
      if (piece?.kind === 'secret') {
        runs.push(run, { liquid: piece.text, plain: true });
        run = { liquid: '', plain: true };
      } else if (piece) run = { liquid: run.liquid + piece.text, plain: false };
      else run.liquid += plain(part);
    }
    runs.push(run);
    if (runs.every(({ plain }) => plain) && runs.length === 1) return run.liquid;
    const [first] = runs;
    if (kind === 'url' && runs.length > 1 && first?.liquid === '')
      throw new TextError(message('secret_first'));
    return this.add(runs.map((each, i) => collected(each, kind === 'url' && i === 0)).join(''));
  }

  #pieceOf(mark: string): LiquidPiece | undefined {
    if (!mark.startsWith(this.#word)) return undefined;
    return this.#pieces[Number(mark.slice(this.#word.length, -1))];
  }
}

function collected({ liquid, plain }: { liquid: string; plain: boolean }, isAddress: boolean): string {
  if (plain) return liquid;
  if (checkLiquid(liquid) !== null) throw new TextError(message('liquid_across_attribute'));
  const filter = isAddress ? 'safe_url' : 'escape_once';
  return `{% capture mail_value %}${liquid}{% endcapture %}{{ mail_value | ${filter} }}`;
}

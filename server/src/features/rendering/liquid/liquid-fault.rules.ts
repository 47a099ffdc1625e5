import { safeName } from '../../../kernel/safe-name.ts';

const MAX_EXCERPT_LENGTH = 30;

/** An author's text, shortened to one line, for one of our sentences. */
export function excerpt(text: string): string {
  const start = [...text.slice(0, 4 * MAX_EXCERPT_LENGTH).replace(/\s+/g, ' ')];
  const cut =
    start.length > MAX_EXCERPT_LENGTH ? `${start.slice(0, MAX_EXCERPT_LENGTH).join('')}…` : start.join('');
  return `"${safeName(cut.trim())}"`;
}

/** The first thing wrong with a text; `at` is the place in it, absent when the whole text is meant. */
export class LiquidFault extends Error {
  readonly at: number | undefined;

  constructor(reason: string, at?: number) {
    super(reason);
    this.name = 'LiquidFault';
    this.at = at;
  }
}

/** `Liquid: tag "if" not closed, line 1, column 4`; columns count characters as a person sees them typed. */
export function reasonOf(fault: LiquidFault, text: string): string {
  if (fault.at === undefined) return `Liquid: ${fault.message}`;
  const before = text.slice(0, fault.at).split('\n');
  const column = [...(before.at(-1) ?? '')].length + 1;
  return `Liquid: ${fault.message}, line ${before.length}, column ${column}`;
}

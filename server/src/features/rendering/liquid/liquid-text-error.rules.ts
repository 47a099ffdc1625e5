import { type Message, message, textOf } from '../../../kernel/messages/message.ts';
import { safeName } from '../../../kernel/safe-name.ts';

const MAX_EXCERPT_LENGTH = 30;

/** An author's text, shortened to one line, for an error message. */
export function excerpt(text: string): string {
  const start = [...text.slice(0, 4 * MAX_EXCERPT_LENGTH).replace(/\s+/g, ' ')];
  const cut =
    start.length > MAX_EXCERPT_LENGTH ? `${start.slice(0, MAX_EXCERPT_LENGTH).join('')}…` : start.join('');
  return `"${safeName(cut.trim())}"`;
}

/** The first error in a text; `at` is its offset, absent if the whole text is meant. */
export class LiquidTextError extends Error {
  readonly said: Message;
  readonly at: number | undefined;

  constructor(said: Message, at?: number) {
    super(textOf(said));
    this.said = said;
    this.name = 'LiquidTextError';
    this.at = at;
  }
}

/** Drops line and column: they refer to generated text that the author has never seen. */
export const withoutPosition = (said: Message): Message =>
  said.code === 'liquid_at' ? message('liquid', { reason: said.params['reason'] as Message }) : said;

/**
 * Formats an error as `Liquid: tag "if" not closed, line 1, column 4`. Columns count characters as people
 * see them.
 */
export function reasonOf(fault: LiquidTextError, text: string): Message {
  if (fault.at === undefined) return message('liquid', { reason: fault.said });
  const before = text.slice(0, fault.at).split('\n');
  const column = [...(before.at(-1) ?? '')].length + 1;
  return message('liquid_at', { reason: fault.said, line: before.length, column });
}

import { type Message, textOf } from '../../../kernel/messages/message.ts';

/** Explains why a text cannot be used in its place. */
export class TextError extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(textOf(said));
    this.said = said;
  }
}

/** A word of letters and digits that does not occur in any text. */
export function uniqueMarker(beginning: string, everyText: string): string {
  let number = 0;
  while (everyText.includes(`${beginning}${number}x`)) number++;
  return `${beginning}${number}x`;
}

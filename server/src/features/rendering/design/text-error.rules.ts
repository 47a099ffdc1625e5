import { type Message, textOf } from '../../../kernel/messages/message.ts';

/** Why a text cannot be used where it stands. */
export class TextError extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(textOf(said));
    this.said = said;
  }
}

/** A word of letters and digits that no text holds. */
export function uniqueMarker(beginning: string, everyText: string): string {
  let number = 0;
  while (everyText.includes(`${beginning}${number}x`)) number++;
  return `${beginning}${number}x`;
}

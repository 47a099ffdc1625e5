import { expect } from 'vitest';
import { type Message, message, textOf } from '../../src/kernel/messages/message.ts';

/** A message with any wording, for tests that only pass one on. */
export const plainMessage = (text: string): Message => message('stored_sentence', { text });

export const plainOrNull = (text: string | null): Message | null =>
  text === null ? null : plainMessage(text);

/** Matches a message with this wording. */
export const messageMatching = (words: RegExp) =>
  expect.toSatisfy((said: Message) => words.test(textOf(said)), `says ${words}`);

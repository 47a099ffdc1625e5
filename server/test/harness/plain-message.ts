import { expect } from 'vitest';
import { type Message, message, textOf } from '../../src/kernel/messages/message.ts';

/** A message of any words, for tests that only pass one on. */
export const plainMessage = (text: string): Message => message('stored_sentence', { text });

export const plainOrNull = (text: string | null): Message | null =>
  text === null ? null : plainMessage(text);

/** Stands for a message in these words. */
export const messageMatching = (words: RegExp) =>
  expect.toSatisfy((said: Message) => words.test(textOf(said)), `says ${words}`);

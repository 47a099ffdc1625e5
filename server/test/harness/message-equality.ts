import { expect } from 'vitest';
import { catalog } from '../../src/kernel/messages/catalog.ts';
import { type Message, textOf } from '../../src/kernel/messages/message.ts';

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'params' in value &&
  Object.hasOwn(catalog, String(value.code));

const isSentenceEqual = (said: unknown, text: unknown): boolean | undefined =>
  isMessage(said) && typeof text === 'string' ? textOf(said) === text : undefined;

/**
 * In `toEqual` and similar matchers, a message equals its sentence, so that tests contain the text that a
 * person reads.
 */
export const registerMessageEquality = () =>
  expect.addEqualityTesters([(a, b) => isSentenceEqual(a, b) ?? isSentenceEqual(b, a)]);

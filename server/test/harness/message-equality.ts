import { expect } from 'vitest';
import { catalogue } from '../../src/kernel/messages/catalogue.ts';
import { type Message, textOf } from '../../src/kernel/messages/message.ts';

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'params' in value &&
  Object.hasOwn(catalogue, String(value.code));

const saysSo = (said: unknown, text: unknown): boolean | undefined =>
  isMessage(said) && typeof text === 'string' ? textOf(said) === text : undefined;

/** In `toEqual` and its like a message equals its sentence, so that tests say what a person reads. */
export const letSentencesEqualMessages = () =>
  expect.addEqualityTesters([(a, b) => saysSo(a, b) ?? saysSo(b, a)]);

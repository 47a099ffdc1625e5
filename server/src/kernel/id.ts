import { z } from 'zod';
import { notFound } from './error.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** A UUID in our own spelling, to which sealed values are bound. */
export const isWrittenId = (text: string) => isUuid(text) && text === text.toLowerCase();

/** When a UUIDv7 was made, to the millisecond. */
export const momentOfId = (made: string) => new Date(Number.parseInt(made.slice(0, 13).replace('-', ''), 16));

/** An id in an answer. */
export const id = z.string().describe('UUIDv7.');

/** An id in a path or a tool argument. Its shape is not checked here: anything but a UUID is not found. */
export const idInput = (noun: string) => z.string().describe(`ID of the ${noun}.`);

/** The id; anything but a UUID is not found (contract: Every answer 1). */
export function existingId(value: string | undefined): string {
  if (!isUuid(value)) throw notFound();
  return value;
}

/** RFC 3339 in UTC with milliseconds, once it is JSON (contract: Every answer 1). */
export const time = z.date();

import { z } from 'zod';
import { notFound } from './error.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** A UUID in the spelling that we write, which sealed values are bound to. */
export const isCanonicalId = (text: string) => isUuid(text) && text === text.toLowerCase();

/** The creation time of a UUIDv7, in milliseconds. */
export const timestampOfId = (made: string) =>
  new Date(Number.parseInt(made.slice(0, 13).replace('-', ''), 16));

/** An ID in a response. */
export const id = z.string().describe('UUIDv7.');

/**
 * An ID in a path or a tool argument. Its format is not checked here: anything but a UUID is reported as not
 * found.
 */
export const idInput = (noun: string) => z.string().describe(`ID of the ${noun}.`);

/** Returns the ID; anything but a UUID is reported as not found (contract: Every answer 1). */
export function existingId(value: string | undefined): string {
  if (!isUuid(value)) throw notFound();
  return value;
}

/** Serialized to JSON as RFC 3339 in UTC with milliseconds (contract: Every answer 1). */
export const time = z.date();

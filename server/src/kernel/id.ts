import { z } from 'zod';
import { notFound } from './error.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** A UUID in the one spelling that we write ourselves; sealed values are bound to it. */
export const isWrittenId = (text: string) => isUuid(text) && text === text.toLowerCase();

/** An id in an answer. */
export const id = z.string().describe('UUIDv7.');

/** An id of a path or a tool argument: what is no UUID is simply not found, so its shape is not checked here. */
export const idInput = (noun: string) => z.string().describe(`Id of the ${noun}.`);

/** The id, or not found: what is no UUID names no record. */
export function existingId(value: string | undefined): string {
  if (!isUuid(value)) throw notFound();
  return value;
}

/** RFC 3339 in UTC with milliseconds, once it is JSON. */
export const time = z.date();

import { z } from 'zod';
import { time } from '../../kernel/id.ts';
import { named } from '../../kernel/named-schema.ts';
import { httpRequest } from './http-requests.schema.ts';

export const requestVersionSources = ['api', 'app', 'mcp', 'restore'] as const;
export const requestAuthorTypes = ['key', 'user'] as const;

export const requestVersionSummary = z.object({
  version: z.int(),
  source: z.enum(requestVersionSources),
  author: z.object({
    type: z.enum(requestAuthorTypes),
    name: z.string().describe('Empty where it is not known.'),
  }),
  summary: z.string().describe('What the write changed.'),
  method: httpRequest.shape.method,
  url: httpRequest.shape.url,
  createdAt: time,
});
named('HttpRequestVersionSummary', requestVersionSummary);

/** What a version keeps of a request. */
export const requestSnapshot = httpRequest.omit({ id: true, createdAt: true, updatedAt: true });
named('HttpRequestSnapshot', requestSnapshot);

export const requestVersion = requestVersionSummary.extend({
  request: requestSnapshot.describe('As it was, with literal credentials masked.'),
});
named('HttpRequestVersion', requestVersion);

/** In a path: anything but a number is not found. */
export const requestVersionInput = z.union([z.int(), z.string()]).describe('Number of the version.');

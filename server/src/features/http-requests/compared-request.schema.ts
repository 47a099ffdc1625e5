import { z } from 'zod';
import { methods } from './http-requests.schema.ts';

export const sentParts = ['method', 'url', 'headers', 'body'] as const;

/** A part of the request that differs between the two sides. */
export const sentDifference = z.object({
  part: z.enum(sentParts),
  name: z.string().nullable().describe('Name of the header, if the part is a header.'),
  how: z.enum(['changed', 'added', 'removed']),
  isShown: z.boolean().describe('`false` if only masked or omitted content differs.'),
});

const sent = z.object({
  request: z.object({
    method: z.enum(methods),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable(),
  }),
  truncated: z.boolean().describe('Whether only the beginning of the body is shown.'),
});
const side = z.union([sent, z.object({ fault: z.string().describe('Why it cannot be sent.') })]);

export const comparedRequest = z.object({
  before: side,
  after: side,
  differs: z.array(sentDifference).describe('Differing parts; empty if one side cannot be sent.'),
  isSameText: z.boolean().describe('Whether both sides would send the same request with any variables.'),
});

import { z } from 'zod';
import { levels } from '../../../kernel/access-levels.ts';
import { schemaMessage } from '../../../kernel/fields.ts';
import { id, time } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';

export const level = z.enum(levels);

const MAX_RANGES = 50;
const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** As one text, for a field and a flag; an empty one allows every address. */
export const allowedAddresses = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine((ranges) => ranges.length <= MAX_RANGES, {
    error: schemaMessage('must_be_at_most', { max: MAX_RANGES }),
  })
  .refine((ranges) => ranges.every((each) => range.safeParse(each).success), {
    error: schemaMessage('must_be_ip_ranges'),
  })
  .describe('Addresses or ranges that the key may be used from, separated by commas; anywhere if empty.');

const budgetState = z.object({
  limit: z.int(),
  windowSeconds: z.int(),
  remaining: z.int(),
  resetsAt: time,
});
nameSchema('Budget', budgetState);

/** What a key may do and how much of it is left; `/me` and the `get_stats` tool show it. */
export const keyPowers = {
  level,
  can: z.array(level).describe('The levels this key covers.'),
  limits: z.object({ requests: budgetState, execute: budgetState }),
};

/** What an answer says about a key: never the key itself. */
export const keySummary = z.object({
  id,
  name: z.string(),
  prefix: z.string().describe('First characters of the key, to recognise it by.'),
  createdAt: time,
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable().describe('At most a minute old.'),
});
nameSchema('KeySummary', keySummary);

/** A key in the list, where revoked keys stay. */
export const listedKey = keySummary.extend({
  level,
  revokedAt: time.nullable(),
  lastUsedAddress: z.string().nullable().describe('Where it was used from last; at most a minute old.'),
  allowedAddresses: z
    .array(z.string())
    .describe('Ranges that it may be used from; anywhere if there are none.'),
});
export type ListedKey = z.output<typeof listedKey>;

export const me = z.object({
  store: z.object({ id, name: z.string() }),
  key: keySummary,
  ...keyPowers,
});
nameSchema('Me', me);

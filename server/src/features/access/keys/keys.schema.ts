import { z } from 'zod';
import { levels } from '../../../kernel/access-levels.ts';
import { schemaMessage } from '../../../kernel/fields.ts';
import { id, time } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';

export const level = z.enum(levels);

const MAX_RANGES = 50;
const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** A single string, to fit a form field and a command-line flag; an empty one allows every address. */
export const allowedAddresses = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine((ranges) => ranges.length <= MAX_RANGES, {
    error: schemaMessage('must_be_at_most', { max: MAX_RANGES }),
  })
  .refine((ranges) => ranges.every((each) => range.safeParse(each).success), {
    error: schemaMessage('must_be_ip_ranges'),
  })
  .describe(
    'IP addresses or ranges that the key can be used from, separated by commas; empty allows any address.',
  );

export const recipientSearch = z
  .boolean()
  .describe('Whether the key can search history by recipient (POST /history/search).');

const budgetState = z.object({
  limit: z.int(),
  windowSeconds: z.int(),
  remaining: z.int(),
  resetsAt: time,
});
nameSchema('Budget', budgetState);

/** The level of a key and its remaining budgets; returned by `/me` and the `get_stats` tool. */
export const keyPowers = {
  level,
  can: z.array(level).describe('The levels that this key includes.'),
  limits: z.object({
    requests: budgetState,
    execute: budgetState,
    lookup: budgetState.optional().describe('Searches by recipient; absent if the key cannot make them.'),
  }),
};

/** Describes a key in responses, without the key itself. */
export const keySummary = z.object({
  id,
  name: z.string(),
  prefix: z.string().describe('The first characters of the key, to identify it.'),
  createdAt: time,
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable().describe('Accurate to within a minute.'),
});
nameSchema('KeySummary', keySummary);

/** A key in the list, which includes revoked keys. */
export const listedKey = keySummary.extend({
  level,
  revokedAt: time.nullable(),
  lastUsedAddress: z.string().nullable().describe('IP address of the last use; accurate to within a minute.'),
  allowedAddresses: z
    .array(z.string())
    .describe('IP ranges that the key can be used from; an empty list allows any address.'),
  recipientSearch,
});
export type ListedKey = z.output<typeof listedKey>;

export const me = z.object({
  store: z.object({ id, name: z.string() }),
  key: keySummary,
  ...keyPowers,
});
nameSchema('Me', me);

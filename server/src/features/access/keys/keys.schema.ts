import { z } from 'zod';
import { levels } from '../../../kernel/access-levels.ts';
import { id, time } from '../../../kernel/id.ts';

export const level = z.enum(levels);

const budgetState = z.object({
  limit: z.int(),
  windowSeconds: z.int(),
  remaining: z.int(),
  resetsAt: time,
});

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

/** A key in the list, where revoked keys stay. */
export const listedKey = keySummary.extend({ level, revokedAt: time.nullable() });
export type ListedKey = z.output<typeof listedKey>;

export const me = z.object({
  store: z.object({ id, name: z.string() }),
  key: keySummary,
  ...keyPowers,
});

import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { limitUse } from './limits.schema.ts';
import { limitsOf } from './limits.store.ts';

/** Shows the limits; only the operator changes them (contract: Limits 4). */
export const listLimits = appOperation({
  name: 'list_limits',
  summary: 'List how much of everything the store has, and may have.',
  app: [{ method: 'GET', path: '/limits', role: 'viewer' }],
  input: z.object({}),
  output: z.object({ items: z.array(limitUse) }),
  run: async ({ db }) => ({ value: { items: await limitsOf(db) } }),
});

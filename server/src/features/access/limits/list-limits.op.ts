import { z } from 'zod';
import { appOperation, operatorOperation } from '../../../kernel/operation.ts';
import { limitUse } from './limits.schema.ts';
import { limitsOf } from './limits.store.ts';

/** Shows the limits; only the operator changes them (contract: Limits 4). */
export const listLimits = appOperation({
  name: 'list_limits',
  summary: 'List the limits of the store and how much of each is in use.',
  app: [{ method: 'GET', path: '/limits', role: 'viewer' }],
  input: z.object({}),
  output: z.object({ items: z.array(limitUse) }),
  run: async ({ db }) => ({ value: { items: await limitsOf(db) } }),
});

export const showLimits = operatorOperation({
  name: 'show_limits',
  summary: 'Print the limits of a store and how much of each is in use.',
  command: {
    words: ['limits', 'show'],
    store: 'flag',
    table: { member: 'limits', columns: ['name', 'used', 'allowed'], format: 'csv' },
  },
  input: z.object({}),
  output: z.object({ limits: z.unknown() }),
  async run({ db }) {
    const rows = await limitsOf(db);
    return {
      value: {
        limits: (async function* () {
          yield* rows;
        })(),
      },
    };
  },
});

import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { limitsOf } from './limits.store.ts';

export const showLimits = operatorOperation({
  name: 'show_limits',
  summary: 'Print how much of everything a store has, and may have.',
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

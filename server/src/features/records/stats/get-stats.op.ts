import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { keyPowers } from '../../access/keys/keys.schema.ts';
import { readKeyPowers } from '../../access/keys/powers.ts';
import { summarize, windowStart } from './stats.rules.ts';
import { stats } from './stats.schema.ts';
import { countsSince } from './stats.store.ts';

const MAX_DAYS = 365;

export const getStats = operation({
  name: 'get_stats',
  summary: 'Get totals and success rate over a number of days.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/stats' }],
  tool: {
    name: 'get_stats',
    title: 'Totals and success rate',
    description: 'Get totals and success rate over a number of days, and what this key can do.',
    annotations: readOnlyTool,
    // spec: Authentication 7: this tool shows what a key can do.
    view: {
      output: stats.extend({ key: z.object(keyPowers) }),
      of: async (value, ctx) => ({ ...value, key: await readKeyPowers(ctx) }),
    },
  },
  input: z.object({
    days: z
      .int()
      .min(1)
      .default(30)
      .transform((value) => Math.min(value, MAX_DAYS))
      .describe('Number of days up to today (UTC), at most 365; a larger number counts as 365.'),
    withoutTests: z.boolean().default(false).describe('Excludes tests from all figures.'),
  }),
  output: stats,
  async run(ctx, { days, withoutTests }) {
    const to = ctx.now();
    const from = windowStart(to, days);
    const { counted, topFailures, warned } = await countsSince(ctx.db, from, withoutTests);
    const rows = withoutTests ? counted.filter(({ trigger }) => trigger !== 'test') : counted;
    return { value: { days, from, to, ...summarize(rows, from, days), warned, topFailures } };
  },
});

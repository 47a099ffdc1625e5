import { z } from 'zod';
import { limitNames } from '../../../kernel/limits.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { readLimits } from './limits.rules.ts';
import { limitTexts, limitUse } from './limits.schema.ts';
import { limitsOf, setLimits as setRows } from './limits.store.ts';

export const setLimits = operatorOperation({
  name: 'set_limits',
  summary: 'Set how much a store may have. What it has beyond that stays.',
  command: {
    words: ['limits', 'set'],
    store: 'flag',
    rest: { member: 'limits', shown: 'NAME=NUMBER', as: 'texts' },
  },
  input: z.object({ limits: limitTexts }),
  output: z.object({ limits: z.array(limitUse) }),
  atomic: true,
  async run({ db, storeId }, { limits }) {
    await setRows(db, storeId, readLimits(limits, limitNames));
    return { value: { limits: await limitsOf(db) } };
  },
});

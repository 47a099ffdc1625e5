import { z } from 'zod';
import { invalidField } from '../../../kernel/fields.ts';
import { defaultLimitNames, limitNames } from '../../../kernel/limits.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress } from '../people/members.schema.ts';
import { userNotFound } from '../people/user-not-found.ts';
import { readLimits } from './limits.rules.ts';
import { limitTexts, limitUse } from './limits.schema.ts';
import { limitsOf, setLimits as setRows } from './limits.store.ts';

export const setLimits = operatorOperation({
  name: 'set_limits',
  summary: 'Set the limits of a store. Records above a lowered limit are kept.',
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

export const setDefaultLimits = operatorOperation({
  name: 'set_default_limits',
  summary: 'Set the default limits for stores and accounts that have none of their own.',
  command: {
    words: ['limits', 'set-default'],
    store: 'none',
    rest: { member: 'limits', shown: 'NAME=NUMBER', as: 'texts' },
  },
  input: z.object({ limits: limitTexts }),
  output: z.object({ limits: z.record(z.string(), z.number()) }),
  async run({ installation }, { limits }) {
    const changes = readLimits(limits, defaultLimitNames).map(({ name, value }) => {
      if (value === null) throw invalidField(name, message('must_be_whole_number'));
      return [name, value] as const;
    });
    return { value: { limits: await installation.setDefaultLimits(Object.fromEntries(changes)) } };
  },
});

const MOST = 1_000_000;

export const setAccountLimit = operatorOperation({
  name: 'set_account_limit',
  summary: 'Set how many stores the account of a person can have.',
  command: { words: ['limits', 'set-account'], store: 'none' },
  input: z.object({ account: memberAddress, stores: z.int().min(0).max(MOST) }),
  output: z.object({ account: z.string(), stores: z.int() }),
  async run({ installation }, { account, stores }) {
    if (!(await installation.setAccountLimit(account, stores))) throw userNotFound();
    return { value: { account, stores } };
  },
});

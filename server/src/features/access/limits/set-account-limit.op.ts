import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress } from '../people/members.schema.ts';
import { userNotFound } from '../people/user-not-found.ts';

const MOST = 1_000_000;

export const setAccountLimit = operatorOperation({
  name: 'set_account_limit',
  summary: 'Set how many stores may be in the account of a person.',
  command: { words: ['limits', 'set-account'], store: 'none' },
  input: z.object({ account: memberAddress, stores: z.int().min(0).max(MOST) }),
  output: z.object({ account: z.string(), stores: z.int() }),
  async run({ installation }, { account, stores }) {
    if (!(await installation.setAccountLimit(account, stores))) throw userNotFound();
    return { value: { account, stores } };
  },
});

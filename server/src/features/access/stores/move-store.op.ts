import { z } from 'zod';
import { id } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress } from '../people/members.schema.ts';
import { userNotFound } from '../people/user-not-found.ts';
import { setAccount } from './stores.store.ts';

export const moveStore = operatorOperation({
  name: 'move_store',
  summary: 'Move a store to the account of a person, or to an account of its own.',
  command: { words: ['store', 'move'], store: 'flag' },
  input: z.object({
    account: memberAddress.optional().describe('Email address of a person. Default: an account of its own.'),
  }),
  output: z.object({ id, account: z.string().nullable() }),
  atomic: true,
  async run(ctx, { account = null }) {
    const person = account === null ? null : await ctx.people.findProven(account);
    if (account !== null && person === null) throw userNotFound();
    await setAccount(ctx.db, person?.id ?? null);
    return { value: { id: ctx.storeId, account } };
  },
});

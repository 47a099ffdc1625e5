import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress, role } from './members.schema.ts';
import { insertMember } from './members.store.ts';

export const createUser = operatorOperation({
  name: 'create_user',
  summary: 'Make a person a member of a store, and a link by which they set a password, within a day.',
  command: { words: ['user', 'create'], store: 'flag' },
  input: z.object({ email: memberAddress, role: role.default('owner') }),
  output: z.object({ id: z.string(), link: z.string() }),
  async run(ctx, { email, role }) {
    const { id } = await ctx.people.admit(email);
    await insertMember(ctx.db, ctx.storeId, id, role);
    return { value: { id, link: (await ctx.people.passwordLink(email)) ?? '' } };
  },
});

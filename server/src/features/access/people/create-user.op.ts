import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { issueInvitation } from './invitation.ts';
import { memberAddress, role } from './members.schema.ts';
import { insertMember } from './members.store.ts';

export const createUser = operatorOperation({
  name: 'create_user',
  summary:
    'Add a person to a store. If they have not verified their address, they get a link that is valid for a week.',
  command: { words: ['user', 'create'], store: 'flag' },
  input: z.object({ email: memberAddress, role: role.default('owner') }),
  output: z.object({
    id: z.string().describe('ID of the person, or of the invitation that the link belongs to.'),
    link: z.string().nullable(),
  }),
  atomic: true,
  async run(ctx, { email, role }) {
    const proven = await ctx.people.findProven(email);
    if (proven) {
      await insertMember(ctx.db, ctx.storeId, proven.id, role);
      return { value: { id: proven.id, link: null } };
    }
    const { id, link } = await issueInvitation(ctx, { email, role, invitedBy: '', provesAddress: true });
    return { value: { id, link } };
  },
});

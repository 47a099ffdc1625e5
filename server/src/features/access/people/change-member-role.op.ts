import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { changeMember } from './change-member.ts';
import { role } from './members.schema.ts';
import { setMemberRole } from './members.store.ts';

export const changeMemberRole = appOperation({
  name: 'change_member_role',
  summary: 'Change the role of a person in a store.',
  app: [{ method: 'PATCH', path: '/members/:personId', role: 'owner' }],
  stepUp: true,
  input: z.object({ personId: z.string(), role }),
  output: z.object({ id: z.string(), role }),
  atomic: true,
  async run(ctx, { personId, role }) {
    await changeMember(ctx, personId, (tx) => setMemberRole(tx, personId, role), role !== 'owner');
    return { value: { id: personId, role } };
  },
});

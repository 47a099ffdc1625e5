import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { changeMember } from './change-member.ts';
import { removeMemberRow } from './members.store.ts';

export const leaveStore = appOperation({
  name: 'leave_store',
  summary: 'Leave a store. Its last owner cannot.',
  app: [{ method: 'DELETE', path: '/members/me', role: 'viewer' }],
  input: z.object({}),
  whileSuspended: true,
  output: z.object({ id: z.string(), removed: z.literal(true) }),
  atomic: true,
  async run(ctx) {
    const { id } = ctx.actor;
    await changeMember(ctx, id, (tx) => removeMemberRow(tx, id), true);
    return { value: { id, removed: true as const } };
  },
});

import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { changeMember } from './change-member.ts';
import { removeMemberRow } from './members.store.ts';

export const removeMember = appOperation({
  name: 'remove_member',
  summary: 'Remove a person from a store. They are out with their next call.',
  app: [{ method: 'DELETE', path: '/members/:personId', role: 'owner' }],
  stepUp: true,
  input: z.object({ personId: z.string() }),
  whileSuspended: true,
  output: z.object({ id: z.string(), removed: z.literal(true) }),
  atomic: true,
  async run(ctx, { personId }) {
    await changeMember(ctx, personId, (tx) => removeMemberRow(tx, personId), true);
    return { value: { id: personId, removed: true as const } };
  },
});

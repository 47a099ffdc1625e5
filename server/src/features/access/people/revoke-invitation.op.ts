import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, id, idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { revokeInvitationRow } from './invitations.store.ts';

export const revokeInvitation = appOperation({
  name: 'revoke_invitation',
  summary: 'Revoke an invitation to a store. Its link is dead from now on.',
  app: [{ method: 'DELETE', path: '/invitations/:id', role: 'owner' }],
  input: z.object({ id: idInput('invitation') }),
  output: z.object({ id, revoked: z.literal(true) }),
  atomic: true,
  async run(ctx, { id: sent }) {
    const id = existingId(sent);
    if (!(await revokeInvitationRow(ctx.db, id))) throw notFound();
    return { value: { id, revoked: true as const } };
  },
});

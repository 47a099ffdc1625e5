import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, unpaged } from '../../../kernel/page.ts';
import { readOpenInvitations } from './invitations.store.ts';
import { invitation } from './members.schema.ts';

export const listInvitations = appOperation({
  name: 'list_invitations',
  summary: 'List invitations to a store that can still be taken.',
  app: [{ method: 'GET', path: '/invitations', role: 'owner' }],
  input: z.object({}),
  output: pageOf(invitation),
  run: async ({ db }) => ({ value: unpaged(await readOpenInvitations(db)) }),
});

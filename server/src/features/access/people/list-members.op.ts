import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, unpaged } from '../../../kernel/page.ts';
import { member } from './members.schema.ts';
import { readMembers } from './members.store.ts';

export const listMembers = appOperation({
  name: 'list_members',
  summary: 'List the people of a store and their roles.',
  app: [{ method: 'GET', path: '/members', role: 'viewer' }],
  input: z.object({}),
  output: pageOf(member),
  run: async ({ db }) => ({ value: unpaged(await readMembers(db)) }),
});

import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress } from './members.schema.ts';
import { userNotFound } from './user-not-found.ts';

/** Rejected while a store has no other owner (contract: Deleting a store or an account 2). */
export const deleteUser = operatorOperation({
  name: 'delete_user',
  summary:
    'Delete a person and their sign-in methods. Stores that have no other owner must be deleted first.',
  command: { words: ['user', 'delete'], store: 'none' },
  input: z.object({ email: memberAddress }),
  output: z.object({ deleted: z.literal(true) }),
  async run({ people }, { email }) {
    if (!(await people.deleteByOperator(email))) throw userNotFound();
    return { value: { deleted: true as const } };
  },
});

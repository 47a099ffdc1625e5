import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress } from './members.schema.ts';
import { userNotFound } from './user-not-found.ts';

export const resumeUser = operatorOperation({
  name: 'resume_user',
  summary: 'Let a suspended person sign in again.',
  command: { words: ['user', 'resume'], store: 'none' },
  input: z.object({ email: memberAddress }),
  output: z.object({ suspended: z.literal(false) }),
  async run({ people }, { email }) {
    if (!(await people.setSuspended(email, false))) throw userNotFound();
    return { value: { suspended: false as const } };
  },
});

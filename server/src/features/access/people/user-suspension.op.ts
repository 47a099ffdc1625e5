import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress } from './members.schema.ts';
import { userNotFound } from './user-not-found.ts';

export const suspendUser = operatorOperation({
  name: 'suspend_user',
  summary: 'Suspend a person: their sessions end and they cannot sign in.',
  command: { words: ['user', 'suspend'], store: 'none' },
  input: z.object({ email: memberAddress }),
  output: z.object({ suspended: z.literal(true) }),
  async run({ people }, { email }) {
    if (!(await people.setSuspended(email, true))) throw userNotFound();
    return { value: { suspended: true as const } };
  },
});

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

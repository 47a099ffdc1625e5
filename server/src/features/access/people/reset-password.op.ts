import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress } from './members.schema.ts';
import { userNotFound } from './user-not-found.ts';

export const resetPassword = operatorOperation({
  name: 'reset_password',
  summary: 'Make a link by which a person sets a new password, within a day.',
  command: { words: ['user', 'reset-password'], store: 'none' },
  input: z.object({ email: memberAddress }),
  output: z.object({ link: z.string() }),
  async run({ people }, { email }) {
    const link = await people.passwordLink(email);
    if (link === null) throw userNotFound();
    return { value: { link } };
  },
});

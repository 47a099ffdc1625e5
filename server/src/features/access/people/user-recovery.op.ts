import { z } from 'zod';
import { OperationError } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress } from './members.schema.ts';
import { userNotFound } from './user-not-found.ts';

export const resetPassword = operatorOperation({
  name: 'reset_password',
  summary: 'Create a link for a person to set a new password. It is valid for a day.',
  command: { words: ['user', 'reset-password'], store: 'none' },
  input: z.object({ email: memberAddress }),
  output: z.object({ link: z.string() }),
  async run({ people }, { email }) {
    const link = await people.passwordLink(email);
    if (link === null) throw userNotFound();
    return { value: { link } };
  },
});

export const removeSecondFactor = operatorOperation({
  name: 'remove_second_factor',
  summary: 'Remove the second factor of a person who has lost it. Verify their identity first.',
  command: { words: ['user', 'remove-second-factor'], store: 'none' },
  input: z.object({ email: memberAddress }),
  output: z.object({ removed: z.boolean() }),
  async run({ people }, { email }) {
    if (!(await people.removeSecondFactor(email)))
      throw new OperationError('not_found', message('no_second_factor'));
    return { value: { removed: true } };
  },
});

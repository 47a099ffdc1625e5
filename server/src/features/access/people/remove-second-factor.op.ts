import { z } from 'zod';
import { Refusal } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { memberAddress } from './members.schema.ts';

export const removeSecondFactor = operatorOperation({
  name: 'remove_second_factor',
  summary: 'Take the second factor away from a person who has lost it. Make sure that it is them who asks.',
  command: { words: ['user', 'remove-second-factor'], store: 'none' },
  input: z.object({ email: memberAddress }),
  output: z.object({ removed: z.boolean() }),
  async run({ people }, { email }) {
    if (!(await people.removeSecondFactor(email)))
      throw new Refusal('not_found', message('no_second_factor'));
    return { value: { removed: true } };
  },
});

import { z } from 'zod';
import { Refusal } from '../../../kernel/error.ts';
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
      throw new Refusal('not_found', 'nobody with this address has a second factor');
    return { value: { removed: true } };
  },
});

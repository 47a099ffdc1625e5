import { z } from 'zod';
import { invalidField } from '../../../kernel/fields.ts';
import { defaultLimitNames } from '../../../kernel/limits.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { readLimits } from './limits.rules.ts';
import { limitTexts } from './limits.schema.ts';

export const setDefaultLimits = operatorOperation({
  name: 'set_default_limits',
  summary: 'Set how much stores may have for which nothing else is said, and how many stores an account.',
  command: {
    words: ['limits', 'set-default'],
    store: 'none',
    rest: { member: 'limits', shown: 'NAME=NUMBER', as: 'texts' },
  },
  input: z.object({ limits: limitTexts }),
  output: z.object({ limits: z.record(z.string(), z.number()) }),
  async run({ installation }, { limits }) {
    const changes = readLimits(limits, defaultLimitNames).map(({ name, value }) => {
      if (value === null) throw invalidField(name, message('must_be_whole_number'));
      return [name, value] as const;
    });
    return { value: { limits: await installation.setDefaultLimits(Object.fromEntries(changes)) } };
  },
});

import { z } from 'zod';
import { invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { isImportableAddress, normalAddress } from './addresses.rules.ts';
import { addUnsubscribe } from './change-unsubscribes.ts';
import { addressInput } from './unsubscribes.schema.ts';

export const addUnsubscribeByHand = operatorOperation({
  name: 'add_unsubscribe',
  summary: 'Unsubscribe an address from marketing mail.',
  command: { words: ['unsubscribe', 'add'], store: 'flag' },
  app: [{ method: 'POST', path: '/unsubscribes', role: 'editor' }],
  input: addressInput,
  output: z.object({ unsubscribed: z.literal(true) }),
  atomic: true,
  async run(ctx, { email }) {
    if (!isImportableAddress(normalAddress(email)))
      throw invalidField('email', message('must_be_email_address', { example: 'maria@example.com' }));
    await addUnsubscribe(ctx, email, 'app');
    return { value: { unsubscribed: true as const } };
  },
});

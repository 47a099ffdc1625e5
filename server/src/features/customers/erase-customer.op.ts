import { z } from 'zod';
import { operatorOperation } from '../../kernel/operation.ts';
import { customerAddress } from './customers.schema.ts';
import { eraseNow } from './erasure-requests.ts';

export const eraseCustomer = operatorOperation({
  name: 'erase_customer',
  summary: 'Erase what is held about the customer with an address; what steps still need goes when they end.',
  command: { words: ['customer', 'erase'], store: 'flag' },
  app: [{ method: 'POST', path: '/customers/erase', role: 'owner' }],
  input: z.object({ email: customerAddress }),
  whileSuspended: true,
  output: z.object({
    inputsErased: z.int().describe('What ended steps were given.'),
    inputsWaiting: z.int().describe('What steps that have not ended were given; workers erase it then.'),
    entriesMasked: z.int().describe('Entries of history that showed the masked address.'),
  }),
  run: async (ctx, { email }, _found, auditRows) => ({
    value: await eraseNow(ctx, email, auditRows?.() ?? []),
  }),
});

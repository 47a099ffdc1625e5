import { z } from 'zod';
import { operatorOperation } from '../../kernel/operation.ts';
import { customerAddress } from './customers.schema.ts';
import { eraseNow } from './erasure-requests.ts';

export const eraseCustomer = operatorOperation({
  name: 'erase_customer',
  summary:
    'Erase what is stored about a customer, found by email address. Data that running steps need is erased when they end.',
  command: { words: ['customer', 'erase'], store: 'flag' },
  app: [{ method: 'POST', path: '/customers/erase', role: 'owner' }],
  input: z.object({ email: customerAddress }),
  whileSuspended: true,
  output: z.object({
    inputsErased: z.int().describe('Inputs of steps that have ended.'),
    inputsWaiting: z
      .int()
      .describe('Inputs of steps that are still running; workers erase them when the steps end.'),
    entriesMasked: z.int().describe('History entries that showed the masked address.'),
  }),
  run: async (ctx, { email }, _found, auditRows) => ({
    value: await eraseNow(ctx, email, auditRows?.() ?? []),
  }),
});

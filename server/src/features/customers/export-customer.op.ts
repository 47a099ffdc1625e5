import { z } from 'zod';
import { id, time } from '../../kernel/id.ts';
import { jsonObject } from '../../kernel/json.ts';
import { operatorOperation } from '../../kernel/operation.ts';
import { contentOfInput, inputPlace } from '../delivery/ledger/input-place.rules.ts';
import { storedInputs } from '../delivery/ledger/stored-inputs.store.ts';
import { actionTypes, statuses } from '../records/history/history.schema.ts';
import { customerAddress } from './customers.schema.ts';
import { holding } from './match-address.rules.ts';

const held = z.object({
  executionId: id,
  actionType: z.enum(actionTypes).nullable(),
  actionConfigName: z.string().nullable(),
  status: z.enum(statuses).nullable(),
  createdAt: time,
  input: jsonObject.describe('What the step was given.'),
});

export const exportCustomer = operatorOperation({
  name: 'export_customer',
  summary: 'Show what is held about the customer with an address.',
  command: { words: ['customer', 'export'], store: 'flag' },
  app: [{ method: 'POST', path: '/customers/export', role: 'owner' }],
  input: z.object({ email: customerAddress }),
  output: z.object({ email: z.string(), steps: z.array(held) }),
  async run({ db, vault, now }, { email }) {
    const open = await vault.unlock();
    const isTheirs = holding(email);
    const steps: z.output<typeof held>[] = [];
    for await (const page of storedInputs(db, now())) {
      for (const { sealed, hasEnded: _, ...execution } of page) {
        const input = contentOfInput(open.open(inputPlace(execution.executionId), sealed));
        if (isTheirs(input)) steps.push({ ...execution, input });
      }
    }
    return { value: { email, steps } };
  },
});

import { z } from 'zod';
import { OperationError } from '../../../kernel/error.ts';
import { requiredText } from '../../../kernel/fields.ts';
import { id } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { resumeStoreRow, suspendStoreRow } from './stores.store.ts';

export const suspendStore = operatorOperation({
  name: 'suspend_store',
  summary:
    'Suspend a store: its keys and steps are rejected and nothing is sent. Its members see the reason.',
  command: { words: ['store', 'suspend'], store: 'flag' },
  input: z.object({
    why: requiredText(500).describe('Shown to the members of the store; write a plain sentence.'),
  }),
  output: z.object({ id, suspended: z.literal(true) }),
  atomic: true,
  async run(ctx, { why }) {
    await suspendStoreRow(ctx.db, why);
    return { value: { id: ctx.storeId, suspended: true as const } };
  },
});

export const resumeStore = operatorOperation({
  name: 'resume_store',
  summary: 'Resume a suspended store. Steps that were waiting are sent.',
  command: { words: ['store', 'resume'], store: 'flag' },
  input: z.object({}),
  output: z.object({ id, suspended: z.literal(false) }),
  atomic: true,
  async run(ctx) {
    if (!(await resumeStoreRow(ctx.db))) throw new OperationError('conflict', message('store_not_suspended'));
    return { value: { id: ctx.storeId, suspended: false as const } };
  },
});

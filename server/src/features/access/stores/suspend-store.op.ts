import { z } from 'zod';
import { requiredText } from '../../../kernel/fields.ts';
import { id } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { suspendStoreRow } from './stores.store.ts';

export const suspendStore = operatorOperation({
  name: 'suspend_store',
  summary:
    'Suspend a store: its keys are refused, its steps too, and nothing of it is sent. Its people see why.',
  command: { words: ['store', 'suspend'], store: 'flag' },
  input: z.object({ why: requiredText(500).describe('For its people, in a plain sentence.') }),
  output: z.object({ id, suspended: z.literal(true) }),
  atomic: true,
  async run(ctx, { why }) {
    await suspendStoreRow(ctx.db, why);
    return { value: { id: ctx.storeId, suspended: true as const } };
  },
});

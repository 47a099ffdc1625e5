import { z } from 'zod';
import { requiredText } from '../../kernel/fields.ts';
import { id } from '../../kernel/id.ts';
import { operatorOperation } from '../../kernel/operation.ts';
import { insertStore } from './stores.store.ts';

export const createStore = operatorOperation({
  name: 'create_store',
  summary: 'Create a store.',
  command: { words: ['store', 'create'], store: 'new' },
  input: z.object({ name: requiredText(200) }),
  output: z.object({ id }),
  async run(ctx, { name }) {
    const dataKey = ctx.newDataKey();
    await ctx.db.transaction((tx) => insertStore(tx, { id: ctx.storeId, name, dataKey }));
    return { value: { id: ctx.storeId } };
  },
});

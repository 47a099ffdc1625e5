import { z } from 'zod';
import { requiredText } from '../../../kernel/fields.ts';
import { id } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { insertMember } from '../people/members.store.ts';
import { insertStore } from './stores.store.ts';

export const createStore = operatorOperation({
  name: 'create_store',
  summary: 'Create a store.',
  command: { words: ['store', 'create'], store: 'new' },
  input: z.object({ name: requiredText(200) }),
  output: z.object({ id }),
  atomic: true,
  async run(ctx, { name }) {
    const dataKey = ctx.newDataKey();
    const { storeId, actor } = ctx;
    await ctx.db.transaction(async (tx) => {
      await insertStore(tx, { id: storeId, name, account: actor.type === 'user' ? actor.id : null, dataKey });
      if (actor.type === 'user') await insertMember(tx, storeId, actor.id, 'owner');
    });
    return { value: { id: ctx.storeId } };
  },
});

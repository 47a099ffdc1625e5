import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { invalidField, requiredText } from '../../../kernel/fields.ts';
import { id } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { deleteEverything } from './delete-everything.ts';
import { beginDeletion } from './deletion.store.ts';
import { storeName } from './stores.store.ts';

export const deleteStore = operatorOperation({
  name: 'delete_store',
  summary: 'Delete a store and all its data. This cannot be undone.',
  command: { words: ['store', 'delete'], store: 'flag' },
  app: [{ method: 'DELETE', path: '/store', role: 'owner' }],
  stepUp: true,
  input: z.object({
    name: requiredText(200).describe('The name of the store, as confirmation.'),
  }),
  output: z.object({ deleted: z.literal(true), id }),
  whileSuspended: true,
  async run(ctx, { name }, _found, auditRows) {
    if ((await storeName(ctx.db)) !== name) throw invalidField('name', message('not_this_store'));
    const { actor, storeId } = ctx;
    await ctx.db.transaction(async (tx) => {
      if (!(await beginDeletion(tx, actor))) throw notFound();
      await tx.batch(auditRows?.() ?? []);
    });
    // Workers continue deletions started by a person or an interrupted command.
    if (actor.type === 'operator') await deleteEverything(ctx);
    return { value: { deleted: true as const, id: storeId } };
  },
});

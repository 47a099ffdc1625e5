import { z } from 'zod';
import { notFound } from '../../kernel/error.ts';
import { id, idInput } from '../../kernel/id.ts';
import { appOperation } from '../../kernel/operation.ts';
import { trashRemoval } from '../records/trash/trash.store.ts';
import { requireTrash } from './require-trash.ts';

export const deleteFromTrash = appOperation({
  name: 'delete_from_trash',
  summary: 'Delete a layout or HTTP request in the trash for good.',
  app: [{ method: 'DELETE', path: '/trash/:id', role: 'editor' }],
  input: z.object({ id: idInput('layout or HTTP request') }),
  output: z.object({ deleted: z.literal(true), id }),
  find: requireTrash,
  async run(ctx, _input, item, auditRows) {
    await ctx.db.transaction(async (tx) => {
      if ((await tx.rows(trashRemoval(item.id))).length === 0) throw notFound();
      await tx.batch(auditRows?.() ?? []);
    });
    return { value: { deleted: true as const, id: item.id } };
  },
});

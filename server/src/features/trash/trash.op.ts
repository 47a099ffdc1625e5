import { z } from 'zod';
import { notFound } from '../../kernel/error.ts';
import { existingId, id, idInput } from '../../kernel/id.ts';
import { appOperation, type Context, type PathParams } from '../../kernel/operation.ts';
import { pageOf, toPage } from '../../kernel/page.ts';
import { listTrashInput, restoredDocument, trashItem } from '../documents/trash.schema.ts';
import { findTrash, pageOfTrash, type TrashRow, trashRemoval } from '../documents/trash.store.ts';
import { restoreHttpRequestFromTrash } from '../http-requests/trash-http-request.ts';
import { restoreLayoutFromTrash } from '../layouts/trash/trash-layout.ts';

const one = z.object({ id: idInput('layout or HTTP request') });

/** The trash item of a path, or 404. */
async function requireTrash({ db }: Context, path: PathParams): Promise<TrashRow> {
  const row = await findTrash(db, existingId(path['id']));
  if (!row) throw notFound();
  return row;
}

const restoreByKind = { layout: restoreLayoutFromTrash, 'http-request': restoreHttpRequestFromTrash };

export const listTrash = appOperation({
  name: 'list_trash',
  summary: 'List deleted layouts and HTTP requests that can be restored, newest first.',
  app: [{ method: 'GET', path: '/trash', role: 'viewer' }],
  input: listTrashInput,
  output: pageOf(trashItem),
  async run(ctx, { q, ...request }) {
    const { rows, total } = await pageOfTrash(ctx.db, request, q);
    return { value: toPage(request, rows, total) };
  },
});

export const restoreFromTrash = appOperation({
  name: 'restore_from_trash',
  summary: 'Restore a deleted layout or HTTP request under its original ID.',
  app: [{ method: 'POST', path: '/trash/:id/restore', role: 'editor' }],
  input: one,
  output: restoredDocument,
  find: requireTrash,
  async run(ctx, _input, item, auditRows) {
    const { id, kind, name } = item;
    const lost = await restoreByKind[kind](ctx, item, auditRows);
    return { value: { restored: true as const, id, kind, name, lost } };
  },
});

export const deleteFromTrash = appOperation({
  name: 'delete_from_trash',
  summary: 'Permanently delete a layout or HTTP request in the trash.',
  app: [{ method: 'DELETE', path: '/trash/:id', role: 'editor' }],
  input: one,
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

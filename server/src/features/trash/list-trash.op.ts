import { appOperation } from '../../kernel/operation.ts';
import { pageOf, toPage } from '../../kernel/page.ts';
import { listTrashInput, trashItem } from '../records/trash/trash.schema.ts';
import { pageOfTrash } from '../records/trash/trash.store.ts';

export const listTrash = appOperation({
  name: 'list_trash',
  summary: 'List deleted layouts and HTTP requests that can be brought back, newest first.',
  app: [{ method: 'GET', path: '/trash', role: 'viewer' }],
  input: listTrashInput,
  output: pageOf(trashItem),
  async run(ctx, { q, ...request }) {
    const { rows, total } = await pageOfTrash(ctx.db, request, q);
    return { value: toPage(request, rows, total) };
  },
});

import { operation } from '../../../kernel/operation.ts';
import { safeName } from '../../../kernel/safe-name.ts';
import { updatingTool } from '../../../kernel/tool-annotations.ts';
import { documentDeletion } from '../../documents/trash-document.ts';
import { layoutKind } from '../content/layout-document.ts';
import { deleteLayoutRow, layoutTotal } from '../content/layouts.store.ts';
import { repositoryPushOf, submitPush } from '../saving/announce-save.ts';
import { enqueueCommit } from '../saving/enqueue-commit.store.ts';
import { trashedLayout } from '../trash/trash-layout.ts';

/**
 * Returns the deleted layout, and warns about steps that still use it
 * (contract: Repeating and overlapping writes 5).
 */
export const deleteLayout = operation({
  name: 'delete_email_template',
  summary: 'Delete an email layout with its translations and versions.',
  description:
    'A delete is never blocked; a warning shows how many workflow steps still use the layout. People can restore it in the app for 30 days.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'DELETE', path: '/email-templates/:id' }],
  tool: {
    name: 'delete_email_template',
    title: 'Delete an email layout',
    toolset: 'layouts',
    annotations: updatingTool,
  },
  ...documentDeletion(layoutKind, {
    kind: 'layout',
    trashed: trashedLayout,
    async remove(ctx, tx, { id, name }, version) {
      const { storeId, actor } = ctx;
      const deleted = await deleteLayoutRow(tx, id, version);
      if (!deleted) return null;
      const summary = `Deleted layout ${JSON.stringify(safeName(name))}`;
      const note = enqueueCommit(storeId, { layoutId: id, snapshot: null, authorName: actor.name, summary });
      return {
        closing: [layoutTotal(storeId, deleted.category, -1), note],
        announce: (rowsOf) => submitPush(ctx, repositoryPushOf(storeId, rowsOf(note)[0])),
      };
    },
  }),
});

import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { namesRevisions, stale } from '../../../kernel/etag.ts';
import { id, idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { safeName } from '../../../kernel/safe-name.ts';
import { changing } from '../../../kernel/tool-annotations.ts';
import { countSteps } from '../../delivery/step-references/step-references.store.ts';
import { stepsWarning } from '../../delivery/step-references/steps-warning.rules.ts';
import { deleteLayoutRow, findLayout, layoutTotal } from '../content/layouts.store.ts';
import { etagOfLayout, requireLayout } from '../content/require-layout.ts';
import { announce, pushFor } from '../saving/announce-save.ts';
import { noteChange } from '../saving/note-change.store.ts';
import { keepInTrash } from '../trash/trash-layout.ts';
import { layoutChangedSince } from '../versions/changed-since.ts';

export const deleteLayout = operation({
  name: 'delete_email_template',
  summary: 'Delete an email layout with its translations and versions.',
  description:
    'Never blocked; a warning counts the workflow steps that still reference it. People can bring it back in the app for 30 days.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'DELETE', path: '/email-templates/:id' }],
  tool: {
    name: 'delete_email_template',
    title: 'Delete an email layout',
    toolset: 'layouts',
    annotations: changing,
  },
  input: z.object({ id: idInput('layout') }),
  output: z.object({ deleted: z.literal(true), id, warning: z.string().optional() }),
  find: requireLayout,
  etagOf: etagOfLayout,
  changedSince: (ctx, { id }, version) => layoutChangedSince(ctx, id, version),
  async run(ctx, _input, row, auditRows) {
    const version = namesRevisions(ctx.ifMatch) ? row.version : null;
    const { steps, push } = await ctx.db.transaction(async (tx) => {
      const count = await countSteps(tx, row.id);
      await keepInTrash(ctx, tx, row.id);
      const deleted = await deleteLayoutRow(tx, row.id, version);
      if (!deleted) throw (await findLayout(tx, row.id)) ? stale() : notFound();
      await tx.rows(layoutTotal(ctx.storeId, deleted.category, -1));
      const summary = `Deleted layout ${JSON.stringify(safeName(row.name))}`;
      const change = { layoutId: row.id, snapshot: null, authorName: ctx.actor.name, summary };
      const [noted] = await tx.rows(noteChange(ctx.storeId, change));
      for (const row of auditRows?.() ?? []) await tx.rows(row);
      return { steps: count, push: pushFor(ctx.storeId, noted) };
    });
    announce(ctx, push);
    return {
      value: {
        deleted: true as const,
        id: row.id,
        ...(steps > 0 && { warning: stepsWarning(steps, 'layout') }),
      },
    };
  },
});

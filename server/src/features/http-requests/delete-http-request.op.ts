import { z } from 'zod';
import { notFound } from '../../kernel/error.ts';
import { etagOf, namesRevisions, stale } from '../../kernel/etag.ts';
import { id, idInput } from '../../kernel/id.ts';
import { operation } from '../../kernel/operation.ts';
import { changing } from '../../kernel/tool-annotations.ts';
import { countSteps } from '../delivery/step-references/step-references.store.ts';
import { stepsWarning } from '../delivery/step-references/steps-warning.rules.ts';
import { deleteHttpRequestRow, findHttpRequest } from './http-requests.store.ts';
import { requireHttpRequest } from './require-http-request.ts';
import { requestChangedSince } from './require-version.ts';
import { keepInTrash } from './trash-http-request.ts';

export const deleteHttpRequest = operation({
  name: 'delete_http_request',
  summary: 'Delete an HTTP request.',
  description:
    'Never blocked; a warning counts the workflow steps that still reference it. People can bring it back in the app for 30 days.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'DELETE', path: '/http-requests/:id' }],
  tool: { name: 'delete_http_request', title: 'Delete an HTTP request', annotations: changing },
  input: z.object({ id: idInput('HTTP request') }),
  output: z.object({ deleted: z.literal(true), id, warning: z.string().optional() }),
  find: requireHttpRequest,
  etagOf,
  changedSince: requestChangedSince,
  async run(ctx, _input, row, auditRows) {
    const revision = namesRevisions(ctx.ifMatch) ? row.revision : null;
    await ctx.db.transaction(async (tx) => {
      await keepInTrash(ctx, tx, row.id);
      if (!(await deleteHttpRequestRow(tx, row.id, revision)))
        throw (await findHttpRequest(tx, row.id)) ? stale() : notFound();
      await tx.batch(auditRows?.() ?? []);
    });
    const steps = await countSteps(ctx.db, row.id);
    return {
      value: {
        deleted: true as const,
        id: row.id,
        ...(steps > 0 && { warning: stepsWarning(steps, 'HTTP request') }),
      },
    };
  },
});

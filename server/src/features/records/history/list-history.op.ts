import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { historyEntry, historyFilters } from './history.schema.ts';
import { viewEntries } from './history.view.ts';
import { pageOfHistory } from './list-history.store.ts';

export const listHistory = operation({
  name: 'list_history',
  summary: 'List executions, newest first.',
  description:
    'Lists emails sent and HTTP requests run, as summaries; get a single execution for request, response and timeline.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/history' }],
  tool: { name: 'list_history', title: 'List executions', annotations: reading },
  input: z.object({ ...pageInput, ...historyFilters }),
  output: pageOf(historyEntry),
  async run(ctx, { page, limit, ...filter }) {
    const { rows, total } = await pageOfHistory(ctx.db, { page, limit }, filter);
    return { value: toPage({ page, limit }, await viewEntries(ctx, rows), total) };
  },
});

import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, searchInput, sortInput, toPage } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { categories } from '../content/layout-state.schema.ts';
import { layoutSorts, layoutSummary } from '../content/layouts.schema.ts';
import { pageOfLayouts } from '../content/layouts.store.ts';
import { viewSummary } from '../content/layouts.view.ts';

export const listLayouts = operation({
  name: 'list_email_templates',
  summary: 'List email layouts, newest change first by default.',
  description:
    'Returns summaries without design, body, attachments and footer texts; get a single layout for these.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates' }],
  tool: { name: 'list_email_templates', title: 'List email layouts', annotations: readOnlyTool },
  input: z.object({
    ...pageInput,
    ...searchInput('name, subject and description'),
    category: z.enum(categories).optional().describe('Only layouts in this category.'),
    ...sortInput(layoutSorts, '-updatedAt'),
  }),
  output: pageOf(layoutSummary),
  async run(ctx, { q, category, sort, ...request }) {
    const { rows, total } = await pageOfLayouts(ctx.db, request, { q, category, sort });
    return { value: toPage(request, rows.map(viewSummary), total) };
  },
});

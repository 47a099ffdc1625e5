import { operation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { layoutListInput, layoutSummary } from '../content/layouts.schema.ts';
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
  input: layoutListInput,
  output: pageOf(layoutSummary),
  async run(ctx, { q, category, sort, ...request }) {
    const { rows, total } = await pageOfLayouts(ctx.db, request, { q, category, sort });
    return { value: toPage(request, rows.map(viewSummary), total) };
  },
});

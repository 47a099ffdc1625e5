import { operation } from '../../kernel/operation.ts';
import { creating } from '../../kernel/tool.ts';
import { etagOfLayout } from './find-layout.ts';
import { createdLayout } from './layouts.rules.ts';
import { createLayoutInput, layout } from './layouts.schema.ts';
import { viewLayout } from './layouts.view.ts';
import { createLayoutRecord } from './save-layout.ts';

export const createLayout = operation({
  name: 'create_email_template',
  summary: 'Create an email layout.',
  description:
    'A visual layout is written as `bodyDesign`, whose format the layout schema explains; a text layout as HTML in `body`.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates' }],
  tool: {
    name: 'create_email_template',
    title: 'Create an email layout',
    toolset: 'layouts',
    annotations: creating,
  },
  input: createLayoutInput,
  output: layout,
  async run(ctx, input) {
    const row = await createLayoutRecord(ctx, createdLayout(input));
    return { value: viewLayout(row), status: 201, etag: etagOfLayout(row) };
  },
});

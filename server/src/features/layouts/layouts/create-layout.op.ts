import { operation } from '../../../kernel/operation.ts';
import { creatingTool } from '../../../kernel/tool-annotations.ts';
import { etagOfLayout } from '../content/layout-document.ts';
import { createdLayout } from '../content/layouts.rules.ts';
import { createLayoutInput, writtenLayout } from '../content/layouts.schema.ts';
import { viewWritten } from '../content/layouts.view.ts';
import { createLayoutRecord } from '../saving/save-layout.ts';

export const createLayout = operation({
  name: 'create_email_template',
  summary: 'Create an email layout.',
  description:
    'For a visual layout, send `bodyDesign` in the format that the layout schema describes; for a text layout, send HTML in `body`.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates' }],
  tool: {
    name: 'create_email_template',
    title: 'Create an email layout',
    toolset: 'layouts',
    annotations: creatingTool,
  },
  input: createLayoutInput,
  output: writtenLayout,
  successes: [201],
  revised: true,
  async run(ctx, input, _found, auditRows) {
    const row = await createLayoutRecord(ctx, createdLayout(input), auditRows);
    return { value: viewWritten(row), status: 201, etag: etagOfLayout(row) };
  },
});

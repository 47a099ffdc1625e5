import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { creatingTool } from '../../../kernel/tool-annotations.ts';
import { copyName } from '../content/copy-name.rules.ts';
import { etagOfLayout, requireWholeLayout } from '../content/layout-document.ts';
import { layoutName, writtenLayout } from '../content/layouts.schema.ts';
import { viewWritten } from '../content/layouts.view.ts';
import { createLayoutRecord, stateOf } from '../saving/save-layout.ts';

/** A copy is saved like a new layout, with the same checks and limits (contract: Layouts 14). */
export const duplicateLayout = operation({
  name: 'duplicate_email_template',
  summary: 'Create a copy of an email layout, with all its languages.',
  description:
    'The copy starts at version 1. Versions and the workflow steps that use the layout stay with the original.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates/:id/duplicate' }],
  tool: {
    name: 'duplicate_email_template',
    title: 'Duplicate an email layout',
    toolset: 'layouts',
    annotations: creatingTool,
  },
  input: z.object({
    id: idInput('layout'),
    name: layoutName.optional().describe('Name of the copy. Default: `Copy of …`.'),
  }),
  output: writtenLayout,
  successes: [201],
  revised: true,
  target: ({ id }) => id,
  find: requireWholeLayout,
  async run(ctx, { name }, found, auditRows) {
    const original = stateOf(found);
    const copy = { ...original, name: name ?? copyName(original.name) };
    const row = await createLayoutRecord(ctx, copy, auditRows, {
      summary: `Copied from ${original.name}`,
      fieldsOf: (locale) => (locale === copy.defaultLocale ? [] : ['translations', locale]),
    });
    return { value: viewWritten(row), status: 201, etag: etagOfLayout(row) };
  },
});

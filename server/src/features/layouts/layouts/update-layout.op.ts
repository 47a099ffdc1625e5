import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { updatingTool } from '../../../kernel/tool-annotations.ts';
import { etagOfLayout, layoutChangedSince, requireWholeLayout } from '../content/layout-document.ts';
import { applyLayoutChange, sendsText } from '../content/layouts.rules.ts';
import { updateLayoutInput, writtenLayout } from '../content/layouts.schema.ts';
import { viewWritten } from '../content/layouts.view.ts';
import { saveLayout } from '../saving/save-layout.ts';

export const updateLayout = operation({
  name: 'update_email_template',
  summary: 'Change an email layout. Fields that you do not send stay as they are.',
  description:
    'A `bodyDesign`, `attachments` or `marketingTexts` that you send replaces the stored one as a whole.',
  access: 'write',
  budget: 'request',
  rest: [
    { method: 'PUT', path: '/email-templates/:id' },
    { method: 'PATCH', path: '/email-templates/:id', id: 'patch_email_template' },
  ],
  tool: {
    name: 'update_email_template',
    title: 'Change an email layout',
    toolset: 'layouts',
    annotations: updatingTool,
  },
  input: z.object({ id: idInput('layout'), ...updateLayoutInput.shape }),
  output: writtenLayout,
  revised: true,
  guardsRemoval: true,
  find: requireWholeLayout,
  etagOf: ({ row }) => etagOfLayout(row),
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row, version),
  async run(ctx, { id: _id, ...sent }, found, auditRows) {
    const row = await saveLayout(ctx, found, {
      change: (state) => applyLayoutChange(state, sent),
      written: ({ defaultLocale }) => (sendsText(sent) || sent.category ? [defaultLocale] : []),
      auditRows,
    });
    return { value: viewWritten(row), etag: etagOfLayout(row) };
  },
});

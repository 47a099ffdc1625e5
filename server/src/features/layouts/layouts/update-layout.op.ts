import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { changing } from '../../../kernel/tool-annotations.ts';
import { layoutChangedSince } from '../content/layout-document.ts';
import { applyLayoutChange, sendsText } from '../content/layouts.rules.ts';
import { updateLayoutInput, writtenLayout } from '../content/layouts.schema.ts';
import { viewWritten } from '../content/layouts.view.ts';
import { etagOfLayout, requireWholeLayout } from '../content/require-layout.ts';
import { saveLayout } from '../saving/save-layout.ts';

export const updateLayout = operation({
  name: 'update_email_template',
  summary: 'Change an email layout; only the members sent change.',
  description: 'A sent `bodyDesign`, `attachments` or `marketingTexts` replaces the old one whole.',
  access: 'write',
  budget: 'request',
  rest: [
    { method: 'PUT', path: '/email-templates/:id' },
    { method: 'PATCH', path: '/email-templates/:id' },
  ],
  tool: {
    name: 'update_email_template',
    title: 'Change an email layout',
    toolset: 'layouts',
    annotations: changing,
  },
  input: z.object({ id: idInput('layout'), ...updateLayoutInput.shape }),
  output: writtenLayout,
  revised: true,
  find: requireWholeLayout,
  etagOf: ({ row }) => etagOfLayout(row),
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row, version),
  async run(ctx, { id: _id, ...sent }, found, auditRows) {
    const row = await saveLayout(ctx, found, {
      change: (state) => applyLayoutChange(state, sent),
      written: ({ defaultLocale }) => (sendsText(sent) ? [defaultLocale] : []),
      auditRows,
    });
    return { value: viewWritten(row), etag: etagOfLayout(row) };
  },
});

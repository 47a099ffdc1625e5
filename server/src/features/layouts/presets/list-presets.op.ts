import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { listPresetsInput, presetSummary } from './presets.schema.ts';
import { pageOfPresets } from './presets.store.ts';

export const listPresets = appOperation({
  name: 'list_presets',
  summary: 'List shared headers, footers and parts, newest change first.',
  app: [{ method: 'GET', path: '/presets', role: 'viewer' }],
  input: listPresetsInput,
  output: pageOf(presetSummary),
  async run(ctx, { q, kind, ...request }) {
    const { rows, total } = await pageOfPresets(ctx.db, request, q, kind);
    return { value: toPage(request, rows, total) };
  },
});

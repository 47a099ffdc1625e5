import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { cutPage, isFound, pageInput, pageOf, searchInput } from '../../../kernel/page.ts';
import { presetVersionSummary } from './preset-versions.schema.ts';
import { listVersions } from './preset-versions.store.ts';
import { requirePreset } from './require-preset.ts';

export const listPresetVersions = appOperation({
  name: 'list_preset_versions',
  summary: 'List the saved versions of a preset, newest first.',
  description: 'The newest 25 are kept.',
  app: [{ method: 'GET', path: '/presets/:id/versions', role: 'viewer' }],
  input: z.object({
    id: idInput('preset'),
    ...pageInput,
    ...searchInput('summary and name of the author'),
  }),
  output: pageOf(presetVersionSummary),
  find: requirePreset,
  async run(ctx, { page, limit, q }, { id }) {
    const all = await listVersions(ctx.db, id);
    const found = all.filter(({ summary, author }) => isFound(q, [summary, author.name]));
    return { value: cutPage({ page, limit }, found) };
  },
});

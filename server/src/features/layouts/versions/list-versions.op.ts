import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { cutPage, isFound, pageInput, pageOf, searchInput } from '../../../kernel/page.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { requireLayout } from '../content/require-layout.ts';
import { versionSummary } from './versions.schema.ts';
import { listVersionRows } from './versions.store.ts';

export const listVersions = operation({
  name: 'list_versions',
  summary: 'List the saved versions of a layout, newest first.',
  description: 'The newest 25 are kept.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/versions' }],
  tool: {
    name: 'list_versions',
    title: 'List versions of a layout',
    toolset: 'layouts',
    annotations: reading,
  },
  input: z.object({
    id: idInput('layout'),
    ...pageInput,
    ...searchInput('summary and name of the author'),
  }),
  output: pageOf(versionSummary),
  find: requireLayout,
  async run(ctx, { page, limit, q }, { id }) {
    const all = await listVersionRows(ctx.db, id);
    const found = all.filter(({ summary, author }) => isFound(q, [summary, author.name]));
    return { value: cutPage({ page, limit }, found) };
  },
});

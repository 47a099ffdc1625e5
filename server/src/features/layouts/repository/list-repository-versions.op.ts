import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { pageInput } from '../../../kernel/page.ts';
import { requireLayout } from '../content/layout-document.ts';
import { withRepository } from './open-repository.ts';
import { folderOfLayout } from './repository.rules.ts';
import { COMMITS_PER_PAGE, commitPage } from './repository.schema.ts';

export const listRepositoryVersions = operation({
  name: 'list_repository_versions',
  summary: 'List the commits of a layout in the connected repository, newest first.',
  description: 'Every save is a commit; those of people are listed alike. 20 a page.',
  access: 'read',
  budget: 'request',
  rest: [
    { method: 'GET', path: '/email-templates/:id/versions/github' },
    { method: 'GET', path: '/email-templates/:id/versions/repo' },
  ],
  tool: null,
  input: z.object({ id: idInput('layout'), page: pageInput.page }),
  output: commitPage,
  refusals: ['conflict', 'unavailable'],
  find: requireLayout,
  async run(ctx, { page }, { id }) {
    const listed = await withRepository(ctx, ({ connection, repository }) =>
      repository.history(folderOfLayout(connection.folder, id), page),
    );
    return { value: { items: listed.items, page, limit: COMMITS_PER_PAGE, hasMore: listed.hasMore } };
  },
});

import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { requireLayout } from '../content/layout-document.ts';
import { viewSnapshot } from '../content/layouts.view.ts';
import { layoutAt } from './commit-in-repository.ts';
import { repositoryVersion, shaInput } from './repository.schema.ts';

export const getRepositoryVersion = operation({
  name: 'get_repository_version',
  summary: 'Get a layout with all its translations as at one commit.',
  description: 'A commit whose files are not a layout is refused, naming the field.',
  access: 'read',
  budget: 'request',
  rest: [
    { method: 'GET', path: '/email-templates/:id/versions/github/:sha' },
    { method: 'GET', path: '/email-templates/:id/versions/repo/:sha' },
  ],
  tool: null,
  input: z.object({ id: idInput('layout'), sha: shaInput }),
  output: repositoryVersion,
  refusals: ['conflict', 'unavailable'],
  find: requireLayout,
  async run(ctx, { sha }, { id }) {
    const { commit, state } = await layoutAt(ctx, id, sha);
    return { value: { ...commit, ...viewSnapshot(state) } };
  },
});

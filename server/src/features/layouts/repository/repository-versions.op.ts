import { z } from 'zod';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { idInput } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { type Context, operation } from '../../../kernel/operation.ts';
import { pageInput } from '../../../kernel/page.ts';
import type { CommitRead } from '../../../kernel/repository.ts';
import { hashOf } from '../content/hash-text.ts';
import {
  etagOfLayout,
  layoutChangedSince,
  requireLayout,
  requireWholeLayout,
} from '../content/layout-document.ts';
import type { LayoutState } from '../content/layout-state.schema.ts';
import { layout } from '../content/layouts.schema.ts';
import { viewLayout, viewSnapshot } from '../content/layouts.view.ts';
import { saveLayout } from '../saving/save-layout.ts';
import { withRepository } from './connection.ts';
import { applyRestoredState, isLayoutFile, layoutFrom } from './layout-files.rules.ts';
import { folderOfLayout, isShortSha, shortSha } from './repository.rules.ts';
import { COMMITS_PER_PAGE, commitPage, repositoryVersion, shaInput } from './repository.schema.ts';

/** More than a layout can have, so that one language too many is rejected by the rule for languages. */
const MAX_FILES = 64;
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * A layout at a commit that changed it, identified by its SHA or a prefix of it. Any other commit is not
 * found (contract: Repository 2).
 */
async function layoutAt(
  ctx: Pick<Context, 'db' | 'vault' | 'repositories' | 'sha256'>,
  layoutId: string,
  named: string,
): Promise<{ commit: CommitRead; state: LayoutState }> {
  const { commit, files } = await withRepository(ctx, async ({ connection, repository }) => {
    const folder = folderOfLayout(connection.folder, layoutId);
    const sha = isShortSha(named) ? await repository.findSha(folder, named) : named;
    const found = sha && (await repository.commitOf(folder, sha));
    if (!found) throw notFound();
    const limits = { wanted: isLayoutFile, maxFiles: MAX_FILES, maxBytes: MAX_BYTES };
    return { commit: found, files: await repository.filesAt(folder, found.sha, limits) };
  });
  if (files === 'too_many') throw new OperationError('invalid', message('more_files_than_languages'));
  const state = layoutFrom(files ?? [], hashOf(ctx));
  if (!state) throw notFound();
  return { commit, state };
}

export const listRepositoryVersions = operation({
  name: 'list_repository_versions',
  summary: 'List the commits of a layout in the connected repository, newest first.',
  description: 'Every save is a commit; commits made by people are listed too. 20 per page.',
  access: 'read',
  budget: 'request',
  rest: [
    { method: 'GET', path: '/email-templates/:id/versions/github' },
    { method: 'GET', path: '/email-templates/:id/versions/repo', id: 'list_repo_versions' },
  ],
  tool: null,
  input: z.object({ id: idInput('layout'), page: pageInput.page }),
  output: commitPage,
  errorKinds: ['conflict', 'unavailable'],
  find: requireLayout,
  async run(ctx, { page }, { id }) {
    const listed = await withRepository(ctx, ({ connection, repository }) =>
      repository.history(folderOfLayout(connection.folder, id), page),
    );
    return { value: { items: listed.items, page, limit: COMMITS_PER_PAGE, hasMore: listed.hasMore } };
  },
});

export const getRepositoryVersion = operation({
  name: 'get_repository_version',
  summary: 'Get a layout with all its translations at a commit.',
  description: 'If the files of the commit are not a valid layout, the error names the field.',
  access: 'read',
  budget: 'request',
  rest: [
    { method: 'GET', path: '/email-templates/:id/versions/github/:sha' },
    { method: 'GET', path: '/email-templates/:id/versions/repo/:sha', id: 'get_repo_version' },
  ],
  tool: null,
  input: z.object({ id: idInput('layout'), sha: shaInput }),
  output: repositoryVersion,
  errorKinds: ['conflict', 'unavailable'],
  find: requireLayout,
  async run(ctx, { sha }, { id }) {
    const { commit, state } = await layoutAt(ctx, id, sha);
    return { value: { ...commit, ...viewSnapshot(state) } };
  },
});

export const restoreRepositoryVersion = operation({
  name: 'restore_repository_version',
  summary: 'Restore a layout to its state at a commit.',
  description:
    'Works like a save: everything is validated, because a person may have written the commit, and a new version is recorded.',
  access: 'write',
  budget: 'request',
  rest: [
    { method: 'POST', path: '/email-templates/:id/versions/github/:sha/restore' },
    { method: 'POST', path: '/email-templates/:id/versions/repo/:sha/restore', id: 'restore_repo_version' },
  ],
  tool: null,
  input: z.object({ id: idInput('layout'), sha: shaInput }),
  output: z.object({ restored: z.string(), version: z.int(), layout }),
  revised: true,
  errorKinds: ['conflict', 'unavailable'],
  find: requireWholeLayout,
  // `If-Match` is checked when the layout is locked, after checking that the commit exists.
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row, version),
  async run(ctx, { sha }, found, auditRows) {
    const { state, commit } = await layoutAt(ctx, found.row.id, sha);
    const saved = await saveLayout(ctx, found, {
      auditRows,
      source: 'repository',
      summary: `Restored commit ${shortSha(commit.sha)}`,
      change: (current) => applyRestoredState(current, state),
      fieldsOf: (locale) => (locale === state.defaultLocale ? [] : ['translations', locale]),
    });
    return {
      value: { restored: commit.sha, version: saved.version, layout: viewLayout(saved) },
      etag: etagOfLayout(saved),
    };
  },
});

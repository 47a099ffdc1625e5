import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { layoutChangedSince } from '../content/layout-document.ts';
import { layout } from '../content/layouts.schema.ts';
import { viewLayout } from '../content/layouts.view.ts';
import { etagOfLayout, requireWholeLayout } from '../content/require-layout.ts';
import { saveLayout } from '../saving/save-layout.ts';
import { layoutAt } from './commit-in-repository.ts';
import { restoredOver } from './layout-files.rules.ts';
import { shortSha } from './repository.rules.ts';
import { shaInput } from './repository.schema.ts';

export const restoreRepositoryVersion = operation({
  name: 'restore_repository_version',
  summary: 'Put a layout back as it was at one commit.',
  description:
    'Works like saving: a person may have written the commit, so everything is checked, and it is recorded as a new version.',
  access: 'write',
  budget: 'request',
  rest: [
    { method: 'POST', path: '/email-templates/:id/versions/github/:sha/restore' },
    { method: 'POST', path: '/email-templates/:id/versions/repo/:sha/restore' },
  ],
  tool: null,
  input: z.object({ id: idInput('layout'), sha: shaInput }),
  output: z.object({ restored: z.string(), version: z.int(), layout }),
  revised: true,
  refusals: ['conflict', 'unavailable'],
  find: requireWholeLayout,
  // `If-Match` is looked at when the layout is locked: whether there is such a commit comes first.
  changedSince: (ctx, { row }, version) => layoutChangedSince(ctx, row, version),
  async run(ctx, { sha }, found, auditRows) {
    const { state, commit } = await layoutAt(ctx, found.row.id, sha);
    const saved = await saveLayout(ctx, found, {
      auditRows,
      source: 'repository',
      summary: `Restored commit ${shortSha(commit.sha)}`,
      change: (current) => restoredOver(current, state),
      fieldsOf: (locale) => (locale === state.defaultLocale ? [] : ['translations', locale]),
    });
    return {
      value: { restored: commit.sha, version: saved.version, layout: viewLayout(saved) },
      etag: etagOfLayout(saved),
    };
  },
});

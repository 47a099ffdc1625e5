import { z } from 'zod';
import { type ActorContext, appOperation, operation } from '../../../kernel/operation.ts';
import { creatingTool, readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { versionsOfLayout } from '../content/layout-document.ts';
import { layout } from '../content/layouts.schema.ts';
import { findWholeLayout } from '../content/layouts.store.ts';
import { viewLayout, viewSnapshot } from '../content/layouts.view.ts';
import { unpackSnapshot } from '../content/version-snapshot.ts';
import { keptVersion, version, versionSummary } from '../content/versions.schema.ts';
import { saveLayout } from '../saving/save-layout.ts';

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
    annotations: readOnlyTool,
  },
  ...versionsOfLayout.list(versionSummary, 'summary and name of the author'),
});

export const listKeptVersions = appOperation({
  name: 'list_kept_versions',
  summary: 'List the versions of a layout that are kept beyond the newest 25 or have a name, newest first.',
  app: [{ method: 'GET', path: '/email-templates/:id/kept-versions', role: 'viewer' }],
  ...versionsOfLayout.listKept(keptVersion),
});

export const nameVersion = appOperation({
  name: 'name_version',
  summary: 'Name a version of a layout, so that it is kept.',
  app: [{ method: 'PUT', path: '/email-templates/:id/versions/:version/label', role: 'editor' }],
  ...versionsOfLayout.nameVersion,
});

export const getVersion = operation({
  name: 'get_version',
  summary: 'Get one version of a layout: the layout and all its translations.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/versions/:version' }],
  tool: {
    name: 'get_version',
    title: 'Get a version of a layout',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  ...versionsOfLayout.get(version, async ({ snapshot }) => viewSnapshot(await unpackSnapshot(snapshot))),
});

export const diffVersions = operation({
  name: 'diff_versions',
  summary: 'Compare two versions of a layout.',
  description: 'Lists of different lengths are shown as a whole.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/versions/:a/diff/:b' }],
  tool: {
    name: 'diff_versions',
    title: 'Compare two versions of a layout',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  ...versionsOfLayout.compareTwo,
});

export const restoreVersion = operation({
  name: 'restore_version',
  summary: 'Restore a version of a layout.',
  description:
    'The layout and its translations become exactly those of the version, and a new version is recorded. Deleted files that the version uses are restored; the call fails if one no longer exists.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates/:id/versions/:version/restore' }],
  tool: {
    name: 'restore_version',
    title: 'Restore a version of a layout',
    toolset: 'layouts',
    annotations: creatingTool,
  },
  revised: true,
  ...versionsOfLayout.restore({
    output: z.object({ restored: z.int(), version: z.int(), layout }),
    find: findWholeLayout,
    keyOf: ({ row: { id, version: revision } }) => ({ id, revision }),
    async save(ctx: ActorContext, found, value, note) {
      const saved = await saveLayout({ ...ctx, restoresFiles: true }, found, {
        ...note,
        change: () => value,
        fieldsOf: (locale) => (locale === value.defaultLocale ? [] : ['translations', locale]),
      });
      return { revision: saved.version, shown: { layout: viewLayout(saved) } };
    },
  }),
});

import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { creating } from '../../../kernel/tool-annotations.ts';
import { layout } from '../content/layouts.schema.ts';
import { viewLayout } from '../content/layouts.view.ts';
import { etagOfLayout, requireWholeLayout } from '../content/require-layout.ts';
import { unpackSnapshot } from '../content/version-snapshot.ts';
import { saveLayout } from '../saving/save-layout.ts';
import { layoutChangedSince } from './changed-since.ts';
import { versionOf } from './require-version.ts';
import { versionInput } from './versions.schema.ts';

export const restoreVersion = operation({
  name: 'restore_version',
  summary: 'Put a version of a layout back.',
  description:
    'Layout and translations become exactly those of the version, which is recorded as a new one. Refused if a file that it uses is gone.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates/:id/versions/:version/restore' }],
  tool: {
    name: 'restore_version',
    title: 'Put a version of a layout back',
    toolset: 'layouts',
    annotations: creating,
  },
  input: z.object({ id: idInput('layout'), version: versionInput }),
  output: z.object({ restored: z.int(), version: z.int(), layout }),
  revised: true,
  async find(ctx, path) {
    const found = await requireWholeLayout(ctx, path);
    return { found, row: await versionOf(ctx, found.row.id, path['version']) };
  },
  etagOf: ({ found }) => etagOfLayout(found.row),
  changedSince: (ctx, { found }, version) => layoutChangedSince(ctx, found.row.id, version),
  async run(ctx, _input, { found, row }, auditRows) {
    const restored = await unpackSnapshot(row.snapshot);
    const saved = await saveLayout(ctx, found, {
      auditRows,
      source: 'restore',
      summary: `Restored version ${row.version}`,
      change: () => restored,
      fieldsOf: (locale) => (locale === restored.defaultLocale ? [] : ['translations', locale]),
    });
    return {
      value: { restored: row.version, version: saved.version, layout: viewLayout(saved) },
      etag: etagOfLayout(saved),
    };
  },
});

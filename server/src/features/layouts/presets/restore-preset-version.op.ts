import { z } from 'zod';
import { etagOf } from '../../../kernel/etag.ts';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { othersFirst } from '../../../kernel/others-first.ts';
import { hashOf } from '../translations/require-translation.ts';
import { presetVersionInput } from './preset-versions.schema.ts';
import { preset } from './presets.schema.ts';
import { viewPreset } from './presets.view.ts';
import { presetChangedSince, requirePresetVersion } from './require-preset-version.ts';
import { savePreset } from './save-preset.ts';

export const restorePresetVersion = appOperation({
  name: 'restore_preset_version',
  summary: 'Put a version of a preset back; the next mail of every layout that uses it has it.',
  description: 'It is recorded as a new version. Refused if a file that it uses is gone.',
  app: [{ method: 'POST', path: '/presets/:id/versions/:version/restore', role: 'editor' }],
  input: z.object({ id: idInput('preset'), version: presetVersionInput }),
  output: z.object({ restored: z.int(), version: z.int(), preset }),
  refusals: ['not_found', 'stale'],
  find: requirePresetVersion,
  etagOf: ({ preset: found }) => etagOf(found),
  changedSince: (ctx, { preset: found }, revision) => presetChangedSince(ctx, found, revision),
  async run(
    ctx,
    _input,
    { preset: found, version: { version, name, blocks, defaultLocale, languages } },
    auditRows,
  ) {
    const saved = await savePreset(ctx, found, {
      ...{ source: 'restore', summary: `Restored version ${version}`, auditRows },
      change: () => ({ name, blocks, defaultLocale, languages }),
    });
    return {
      value: {
        restored: version,
        version: saved.revision,
        preset: await viewPreset(saved, hashOf(ctx), othersFirst),
      },
      etag: etagOf(saved),
    };
  },
});

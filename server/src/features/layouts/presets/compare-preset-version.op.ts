import { z } from 'zod';
import { fieldName } from '../../../kernel/fields.ts';
import { idInput } from '../../../kernel/id.ts';
import { jsonValue } from '../../../kernel/json.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { presetDifferences } from './preset-content.rules.ts';
import { presetVersionInput } from './preset-versions.schema.ts';
import { requirePresetVersion } from './require-preset-version.ts';

export const comparePresetVersion = appOperation({
  name: 'compare_preset_version',
  summary: 'Show what differs between a version of a preset and the preset as it is.',
  description: 'Lists of different lengths are shown as a whole.',
  app: [{ method: 'GET', path: '/presets/:id/versions/:version/changes', role: 'viewer' }],
  input: z.object({ id: idInput('preset'), version: presetVersionInput }),
  output: z.object({
    changes: z.array(
      z.object({
        path: z.string(),
        before: jsonValue.describe('`null` where there was nothing.'),
        after: jsonValue,
      }),
    ),
  }),
  find: requirePresetVersion,
  async run(_ctx, _input, { preset, version }) {
    const changes = presetDifferences(version, preset);
    return { value: { changes: changes.map((each) => ({ ...each, path: fieldName(each.path) })) } };
  },
});

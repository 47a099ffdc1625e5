import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { presetVersion, presetVersionInput } from './preset-versions.schema.ts';
import { viewVersion } from './presets.view.ts';
import { requirePresetVersion } from './require-preset-version.ts';

export const getPresetVersion = appOperation({
  name: 'get_preset_version',
  summary: 'Get one version of a preset with its blocks.',
  app: [{ method: 'GET', path: '/presets/:id/versions/:version', role: 'viewer' }],
  input: z.object({ id: idInput('preset'), version: presetVersionInput }),
  output: presetVersion,
  find: requirePresetVersion,
  run: async (_ctx, _input, { version }) => ({ value: viewVersion(version) }),
});

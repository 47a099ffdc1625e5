import { z } from 'zod';
import { etagOf } from '../../../kernel/etag.ts';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { preset } from './presets.schema.ts';
import { requirePreset } from './require-preset.ts';

export const getPreset = appOperation({
  name: 'get_preset',
  summary: 'Get a header or footer with its blocks.',
  app: [{ method: 'GET', path: '/presets/:id', role: 'viewer' }],
  input: z.object({ id: idInput('preset') }),
  output: preset,
  find: requirePreset,
  run: async (_ctx, _input, found) => ({ value: found, etag: etagOf(found) }),
});

import { z } from 'zod';
import { etagOf } from '../../../kernel/etag.ts';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { hashOf } from '../content/hash-text.ts';
import { requirePreset } from './preset-document.ts';
import { preset } from './presets.schema.ts';
import { viewPreset } from './presets.view.ts';

export const getPreset = appOperation({
  name: 'get_preset',
  summary: 'Get a header, footer or part with its blocks.',
  app: [{ method: 'GET', path: '/presets/:id', role: 'viewer' }],
  input: z.object({ id: idInput('preset') }),
  output: preset,
  find: requirePreset,
  run: async (ctx, _input, found) => ({
    value: await viewPreset(found, hashOf(ctx), yieldToEventLoop),
    etag: etagOf(found),
  }),
});

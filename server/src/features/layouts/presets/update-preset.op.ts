import { etagOf } from '../../../kernel/etag.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { wellFormedBlocks } from './preset-blocks.rules.ts';
import { preset, updatePresetInput } from './presets.schema.ts';
import { requirePreset } from './require-preset.ts';
import { presetChangedSince } from './require-preset-version.ts';
import { savePreset } from './save-preset.ts';

export const updatePreset = appOperation({
  name: 'update_preset',
  summary: 'Change a header or footer; the next mail of every layout that uses it has it.',
  app: [
    { method: 'PUT', path: '/presets/:id', role: 'editor' },
    { method: 'PATCH', path: '/presets/:id', role: 'editor' },
  ],
  input: updatePresetInput,
  output: preset,
  refusals: ['not_found', 'stale'],
  find: requirePreset,
  etagOf,
  changedSince: presetChangedSince,
  async run(ctx, { name, blocks: sent }, found, auditRows) {
    const blocks = sent && wellFormedBlocks(sent);
    const saved = await savePreset(ctx, found, {
      auditRows,
      change: (content) => ({ name: name ?? content.name, blocks: blocks ?? content.blocks }),
    });
    return { value: saved, etag: etagOf(saved) };
  },
});

import { notFound } from '../../../kernel/error.ts';
import { etagOf, requireMatch } from '../../../kernel/etag.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { requireCompiles, requireUsersCompile, saveFileReferences } from './check-preset.ts';
import { wellFormedBlocks } from './preset-blocks.rules.ts';
import { preset, updatePresetInput } from './presets.schema.ts';
import { changePreset, lockPreset } from './presets.store.ts';
import { requirePreset } from './require-preset.ts';

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
  async run(ctx, { name, blocks: sent }, { id }, auditRows) {
    const { storeId } = ctx;
    const blocks = sent && wellFormedBlocks(sent);
    if (blocks) {
      await requireCompiles(ctx, blocks);
      await requireUsersCompile(ctx, id, blocks);
    }
    await ctx.db.transaction(async (tx) => {
      const current = await lockPreset(tx, id);
      if (!current) throw notFound();
      // Checked again under the lock: another writer may have been faster.
      requireMatch(ctx.ifMatch, etagOf(current));
      await changePreset(tx, id, { name, blocks });
      if (blocks) await saveFileReferences(tx, { storeId, id }, blocks);
      await tx.batch(auditRows?.() ?? []);
    });
    const changed = await requirePreset(ctx, { id });
    return { value: changed, etag: etagOf(changed) };
  },
});

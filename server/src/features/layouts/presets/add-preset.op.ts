import { z } from 'zod';
import { id } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { OWN_LANGUAGE } from '../content/preset-language.rules.ts';
import { requireCompiles, saveFileReferences } from './check-preset.ts';
import { blocksOf } from './preset-blocks.rules.ts';
import { versionRows } from './preset-versions.store.ts';
import { addPresetInput, MAX_PRESET_BYTES } from './presets.schema.ts';
import { insertPreset } from './presets.store.ts';

export const addPreset = operatorOperation({
  name: 'add_preset',
  summary: 'Add a header, footer or part that layouts share, from a file of blocks.',
  command: {
    words: ['preset', 'add'],
    store: 'flag',
    rest: { member: 'file', shown: 'FILE.json', as: 'file', maxBytes: MAX_PRESET_BYTES },
  },
  app: [{ method: 'POST', path: '/presets', role: 'editor' }],
  input: addPresetInput,
  output: z.object({ id }),
  async run(ctx, { kind, name, file }, _found, auditRows) {
    const { storeId, actor } = ctx;
    const blocks = blocksOf(file.bytes);
    const own = { locale: OWN_LANGUAGE, blocks, path: [] };
    await requireCompiles(ctx, own);
    const id = ctx.newId();
    await ctx.db.transaction(async (tx) => {
      await insertPreset(tx, { storeId, id, kind, name, blocks });
      await saveFileReferences(tx, { storeId, id }, [own]);
      const author = { type: actor.type, name: actor.name };
      const version = versionRows(id, { source: ctx.via, author, summary: 'Created' });
      await tx.batch([...version, ...(auditRows?.({ id }) ?? [])]);
    });
    return { value: { id } };
  },
});

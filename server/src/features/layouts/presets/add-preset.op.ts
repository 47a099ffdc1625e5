import { z } from 'zod';
import { id } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { writeVersion } from '../../documents/save-document.ts';
import { lockExistingFiles } from '../../library/references/references.store.ts';
import { fileKeysOfPreset, fileRows, requireCompiles } from './check-preset.ts';
import { blocksOf } from './preset-blocks.rules.ts';
import { everyLanguage } from './preset-content.rules.ts';
import { addPresetInput, MAX_PRESET_BYTES } from './presets.schema.ts';
import { newPresetRow, presetVersions } from './presets.store.ts';

export const addPreset = operatorOperation({
  name: 'add_preset',
  summary: 'Add a shared header, footer or part from a file of blocks.',
  command: {
    words: ['preset', 'add'],
    store: 'flag',
    rest: { member: 'file', shown: 'FILE.json', as: 'file', maxBytes: MAX_PRESET_BYTES },
  },
  app: [{ method: 'POST', path: '/presets', role: 'editor' }],
  input: addPresetInput,
  output: z.object({ id }),
  async run(ctx, { kind, name, file }, _found, auditRows) {
    const { storeId } = ctx;
    const blocks = blocksOf(file.bytes);
    const languages = everyLanguage({ blocks, defaultLocale: null, languages: {} });
    for (const language of languages) await requireCompiles(ctx, language);
    const id = ctx.newId();
    await ctx.db.transaction(async (tx) => {
      const files = await lockExistingFiles(tx, fileKeysOfPreset(languages));
      const rows = [
        newPresetRow({ storeId, id, kind, name, blocks }),
        ...fileRows({ storeId, id }, languages, [...files]),
      ];
      const write = { rows, summary: 'Created', read: () => undefined };
      await writeVersion(ctx, tx, presetVersions, id, write, { auditRows });
    });
    return { value: { id } };
  },
});

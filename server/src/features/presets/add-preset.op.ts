import { z } from 'zod';
import { invalid } from '../../kernel/fields.ts';
import { id } from '../../kernel/id.ts';
import type { Json } from '../../kernel/json.ts';
import { type OperatorContext, operatorOperation } from '../../kernel/operation.ts';
import { referencesOf } from '../design/references.rules.ts';
import { fileKeysIn, publicFileUrl } from '../files/file-keys.rules.ts';
import { existingFiles, replaceFileReferences } from '../files/index.ts';
import { blocksOf } from './preset-blocks.rules.ts';
import { addPresetInput, MAX_PRESET_BYTES } from './presets.schema.ts';
import { insertPreset } from './presets.store.ts';

/** Compiles them as the whole of a mail, as they will be the part of one: what is wrong shows now. */
async function demandCompiles(ctx: OperatorContext, blocks: Json[], known: ReadonlySet<string>) {
  const { storeId, baseUrl } = ctx;
  const outcome = await ctx.designs.compile(storeId, {
    ...{ design: { blocks }, path: [], locale: 'en', previewText: '' },
    files: Object.fromEntries([...known].map((key) => [key, publicFileUrl(baseUrl, storeId, key)])),
    ...{ presets: {}, logoUrl: null, assetsUrl: baseUrl },
  });
  if ('problems' in outcome) throw invalid(outcome.problems);
}

function demandKnown(blocks: Json[], known: ReadonlySet<string>) {
  const unknown = referencesOf({ blocks }).files.filter(({ id: key }) => !known.has(key));
  if (unknown.length > 0) throw invalid(unknown.map(({ path }) => ({ path, reason: 'unknown file' })));
}

export const addPreset = operatorOperation({
  name: 'add_preset',
  summary: 'Add a header or footer that layouts share, from a file of blocks.',
  command: {
    words: ['preset', 'add'],
    store: 'flag',
    rest: { member: 'file', shown: 'FILE.json', as: 'file', maxBytes: MAX_PRESET_BYTES },
  },
  app: [{ method: 'POST', path: '/presets', role: 'editor' }],
  input: addPresetInput,
  output: z.object({ id }),
  async run(ctx, { kind, name, file }) {
    const { storeId } = ctx;
    const blocks = blocksOf(file.bytes);
    const keys = fileKeysIn(JSON.stringify(blocks));
    await demandCompiles(ctx, blocks, await existingFiles(ctx.db, keys));
    const presetId = ctx.newId();
    await ctx.db.transaction(async (tx) => {
      // Again, and locked: one may have been deleted since.
      const known = await existingFiles(tx, keys);
      demandKnown(blocks, known);
      await insertPreset(tx, { storeId, id: presetId, kind, name, blocks });
      await replaceFileReferences(tx, storeId, { layoutId: null, presetId }, [...known]);
    });
    return { value: { id: presetId } };
  },
});

import { OperationError } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { PersonContext } from '../../../kernel/operation.ts';
import { saveDocument, type WriteOptions } from '../../documents/save-document.ts';
import {
  type FileRestoring,
  fileLocks,
  restoredFileRows,
} from '../../library/references/references.store.ts';
import { fileKeysOfPreset, fileRows, requireCompiles, requireUsersCompile } from './check-preset.ts';
import {
  changedLanguages,
  everyLanguage,
  type PresetContent,
  type PresetRow,
  presetSummary,
} from './preset-content.rules.ts';
import type { PresetVersionSummary } from './presets.schema.ts';
import { changePreset, findPreset, presetLock, presetQuery, presetVersions } from './presets.store.ts';

/** A change to a preset. `change` may be called more than once, and throws to reject the write. */
interface PresetWrite extends WriteOptions<PresetVersionSummary['source']> {
  change(content: PresetContent): PresetContent | Promise<PresetContent>;
}

type SavingContext = PersonContext & FileRestoring;

/** Compiling may take a second, so it is done before anything is locked. */
async function check(ctx: SavingContext, before: PresetRow, after: PresetContent): Promise<void> {
  const changed = changedLanguages(before, after);
  for (const language of changed) await requireCompiles(ctx, language);
  await requireUsersCompile(ctx, before, after, new Set(changed.map(({ locale }) => locale)));
}

/** Every change to an existing preset goes through here and creates a version. */
export function savePreset(
  ctx: SavingContext,
  found: PresetRow,
  { change, ...note }: PresetWrite,
): Promise<PresetRow> {
  const { id } = found;
  return saveDocument(ctx, presetVersions, { id, found }, note, {
    find: () => findPreset(ctx.db, id),
    revisionOf: ({ revision }) => revision,
    async plan(before) {
      const after = await change(before);
      await check(ctx, before, after);
      return { before, after, languages: everyLanguage(after) };
    },
    async lock(tx, { languages }) {
      const [[row], ...files] = await tx.batch<[{ revision: number }, ...{ key: string }[]]>([
        presetLock(id),
        ...fileLocks(fileKeysOfPreset(languages), ctx),
      ]);
      return row ? { ...row, files: [...new Set(files.flat().map(({ key }) => key))] } : null;
    },
    write({ before, after, languages }, { files }, summary = presetSummary(before, after)) {
      const saved = presetQuery(id);
      return {
        rows: [
          changePreset(id, after),
          ...restoredFileRows(files, ctx),
          ...fileRows({ storeId: ctx.storeId, id }, languages, files),
        ],
        ...{ summary, closing: [saved] },
        read: (rowsOf) => rowsOf(saved)[0] as PresetRow,
      };
    },
    lost: () => new OperationError('unavailable', message('preset_keeps_changing')),
    // Each plan compiles every changed language, and the layouts that use them.
    maxRounds: 20,
  });
}

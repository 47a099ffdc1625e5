import { type FieldProblem, invalid } from '../../../kernel/fields.ts';
import type { Json } from '../../../kernel/json.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { fileKeysIn } from '../../library/files/file-keys.rules.ts';
import { existingFiles, replaceFileReferences } from '../../library/references/file-references.store.ts';
import {
  existingPresets,
  replacePresetReferences,
} from '../../library/references/preset-references.store.ts';
import { type Reference, referencesOf } from '../../library/references/references.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';

interface Written {
  /** Those that the write has changed. */
  languages: readonly string[];
  fieldsOf(locale: string): readonly PropertyKey[];
}

const under = (field: string, references: Reference[]) =>
  references.map(({ path, id }) => ({ path: [field, ...path], id }));

function referencesIn({ bodyDesign, attachments }: LanguageContent) {
  const ofDesign = referencesOf(bodyDesign as Json);
  return {
    files: [
      ...under('bodyDesign', ofDesign.files),
      ...under('attachments', referencesOf(attachments as Json).files),
    ],
    presets: under('bodyDesign', ofDesign.presets),
  };
}

/**
 * Says in the database what the layout uses, in any language. What it uses is locked first: whoever deletes it comes
 * either before, and then it is unknown here, or after, and then it is in use.
 */
export async function saveReferences(
  { storeId }: Context,
  tx: Queries,
  layoutId: string,
  { languages }: LayoutState,
  written: Written,
): Promise<void> {
  const presetIds = Object.values(languages).flatMap((each) =>
    referencesIn(each).presets.map(({ id }) => id),
  );
  const presets = await existingPresets(tx, [...new Set(presetIds)]);
  const files = await existingFiles(tx, fileKeysIn(JSON.stringify(languages)));
  const problems = written.languages.flatMap((locale): FieldProblem[] => {
    const wanted = referencesIn(languages[locale] as LanguageContent);
    const at = ({ path }: Reference) => [...written.fieldsOf(locale), ...path];
    return [
      ...wanted.presets
        .filter(({ id }) => !presets.has(id))
        .map((each) => ({ path: at(each), reason: 'unknown preset' })),
      ...wanted.files
        .filter(({ id }) => !files.has(id))
        .map((each) => ({ path: at(each), reason: 'unknown file' })),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
  await replaceFileReferences(tx, storeId, { layoutId, presetId: null }, [...files]);
  await replacePresetReferences(tx, storeId, layoutId, [...presets]);
}

import { type FieldProblem, invalid } from '../../../kernel/fields.ts';
import type { Json } from '../../../kernel/json.ts';
import { fileKeysIn } from '../../library/files/file-keys.rules.ts';
import { fileLock, fileReferenceRows } from '../../library/references/file-references.store.ts';
import { presetLock, presetReferenceRows } from '../../library/references/preset-references.store.ts';
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

/** Everything that the languages use, as far as it can be told: some of it may not exist. */
export interface Used {
  presets: readonly string[];
  files: readonly string[];
}

export function usedBy({ languages }: LayoutState): Used {
  const presets = Object.values(languages).flatMap((each) => referencesIn(each).presets.map(({ id }) => id));
  return { presets: [...new Set(presets)], files: fileKeysIn(JSON.stringify(languages)) };
}

/**
 * What is used is locked before it is referred to: whoever deletes it comes either before, and then it is unknown here,
 * or after, and then it is in use.
 */
export const locksOf = ({ presets, files }: Used) => [presetLock(presets), fileLock(files)] as const;

export const lockedOf = (presets: { id: string }[], files: { key: string }[]): Used => ({
  presets: presets.map(({ id }) => id),
  files: files.map(({ key }) => key),
});

/** Refuses what the write names and the store does not have. */
export function demandKnown({ languages }: LayoutState, known: Used, written: Written): void {
  const problems = written.languages.flatMap((locale): FieldProblem[] => {
    const wanted = referencesIn(languages[locale] as LanguageContent);
    const at = ({ path }: Reference) => [...written.fieldsOf(locale), ...path];
    return [
      ...wanted.presets
        .filter(({ id }) => !known.presets.includes(id))
        .map((each) => ({ path: at(each), reason: 'unknown preset' })),
      ...wanted.files
        .filter(({ id }) => !known.files.includes(id))
        .map((each) => ({ path: at(each), reason: 'unknown file' })),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
}

/** Says in the database what the layout uses, in any language. */
export const referenceRows = (storeId: string, layoutId: string, { presets, files }: Used) => [
  ...fileReferenceRows(storeId, { layoutId, presetId: null }, files),
  ...presetReferenceRows(storeId, layoutId, presets),
];

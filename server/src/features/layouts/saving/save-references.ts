import { type FieldProblem, invalid } from '../../../kernel/fields.ts';
import type { Json } from '../../../kernel/json.ts';
import { fileKeysIn } from '../../library/files/file-keys.rules.ts';
import { fileLock, fileReferenceRows } from '../../library/references/file-references.store.ts';
import {
  type PresetRow,
  presetLock,
  presetReferenceRows,
} from '../../library/references/preset-references.store.ts';
import { type Reference, referencesOf } from '../../library/references/references.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';

interface Written {
  /** Languages that the write changed. */
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

/** Presets and files that the languages use, as far as can be told; some may not exist. */
export interface Used {
  presets: readonly string[];
  files: readonly string[];
}

export function usedBy({ languages }: LayoutState): Used {
  const presets = Object.values(languages).flatMap((each) => referencesIn(each).presets.map(({ id }) => id));
  return { presets: [...new Set(presets)], files: fileKeysIn(JSON.stringify(languages)) };
}

/**
 * Presets and files are locked before they are referenced: a delete comes either before, and then they are
 * unknown here, or after, and then they are in use.
 */
export const locksOf = ({ presets, files }: Used) => [presetLock(presets), fileLock(files)] as const;

/** Those that exist. */
export interface Known extends Used {
  kindOf: ReadonlyMap<string, PresetRow['kind']>;
}

export const lockedOf = (presets: PresetRow[], files: { key: string }[]): Known => ({
  presets: presets.map(({ id }) => id),
  files: files.map(({ key }) => key),
  kindOf: new Map(presets.map(({ id, kind }) => [id, kind])),
});

type Kind = PresetRow['kind'];

/** By what it is, and what it had to be. */
const otherKind: Readonly<Record<Kind, Readonly<Record<Kind, string>>>> = {
  header: { header: '', footer: 'is a header, not a footer', part: 'is a header, not a part' },
  footer: { header: 'is a footer, not a header', footer: '', part: 'is a footer, not a part' },
  part: { header: 'is a part, not a header', footer: 'is a part, not a footer', part: '' },
};

/** `bodyDesign.header.preset` has to be a header; a preset anywhere else is of a block. */
function kindAt([, side, member]: Reference['path']): Kind {
  return (side === 'header' || side === 'footer') && member === 'preset' ? side : 'part';
}

/** What is wrong with a preset at its place. */
function presetProblem({ kindOf }: Known, { path, id }: Reference): string | null {
  const kind = kindOf.get(id);
  return kind === undefined ? 'unknown preset' : otherKind[kind][kindAt(path)] || null;
}

/** Refuses presets and files that do not exist in the store, and one of another kind. */
export function requireKnown({ languages }: LayoutState, known: Known, written: Written): void {
  const problems = written.languages.flatMap((locale): FieldProblem[] => {
    const wanted = referencesIn(languages[locale] as LanguageContent);
    const at = ({ path }: Reference) => [...written.fieldsOf(locale), ...path];
    return [
      ...wanted.presets.flatMap((each) => {
        const reason = presetProblem(known, each);
        return reason === null ? [] : [{ path: at(each), reason }];
      }),
      ...wanted.files
        .filter(({ id }) => !known.files.includes(id))
        .map((each) => ({ path: at(each), reason: 'unknown file' })),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
}

/** Records what the layout uses, in any language. */
export const referenceRows = (storeId: string, layoutId: string, { presets, files }: Used) => [
  ...fileReferenceRows(storeId, { layoutId, presetId: null }, files),
  ...presetReferenceRows(storeId, layoutId, presets),
];

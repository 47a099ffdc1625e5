import { type FieldProblem, invalid, type PropertyPath } from '../../../kernel/fields.ts';
import type { Json } from '../../../kernel/json.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import type { BoundStatement } from '../../../kernel/ports.ts';
import { fileKeysIn } from '../../library/files/file-keys.rules.ts';
import { type Reference, referencesOf } from '../../library/references/references.rules.ts';
import {
  type FileRestoring,
  fileLocks,
  fileReferenceRows,
  type PresetKindRow,
  presetLock,
  presetReferenceRows,
  restoredFileRows,
} from '../../library/references/references.store.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';

interface LanguageWrite {
  /** Languages that the write changed. */
  languages: readonly string[];
  fieldsOf(locale: string): PropertyPath;
}

const withField = (field: string, references: Reference[]) =>
  references.map(({ path, id }) => ({ path: [field, ...path], id }));

function referencesIn({ bodyDesign, attachments }: LanguageContent) {
  const ofDesign = referencesOf(bodyDesign as Json);
  return {
    files: [
      ...withField('bodyDesign', ofDesign.files),
      ...withField('attachments', referencesOf(attachments as Json).files),
    ],
    presets: withField('bodyDesign', ofDesign.presets),
  };
}

/** Presets and files that the languages appear to use; some might not exist. */
export interface UsedReferences {
  presets: readonly string[];
  files: readonly string[];
}

export function usedReferencesOf({ languages }: LayoutState): UsedReferences {
  const presets = Object.values(languages).flatMap((each) => referencesIn(each).presets.map(({ id }) => id));
  return { presets: [...new Set(presets)], files: fileKeysIn(JSON.stringify(languages)) };
}

/**
 * Presets and files are locked before they are referenced. A concurrent delete either comes first, and they
 * are unknown here, or comes later, and they are in use.
 */
export const referenceLocks = (
  { presets, files }: UsedReferences,
  restoring: FileRestoring = {},
): [BoundStatement<PresetKindRow>, ...BoundStatement<{ key: string }>[]] => [
  presetLock(presets),
  ...fileLocks(files, restoring),
];

/** The rows that these statements return. */
export type LockRows = [PresetKindRow, ...{ key: string }[]];

/** Used references that exist. */
export interface ExistingReferences extends UsedReferences {
  kindOf: ReadonlyMap<string, PresetKindRow['kind']>;
}

export const toExistingReferences = (
  presets: PresetKindRow[],
  files: { key: string }[][],
): ExistingReferences => ({
  presets: presets.map(({ id }) => id),
  files: [...new Set(files.flat().map(({ key }) => key))],
  kindOf: new Map(presets.map(({ id, kind }) => [id, kind])),
});

type PresetRowKind = PresetKindRow['kind'];

/** The message when a shared section of one kind is used as another; `null` where the kinds match. */
const otherKind: Readonly<Record<PresetRowKind, Readonly<Record<PresetRowKind, Message | null>>>> = {
  header: { header: null, footer: message('is_header_not_footer'), part: message('is_header_not_part') },
  footer: { header: message('is_footer_not_header'), footer: null, part: message('is_footer_not_part') },
  part: { header: message('is_part_not_header'), footer: message('is_part_not_footer'), part: null },
};

/** `bodyDesign.header.preset` must be a header; a preset anywhere else belongs to a block. */
function kindAt([, side, member]: Reference['path']): PresetRowKind {
  return (side === 'header' || side === 'footer') && member === 'preset' ? side : 'part';
}

/** The problem of a preset reference at its location. */
function presetProblem({ kindOf }: ExistingReferences, { path, id }: Reference): Message | null {
  const kind = kindOf.get(id);
  return kind === undefined ? message('unknown_preset') : otherKind[kind][kindAt(path)];
}

/**
 * Rejects presets and files that do not exist in the store, and presets of another kind
 * (contract: Layouts 5).
 */
export function requireKnown(
  { languages }: LayoutState,
  known: ExistingReferences,
  written: LanguageWrite,
): void {
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
        .map((each) => ({ path: at(each), reason: message('unknown_file') })),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
}

/** Records what the layout uses in any language; `ctx` determines whether deleted files are restored. */
export const referenceRows = (
  ctx: FileRestoring & { storeId: string },
  layoutId: string,
  { presets, files }: UsedReferences,
) => [
  ...restoredFileRows(files, ctx),
  ...fileReferenceRows(ctx.storeId, { layoutId, presetId: null }, files),
  ...presetReferenceRows(ctx.storeId, layoutId, presets),
];

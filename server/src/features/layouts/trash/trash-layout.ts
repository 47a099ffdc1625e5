import { z } from 'zod';
import type { AuditRows } from '../../../kernel/audit.ts';
import { notFound } from '../../../kernel/error.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { versioned } from '../../../kernel/versioned.ts';
import type { LostReference } from '../../documents/trash.schema.ts';
import type { TrashRow } from '../../documents/trash.store.ts';
import { RESTORED_SUMMARY, restoreFromTrash } from '../../documents/trash-document.ts';
import type { LanguageContent } from '../content/layout-state.schema.ts';
import { layoutVersions } from '../content/layout-versions.store.ts';
import { incompleteLanguages, languageRow, layoutTotal, newLayoutRow } from '../content/layouts.store.ts';
import { packSnapshot, unpackSnapshot } from '../content/version-snapshot.ts';
import { repositoryPushOf, submitPush } from '../saving/announce-save.ts';
import { enqueueCommit } from '../saving/enqueue-commit.store.ts';
import { incompleteLocales } from '../saving/incomplete-languages.ts';
import { versionColumnsOf } from '../saving/save-layout.ts';
import {
  type LockRows,
  referenceLocks,
  referenceRows,
  toExistingReferences,
  usedReferencesOf,
} from '../saving/save-references.ts';
import { removeLostReferences } from './lost-references.rules.ts';
import { type LayoutTimes, lockLayoutTimestamps, restoreLayoutTimes } from './trashed-layouts.store.ts';

/** The trash record of a layout, besides its versions, the newest of which is the layout itself. */
export const trashedLayouts = versioned<LayoutTimes>(
  'layout in the trash',
  z.object({
    createdAt: z.string(),
    languages: z.record(z.string(), z.tuple([z.string(), z.string()])),
  }),
);

/** Creates the trash record of a layout, and locks the layout. */
export async function trashedLayout(tx: Queries, id: string) {
  const found = await lockLayoutTimestamps(tx, id);
  if (!found) return null;
  const { name, ...times } = found;
  return { name, content: trashedLayouts.write(times), sealed: null };
}

const restoring = { restoresFiles: true };

/**
 * The texts were checked when they were saved. Files and presets are looked up and locked now. Deleted files
 * that the trash has kept are restored too (contract: Trash 3).
 */
export async function restoreLayoutFromTrash(
  ctx: ActorContext,
  { id, content }: TrashRow,
  auditRows: AuditRows | undefined,
): Promise<LostReference[]> {
  const { storeId, actor } = ctx;
  const newest = await layoutVersions.newestInTrash(ctx.db, id);
  if (!newest) throw notFound();
  const times = trashedLayouts.read(content);
  const before = await unpackSnapshot(newest.kept.snapshot);
  const { push, lost } = await restoreFromTrash(ctx, layoutVersions, { id }, auditRows, async (tx) => {
    const [presets, ...files] = await tx.batch<LockRows>(referenceLocks(usedReferencesOf(before), restoring));
    const known = toExistingReferences(presets, files);
    const { state, lost, changed } = removeLostReferences(before, known);
    const unchanged = Object.entries(times.languages).filter(([locale]) => !changed.has(locale));
    const snapshot = await packSnapshot(state);
    const change = { layoutId: id, snapshot, authorName: actor.name, summary: RESTORED_SUMMARY };
    const note = enqueueCommit(storeId, change);
    return {
      rows: [
        newLayoutRow(storeId, id, state),
        ...Object.entries(state.languages).map(([locale, each]: [string, LanguageContent]) =>
          languageRow(storeId, id, locale, each, true),
        ),
        incompleteLanguages(id, await incompleteLocales(ctx, state)),
        ...restoreLayoutTimes(id, newest.version + 1, { ...times, languages: Object.fromEntries(unchanged) }),
        ...referenceRows({ storeId, ...restoring }, id, known),
      ],
      given: versionColumnsOf(state, snapshot),
      closing: [layoutTotal(storeId, state.category, 1), note],
      read: (rowsOf) => ({ lost, push: repositoryPushOf(storeId, rowsOf(note)[0]) }),
    };
  });
  submitPush(ctx, push);
  return lost;
}

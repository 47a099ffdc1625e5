import { z } from 'zod';
import type { AuditRows } from '../../../kernel/audit.ts';
import { notFound } from '../../../kernel/error.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { BatchedQueries } from '../../../kernel/ports.ts';
import { versioned } from '../../../kernel/versioned.ts';
import type { PresetRow } from '../../library/references/preset-references.store.ts';
import type { LostReference } from '../../records/trash/trash.schema.ts';
import {
  lockTrash,
  newestTrashVersion,
  putInTrash,
  type TrashRow,
  trashRemoval,
} from '../../records/trash/trash.store.ts';
import { localesOf, mainOf } from '../content/languages.rules.ts';
import type { LanguageContent } from '../content/layout-state.schema.ts';
import { languageRow, layoutTotal, newLayoutRow } from '../content/layouts.store.ts';
import { packSnapshot, unpackSnapshot } from '../content/version-snapshot.ts';
import { announce, pushFor } from '../saving/announce-save.ts';
import { type Noted, noteChange } from '../saving/note-change.store.ts';
import { versionRows } from '../saving/record-version.store.ts';
import { lockedOf, locksOf, referenceRows, usedBy } from '../saving/save-references.ts';
import { withoutLost } from './lost-references.rules.ts';
import {
  type LayoutTimes,
  lockTimes,
  timesAsTheyWere,
  versionsIntoTrash,
  versionsOutOfTrash,
} from './trashed-layouts.store.ts';

/** What the trash keeps of a layout beside its versions, of which the newest is the layout itself. */
export const trashedLayouts = versioned<LayoutTimes>(
  'layout in the trash',
  z.object({
    createdAt: z.string(),
    languages: z.record(z.string(), z.tuple([z.string(), z.string()])),
  }),
);

/** Keeps a layout that this transaction is about to delete; nothing if there is none. */
export async function keepInTrash(ctx: ActorContext, tx: BatchedQueries, id: string): Promise<void> {
  const found = await lockTimes(tx, id);
  if (!found) return;
  const { name, ...times } = found;
  const item = { id, kind: 'layout', name, content: trashedLayouts.write(times), sealed: null } as const;
  await putInTrash(ctx, tx, item, versionsIntoTrash(id));
}

/**
 * Inserts a layout as it was deleted, as a new version. Its texts were checked when they were saved; files and presets
 * are looked for now, and locked.
 */
export async function bringBackLayout(
  ctx: ActorContext,
  { id, content }: TrashRow,
  auditRows: AuditRows | undefined,
): Promise<LostReference[]> {
  const { storeId, actor } = ctx;
  const newest = await newestTrashVersion(ctx.db, id);
  if (!newest) throw notFound();
  const times = trashedLayouts.read(content);
  const before = await unpackSnapshot(newest.snapshot);
  const { push, lost } = await ctx.db.transaction(async (tx) => {
    if (!(await lockTrash(tx, id))) throw notFound();
    const [presets, files] = await tx.batch<[PresetRow, { key: string }]>([...locksOf(usedBy(before))]);
    const known = lockedOf(presets, files);
    const { state, lost, changed } = withoutLost(before, known);
    const unchanged = Object.entries(times.languages).filter(([locale]) => !changed.has(locale));
    const version = newest.version + 1;
    const snapshot = await packSnapshot(state);
    const summary = 'Brought back from the trash';
    const note = noteChange(storeId, { layoutId: id, snapshot, authorName: actor.name, summary });
    const results = await tx.batch<unknown[]>([
      newLayoutRow(storeId, id, state),
      ...Object.entries(state.languages).map(([locale, each]: [string, LanguageContent]) =>
        languageRow(storeId, id, locale, each, true),
      ),
      ...timesAsTheyWere(id, version, { ...times, languages: Object.fromEntries(unchanged) }),
      ...referenceRows(storeId, id, known),
      versionsOutOfTrash(id),
      ...versionRows(storeId, id, {
        ...{ version, source: 'restore', author: { type: actor.type, name: actor.name }, summary },
        ...{ subject: mainOf(state).subject, locales: localesOf(state), snapshot },
      }),
      trashRemoval(id),
      ...(auditRows?.() ?? []),
      layoutTotal(storeId, state.category, 1),
      note,
    ]);
    const [noted] = results.at(-1) as Noted[];
    return { push: pushFor(storeId, noted), lost };
  });
  announce(ctx, push);
  return lost;
}

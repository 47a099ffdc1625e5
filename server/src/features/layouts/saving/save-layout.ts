import type { AuditRows } from '../../../kernel/audit.ts';
import type { Push } from '../../../kernel/engine.ts';
import { notFound, Refusal } from '../../../kernel/error.ts';
import { requireMatch } from '../../../kernel/etag.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { BatchedQueries, Bound } from '../../../kernel/ports.ts';
import type { PresetRow } from '../../library/references/preset-references.store.ts';
import { compiledRow } from '../compiling/compiled.store.ts';
import type { VersionSource } from '../content/authorship.schema.ts';
import { localesOf, mainOf } from '../content/languages.rules.ts';
import type { LayoutState } from '../content/layout-state.schema.ts';
import {
  changedLayoutRow,
  dropOtherLanguages,
  findWholeLayout,
  type LayoutRead,
  type LayoutRow,
  languageRow,
  languagesOf,
  layoutLock,
  layoutReading,
  layoutTotal,
  newLayoutRow,
  type Reading,
  type StoredLayout,
} from '../content/layouts.store.ts';
import { etagOfLayout } from '../content/require-layout.ts';
import { summaryOf } from '../content/summary.rules.ts';
import { packSnapshot } from '../content/version-snapshot.ts';
import { announce, pushFor } from './announce-save.ts';
import { type Noted, noteChange } from './note-change.store.ts';
import { atTop, changedLanguages, Proofs, type Sent } from './proofs.ts';
import { versionRows } from './record-version.store.ts';
import { type Known, lockedOf, locksOf, referenceRows, requireKnown, usedBy } from './save-references.ts';

/** A change to a layout. `change` may be called more than once, and refuses by throwing. */
export interface LayoutWrite extends Sent {
  change(state: LayoutState): LayoutState | Promise<LayoutState>;
  /** By default the surface of the call. */
  source?: VersionSource;
  /** By default made from what changed. */
  summary?: string;
  /** Written in the transaction of the save. */
  auditRows?: AuditRows | undefined;
}

/** A round is lost only to another writer; nobody loses this many in a row. */
const MAX_ROUNDS = 100;

export function stateOf({ row, languages }: StoredLayout): LayoutState {
  const { id: _, version: __, ...meta } = row;
  const contents = languages.map(
    ({ locale, createdAt: _c, updatedAt: _u, ...content }) => [locale, content] as const,
  );
  return { ...meta, languages: Object.fromEntries(contents) };
}

interface Warned {
  /** What authors may have overlooked in the texts they sent. */
  warnings: string[];
}

interface Save {
  id: string;
  version: number;
  before: LayoutState | null;
  after: LayoutState;
  write: LayoutWrite;
  /** Presets and files that exist. */
  known: Known;
}

/** All statements of a save except the note for the repository. */
function rowsOf(ctx: ActorContext, save: Save, proofs: Proofs, snapshot: Buffer): Bound<unknown>[] {
  const { storeId } = ctx;
  const { id, version, before, after, write, known } = save;
  const changed = new Map(changedLanguages(before, after));
  requireKnown(after, known, { languages: [...changed.keys()], fieldsOf: write.fieldsOf ?? atTop });
  const languages = Object.entries(after.languages).flatMap(([locale, content]) => {
    if (before?.languages[locale] === content) return [];
    const proof = proofs.of(after, locale, content);
    return [
      languageRow(storeId, id, locale, content, changed.has(locale)),
      ...(proof ? [compiledRow(storeId, id, locale, proof.input, proof.compiled)] : []),
    ];
  });
  return [
    ...(before === null
      ? [newLayoutRow(storeId, id, after)]
      : [dropOtherLanguages(id, Object.keys(after.languages)), changedLayoutRow(id, after)]),
    ...referenceRows(storeId, id, known),
    ...languages,
    ...versionRows(storeId, id, {
      version,
      source: write.source ?? ctx.via,
      author: { type: ctx.actor.type, name: ctx.actor.name },
      summary: write.summary ?? summaryOf(before, after),
      subject: mainOf(after).subject,
      locales: localesOf(after),
      snapshot,
    }),
    ...(write.auditRows?.({ id }) ?? []),
    ...totalsOf(storeId, before, after),
  ];
}

/** Writes a save in one trip. Returns the saved layout, and the push to announce after the transaction. */
async function put<Row, Saved>(
  ctx: ActorContext,
  tx: BatchedQueries,
  save: Save,
  proofs: Proofs,
  { query, of }: Reading<Row, Saved>,
): Promise<{ saved: Saved; push: Push | null }> {
  const { id, before, after, write } = save;
  const snapshot = await packSnapshot(after);
  const summary = write.summary ?? summaryOf(before, after);
  const note = noteChange(ctx.storeId, { layoutId: id, snapshot, authorName: ctx.actor.name, summary });
  const results = await tx.batch<unknown[]>([...rowsOf(ctx, save, proofs, snapshot), note, query]);
  const [[noted], rows] = results.slice(-2) as [Noted[], Row[]];
  return { saved: of(rows) as Saved, push: pushFor(ctx.storeId, noted) };
}

/** Always in the same order, so that two writers cannot deadlock. */
function totalsOf(storeId: string, before: LayoutState | null, after: LayoutState) {
  if (before?.category === after.category) return [];
  const changes = [
    { category: after.category, by: 1 },
    ...(before ? [{ category: before.category, by: -1 }] : []),
  ];
  changes.sort((a, b) => a.category.localeCompare(b.category));
  return changes.map(({ category, by }) => layoutTotal(storeId, category, by));
}

async function lockUsed(tx: BatchedQueries, state: LayoutState): Promise<Known> {
  const [presets, files] = await tx.batch<[PresetRow, { key: string }]>([...locksOf(usedBy(state))]);
  return lockedOf(presets, files);
}

export async function createLayoutRecord(
  ctx: ActorContext,
  after: LayoutState,
  auditRows: AuditRows | undefined,
  told: Pick<LayoutWrite, 'summary' | 'fieldsOf'> = {},
): Promise<LayoutRead & Warned> {
  const proofs = new Proofs(ctx, null);
  const write: LayoutWrite = { ...told, change: () => after, auditRows };
  await proofs.find(null, after, write);
  const id = ctx.newId();
  const { push, saved } = await ctx.db.transaction(async (tx) => {
    const known = await lockUsed(tx, after);
    return put(ctx, tx, { id, version: 1, before: null, after, write, known }, proofs, layoutReading(id));
  });
  announce(ctx, push);
  return { ...saved, warnings: proofs.warnings(after, write) };
}

interface Held {
  before: LayoutState;
  after: LayoutState;
  version: number;
  known: Known;
}

/**
 * Locks the layout and returns what to save. If it is still at the revision that was seen, nothing is read
 * again; otherwise the change is applied anew. `null` if the new result has not been checked.
 */
async function hold(
  ctx: ActorContext,
  tx: BatchedQueries,
  { row: { id, version } }: StoredLayout,
  seen: Pick<Held, 'before' | 'after'>,
  { write, proofs }: { write: LayoutWrite; proofs: Proofs },
): Promise<Held | null> {
  const [[row], presets, files] = await tx.batch<[LayoutRow, PresetRow, { key: string }]>([
    layoutLock(id),
    ...locksOf(usedBy(seen.after)),
  ]);
  if (!row) throw notFound();
  requireMatch(ctx.ifMatch, etagOfLayout(row));
  if (row.version === version) return { ...seen, version, known: lockedOf(presets, files) };
  const before = stateOf({ row, languages: await languagesOf(tx, id) });
  const after = await write.change(before);
  const isProven = changedLanguages(before, after).every(([locale, content]) =>
    proofs.of(after, locale, content),
  );
  return isProven ? { before, after, version: row.version, known: await lockUsed(tx, after) } : null;
}

/**
 * Every change to an existing layout goes through here, starting from `found`. The result is checked before the
 * layout is locked, because checking may take long; if another writer's change leads to a different result,
 * that is checked in another round. `reading` reads the saved layout before anybody else can change it.
 */
export async function saveAndRead<Row, Saved>(
  ctx: ActorContext,
  found: StoredLayout,
  write: LayoutWrite,
  reading: Reading<Row, Saved>,
): Promise<{ saved: Saved } & Warned> {
  const { id } = found.row;
  const proofs = new Proofs(ctx, id);
  let seen: StoredLayout | null = found;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    seen ??= await findWholeLayout(ctx.db, id);
    if (!seen) throw notFound();
    const [stored, before] = [seen, stateOf(seen)];
    const after = await write.change(before);
    await proofs.find(before, after, write);
    const done = await ctx.db.transaction(async (tx) => {
      const held = await hold(ctx, tx, stored, { before, after }, { write, proofs });
      if (!held) return null;
      const save = { ...held, id, version: held.version + 1, write };
      return { ...(await put(ctx, tx, save, proofs, reading)), after: held.after };
    });
    if (done) {
      announce(ctx, done.push);
      return { saved: done.saved, warnings: proofs.warnings(done.after, write) };
    }
    seen = null;
  }
  throw new Refusal('unavailable', 'others keep changing this layout: try again');
}

export async function saveLayout(
  ctx: ActorContext,
  found: StoredLayout,
  write: LayoutWrite,
): Promise<LayoutRead & Warned> {
  const { saved, warnings } = await saveAndRead(ctx, found, write, layoutReading(found.row.id));
  return { ...saved, warnings };
}

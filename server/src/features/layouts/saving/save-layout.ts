import type { AuditRows } from '../../../kernel/audit.ts';
import type { RepositoryPush } from '../../../kernel/engine.ts';
import { OperationError } from '../../../kernel/error.ts';
import { fieldName, invalid } from '../../../kernel/fields.ts';
import { message, textOf } from '../../../kernel/messages/message.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { BatchedQueries, BoundStatement } from '../../../kernel/ports.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import {
  type DocumentWrite,
  saveDocument,
  type WriteOptions,
  writeVersion,
} from '../../documents/save-document.ts';
import type { FileRestoring } from '../../library/references/references.store.ts';
import { compiledRow } from '../compiling/compiled.store.ts';
import { summaryOf } from '../content/change-summary.rules.ts';
import { localesOf } from '../content/languages.rules.ts';
import type { LayoutState } from '../content/layout-state.schema.ts';
import { layoutVersions } from '../content/layout-versions.store.ts';
import {
  changedLayoutRow,
  dropOtherLanguages,
  findWholeLayout,
  incompleteLanguages,
  type LayoutRow,
  type LayoutWithMainContent,
  languageRow,
  languagesOf,
  layoutQuery,
  layoutTotal,
  lockLayoutStatement,
  newLayoutRow,
  type ReadQuery,
  type StoredLayout,
} from '../content/layouts.store.ts';
import { packSnapshot } from '../content/version-snapshot.ts';
import type { VersionSource } from '../content/versions.schema.ts';
import { repositoryPushOf, submitPush } from './announce-save.ts';
import { enqueueCommit } from './enqueue-commit.store.ts';
import { incompleteLocales } from './incomplete-languages.ts';
import { fieldPathOfLoss, findLargeLosses } from './large-losses.rules.ts';
import {
  type ExistingReferences,
  type LockRows,
  referenceLocks,
  referenceRows,
  requireKnown,
  toExistingReferences,
  usedReferencesOf,
} from './save-references.ts';
import {
  changedLanguages,
  type SubmittedTexts,
  topLevelFields,
  ValidatedLanguages,
} from './validated-languages.ts';

/** A change to a layout. `change` may be called more than once, and throws to reject the write. */
export interface LayoutWrite extends SubmittedTexts, WriteOptions<VersionSource> {
  change(state: LayoutState): LayoutState | Promise<LayoutState>;
}

export function stateOf({ row, languages }: StoredLayout): LayoutState {
  const { id: _, version: __, ...meta } = row;
  const contents = languages.map(
    ({ locale, incomplete: _i, createdAt: _c, updatedAt: _u, ...content }) => [locale, content] as const,
  );
  return { ...meta, languages: Object.fromEntries(contents) };
}

type SavingContext = ActorContext & FileRestoring;

/**
 * Warns about content that a program removes, and rejects the write unless the tool call allows it
 * (contract: Layouts 20; Tool server 14). People in the app see what they remove, and restores and promotions
 * are explicit.
 */
async function checkLosses(
  ctx: ActorContext,
  { source, written, fieldsOf = topLevelFields }: LayoutWrite,
  { before, after, version }: { before: LayoutState; after: LayoutState; version: number },
): Promise<string[]> {
  if (ctx.via === 'app' || source !== undefined) return [];
  const sent = written?.(after) ?? [];
  const losses = await findLargeLosses(before, after, yieldToEventLoop);
  const placed = losses.map((loss) => ({ ...loss, path: fieldPathOfLoss(loss, sent, fieldsOf) }));
  const refused = ctx.refusesRemoval ? placed.filter(({ removes }) => removes) : [];
  if (refused.length > 0)
    throw invalid(
      refused.map(({ path, said }) => ({ path, reason: message('send_allow_removal', { said }) })),
    );
  return placed.map(({ path, said, isKept }) => {
    const reason = isKept ? message('kept_in_version', { said, version }) : said;
    return textOf(message('field_problem', { field: fieldName(path), reason }));
  });
}

interface SaveWarnings {
  /** Likely mistakes in the texts that were sent. */
  warnings: string[];
}

interface LayoutSave {
  id: string;
  before: LayoutState | null;
  after: LayoutState;
  incomplete: readonly string[];
  sent: SubmittedTexts;
  /** Presets and files that exist. */
  known: ExistingReferences;
  summary: string | undefined;
}

const isTranslated = (state: LayoutState | null) => state !== null && Object.keys(state.languages).length > 1;

/** Rows for the layout, its references, and its languages with their compiled results. */
function rowsOf(
  ctx: SavingContext,
  { id, before, after, incomplete, sent, known }: LayoutSave,
  proofs: ValidatedLanguages,
) {
  const changed = new Map(changedLanguages(before, after));
  const { storeId } = ctx;
  requireKnown(after, known, { languages: [...changed.keys()], fieldsOf: sent.fieldsOf ?? topLevelFields });
  const languages = Object.entries(after.languages).flatMap(
    ([locale, content]): BoundStatement<unknown>[] => {
      if (before?.languages[locale] === content) return [];
      const proof = proofs.of(after, locale, content);
      return [
        languageRow(storeId, id, locale, content, changed.has(locale)),
        ...(proof ? [compiledRow(storeId, id, locale, proof.input, proof.compiled)] : []),
      ];
    },
  );
  return [
    ...(before === null
      ? [newLayoutRow(storeId, id, after)]
      : [dropOtherLanguages(id, Object.keys(after.languages)), changedLayoutRow(id, after)]),
    ...referenceRows(ctx, id, known),
    ...languages,
    // Also needed when the last translation is removed: the main language may have been an incomplete
    // translation before.
    ...(isTranslated(before) || isTranslated(after) ? [incompleteLanguages(id, incomplete)] : []),
  ];
}

/** The columns of a layout version besides those of the layout. */
export const versionColumnsOf = (state: LayoutState, snapshot: Buffer) => [localesOf(state), snapshot];

/**
 * Also reads the saved layout, before anyone else can change it, and the push to announce after the
 * transaction.
 */
async function writeOf<Row, Saved>(
  ctx: SavingContext,
  save: LayoutSave,
  proofs: ValidatedLanguages,
  { query, of }: ReadQuery<Row, Saved>,
): Promise<DocumentWrite<{ saved: Saved; push: RepositoryPush | null; after: LayoutState }>> {
  const { storeId, actor } = ctx;
  const { id, before, after, summary = summaryOf(before, after) } = save;
  const snapshot = await packSnapshot(after);
  const note = enqueueCommit(storeId, { layoutId: id, snapshot, authorName: actor.name, summary });
  return {
    rows: rowsOf(ctx, save, proofs),
    ...{ summary, given: versionColumnsOf(after, snapshot) },
    closing: [...totalsOf(storeId, before, after), note, query],
    read: (rowsOfQuery) => ({
      saved: of(rowsOfQuery(query)) as Saved,
      push: repositoryPushOf(storeId, rowsOfQuery(note)[0]),
      after,
    }),
  };
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

async function lockUsed(
  ctx: SavingContext,
  tx: BatchedQueries,
  state: LayoutState,
): Promise<ExistingReferences> {
  const [presets, ...files] = await tx.batch<LockRows>(referenceLocks(usedReferencesOf(state), ctx));
  return toExistingReferences(presets, files);
}

export async function createLayoutRecord(
  ctx: ActorContext,
  after: LayoutState,
  auditRows: AuditRows | undefined,
  { summary, ...sent }: Pick<LayoutWrite, 'summary' | 'fieldsOf'> = {},
): Promise<LayoutWithMainContent & SaveWarnings> {
  const proofs = new ValidatedLanguages(ctx, null);
  await proofs.find(null, after, sent);
  const incomplete = await incompleteLocales(ctx, after);
  const id = ctx.newId();
  const { push, saved } = await ctx.db.transaction(async (tx) => {
    const known = await lockUsed(ctx, tx, after);
    const save = { id, before: null, after, incomplete, sent, known, summary };
    const write = await writeOf(ctx, save, proofs, layoutQuery(id));
    return writeVersion(ctx, tx, layoutVersions, id, write, { auditRows });
  });
  submitPush(ctx, push);
  return { ...saved, warnings: proofs.warnings(after, sent) };
}

/**
 * Every change to an existing layout goes through here, starting from `found`. If another writer saved first,
 * the change is applied again under the lock. If that changes a language that was not validated, another
 * round starts.
 */
export async function saveAndRead<Row, Saved>(
  ctx: SavingContext,
  found: StoredLayout,
  layoutWrite: LayoutWrite,
  reading: ReadQuery<Row, Saved>,
): Promise<{ saved: Saved } & SaveWarnings> {
  const { change, written, fieldsOf, ...note } = layoutWrite;
  const { id } = found.row;
  let losses: string[] = [];
  const proofs = new ValidatedLanguages(ctx, id);
  const sent: SubmittedTexts = { ...(written && { written }), ...(fieldsOf && { fieldsOf }) };
  const { saved, push, after } = await saveDocument(ctx, layoutVersions, { id, found }, note, {
    find: () => findWholeLayout(ctx.db, id),
    revisionOf: ({ row }) => row.version,
    async plan(stored) {
      const before = stateOf(stored);
      const after = await change(before);
      await proofs.find(before, after, sent);
      losses = await checkLosses(ctx, layoutWrite, { before, after, version: stored.row.version });
      return { before, after, incomplete: await incompleteLocales(ctx, after) };
    },
    async lock(tx, { after }) {
      const [[row], presets, ...files] = await tx.batch<[LayoutRow, ...LockRows]>([
        lockLayoutStatement(id),
        ...referenceLocks(usedReferencesOf(after), ctx),
      ]);
      return row ? { revision: row.version, row, known: toExistingReferences(presets, files) } : null;
    },
    async replan(tx, locked) {
      const before = stateOf({ row: locked.row, languages: await languagesOf(tx, id) });
      const after = await change(before);
      const isProven = changedLanguages(before, after).every(([locale, content]) =>
        proofs.of(after, locale, content),
      );
      if (!isProven) return null;
      losses = await checkLosses(ctx, layoutWrite, { before, after, version: locked.row.version });
      const plan = { before, after, incomplete: await incompleteLocales(ctx, after) };
      return { plan, locked: { ...locked, known: await lockUsed(ctx, tx, after) } };
    },
    write: (plan, { known }, summary) => writeOf(ctx, { id, ...plan, sent, known, summary }, proofs, reading),
    lost: () => new OperationError('unavailable', message('layout_keeps_changing')),
  });
  submitPush(ctx, push);
  return { saved, warnings: [...losses, ...proofs.warnings(after, sent)] };
}

export async function saveLayout(
  ctx: SavingContext,
  found: StoredLayout,
  write: LayoutWrite,
): Promise<LayoutWithMainContent & SaveWarnings> {
  const { saved, warnings } = await saveAndRead(ctx, found, write, layoutQuery(found.row.id));
  return { ...saved, warnings };
}

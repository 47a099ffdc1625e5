import type { AuditRows } from '../../kernel/audit.ts';
import { notFound, type OperationError } from '../../kernel/error.ts';
import { etagOf, type IfMatch, requireMatch } from '../../kernel/etag.ts';
import type { BatchedQueries, BoundStatement, StoreDatabase } from '../../kernel/ports.ts';
import type { VersionSummary } from './versions.schema.ts';
import type { VersionStore } from './versions.store.ts';

/** The author and the surface of a write. */
export interface Writer<Summary extends VersionSummary> {
  readonly via: Summary['source'];
  readonly actor: Summary['author'];
}

/** Options of a write. */
export interface WriteOptions<Source> {
  /** By default the surface of the call. */
  source?: Source;
  /** By default, derived from what changed. */
  summary?: string;
  /** Written in the transaction of the write. */
  auditRows?: AuditRows | undefined;
}

/** The rows that a statement of a write returned. */
export type RowsOf = <Row>(query: BoundStatement<Row>) => Row[];

/** A prepared write, as statements. */
export interface DocumentWrite<Saved> {
  /** The document and what it refers to. */
  rows: readonly BoundStatement<unknown>[];
  /** A one-line summary of the change. */
  summary: string;
  /** Columns of the version that the document does not have. */
  given?: readonly unknown[];
  /** Statements that run after the version is recorded. */
  closing?: readonly BoundStatement<unknown>[];
  read(rowsOf: RowsOf): Saved;
}

/**
 * The only place where a write becomes a version: document, version and audit entry in one round trip
 * (contract: Versions 1; Presets 1; HTTP requests 12).
 */
export async function writeVersion<Summary extends VersionSummary, Saved>(
  { via, actor: { type, name } }: Writer<Summary>,
  db: BatchedQueries,
  versions: VersionStore<Summary, object>,
  id: string,
  { rows, summary, given = [], closing = [], read }: DocumentWrite<Saved>,
  { source = via, auditRows }: Omit<WriteOptions<Summary['source']>, 'summary'>,
): Promise<Saved> {
  const version = versions.record(id, { source, author: { type, name }, summary }, given);
  const queries = [...rows, version, ...(auditRows?.({ id }) ?? []), ...closing];
  const results = await db.batch<unknown[]>(queries);
  return read(<Row>(query: BoundStatement<Row>) => results[queries.indexOf(query)] as Row[]);
}

/** How a kind of document is saved. */
export interface DocumentSave<Doc, Plan, Locked extends { revision: number }, Saved> {
  find(): Promise<Doc | null>;
  revisionOf(doc: Doc): number;
  /**
   * Prepares the change and checks it. This may take long, so nothing is locked yet; throws to reject the
   * change.
   */
  plan(doc: Doc): Promise<Plan>;
  /** Locks the document, and what the plan refers to. */
  lock(tx: BatchedQueries, plan: Plan): Promise<Locked | null>;
  /**
   * Called if another writer saved first: returns the plan for what is locked now, or `null` if that has to
   * be checked outside the lock.
   */
  replan?(tx: BatchedQueries, locked: Locked): Promise<{ plan: Plan; locked: Locked } | null>;
  /** `summary`: the one that the call gave, if any. */
  write(plan: Plan, locked: Locked, summary?: string): DocumentWrite<Saved> | Promise<DocumentWrite<Saved>>;
  /** The `OperationError` after every round was lost to another writer; unused where `replan` covers every case. */
  lost?(): OperationError;
  /** How many rounds it may lose; fewer where a plan is expensive. */
  maxRounds?: number;
}

/** A round is lost only to another writer, and no writer loses this many in a row. */
const MAX_ROUNDS = 100;

/**
 * Every change to an existing document goes through here, starting with the state that the call has found.
 * The revision is compared under the lock; if another writer saved first, the change is prepared again on top
 * of that version (contract: Repeating and overlapping writes 4).
 */
export async function saveDocument<
  Summary extends VersionSummary,
  Doc,
  Plan,
  Locked extends { revision: number },
  Saved,
>(
  ctx: Writer<Summary> & { readonly db: StoreDatabase; readonly ifMatch: IfMatch },
  versions: VersionStore<Summary, object>,
  { id, found }: { id: string; found: Doc },
  note: WriteOptions<Summary['source']>,
  kind: DocumentSave<Doc, Plan, Locked, Saved>,
): Promise<Saved> {
  let seen: Doc | null = found;
  for (let round = 0; round < (kind.maxRounds ?? MAX_ROUNDS); round++) {
    seen ??= await kind.find();
    if (!seen) throw notFound();
    const revision = kind.revisionOf(seen);
    const planned = await kind.plan(seen);
    const saved = await ctx.db.transaction(async (tx) => {
      const locked = await kind.lock(tx, planned);
      if (!locked) throw notFound();
      requireMatch(ctx.ifMatch, etagOf(locked));
      const held = locked.revision === revision ? { plan: planned, locked } : await kind.replan?.(tx, locked);
      if (!held) return null;
      const write = await kind.write(held.plan, held.locked, note.summary);
      const rows = [...versions.unrecorded(id), ...write.rows];
      return { answer: await writeVersion(ctx, tx, versions, id, { ...write, rows }, note) };
    });
    if (saved) return saved.answer;
    seen = null;
  }
  throw kind.lost?.() ?? new Error('another writer was faster in every round');
}

import { z } from 'zod';
import type { AuditRows } from '../../kernel/audit.ts';
import { notFound } from '../../kernel/error.ts';
import { etagOf, namesRevisions, staleError } from '../../kernel/etag.ts';
import { id, idInput } from '../../kernel/id.ts';
import type { ActorContext } from '../../kernel/operation.ts';
import type { BatchedQueries, BoundStatement, StoreDatabase } from '../../kernel/ports.ts';
import { countSteps } from '../delivery/step-references/step-references.store.ts';
import type { DocumentKind } from './document-kind.ts';
import { type DocumentWrite, type RowsOf, type Writer, writeVersion } from './save-document.ts';
import { lockTrash, moveToTrash, type NewTrash, type TrashRow, trashRemoval } from './trash.store.ts';
import { versionsOf } from './version-operations.ts';
import type { VersionSummary } from './versions.schema.ts';
import type { VersionStore } from './versions.store.ts';

/** The warning of a delete about steps that still use the record. */
const stepsWarning = (count: number, what: string) =>
  count === 1
    ? `1 workflow step still references this ${what} and will fail until it uses another one`
    : `${count} workflow steps still reference this ${what} and will fail until they use another one`;

interface Deleting<Doc> {
  kind: NewTrash['kind'];
  /** Locks the document, and returns what the trash keeps besides its versions. */
  trashed(tx: BatchedQueries, id: string): Promise<Pick<NewTrash, 'name' | 'content' | 'sealed'> | null>;
  /** `null` if the document does not exist, or is not at the revision if one is given. */
  remove(
    ctx: ActorContext,
    tx: BatchedQueries,
    doc: Doc,
    revision: number | null,
  ): Promise<{
    /** Statements that follow in the same transaction. */
    closing: readonly BoundStatement<unknown>[];
    /** Called after the transaction. */
    announce?(rowsOf: RowsOf): void;
  } | null>;
}

/**
 * Deletes a document that steps may use. Deleting is never blocked; the document moves to the trash with its
 * versions (contract: HTTP requests 11).
 */
export const documentDeletion = <
  Doc extends { id: string },
  Summary extends VersionSummary,
  Kept extends object,
  Value,
>(
  kind: DocumentKind<Doc, Summary, Kept, Value>,
  deleting: Deleting<Doc>,
) => {
  const { requireDocument, changedSince } = versionsOf(kind);
  return {
    input: z.object({ id: idInput(kind.noun) }),
    output: z.object({ deleted: z.literal(true), id, warning: z.string().optional() }),
    find: requireDocument,
    etagOf: (doc: Doc) => etagOf({ revision: kind.revisionOf(doc) }),
    changedSince,
    async run(ctx: ActorContext, _input: unknown, doc: Doc, auditRows?: AuditRows) {
      const revision = namesRevisions(ctx.ifMatch) ? kind.revisionOf(doc) : null;
      const announce = await ctx.db.transaction(async (tx) => {
        const item = await deleting.trashed(tx, doc.id);
        if (item) {
          const { intoTrash } = kind.versions;
          await moveToTrash(ctx, tx, { id: doc.id, kind: deleting.kind, ...item }, intoTrash(doc.id));
        }
        const done = await deleting.remove(ctx, tx, doc, revision);
        if (!done) throw (await kind.find(tx, doc.id)) ? staleError() : notFound();
        const queries = [...done.closing, ...(auditRows?.() ?? [])];
        const results = await tx.batch<unknown[]>(queries);
        return () =>
          done.announce?.(<Row>(query: BoundStatement<Row>) => results[queries.indexOf(query)] as Row[]);
      });
      announce();
      const steps = await countSteps(ctx.db, doc.id);
      const warning = steps > 0 && { warning: stepsWarning(steps, kind.noun) };
      return { value: { deleted: true as const, id: doc.id, ...warning } };
    },
  };
};

export const RESTORED_SUMMARY = 'Restored from the trash';

/**
 * Restores a deleted document as a new version, so callers with the old revision must read it again
 * (contract: Trash 2).
 */
export const restoreFromTrash = <Summary extends VersionSummary, Saved>(
  ctx: Writer<Summary> & { readonly db: StoreDatabase },
  versions: VersionStore<Summary, object>,
  { id }: Pick<TrashRow, 'id'>,
  auditRows: AuditRows | undefined,
  writeOf: (tx: BatchedQueries) => Promise<Omit<DocumentWrite<Saved>, 'summary'>>,
): Promise<Saved> =>
  ctx.db.transaction(async (tx) => {
    if (!(await lockTrash(tx, id))) throw notFound();
    const { rows, closing = [], ...write } = await writeOf(tx);
    return writeVersion(
      ctx,
      tx,
      versions,
      id,
      {
        ...{ ...write, summary: RESTORED_SUMMARY },
        rows: [...rows, versions.outOfTrash(id)],
        closing: [trashRemoval(id), ...closing],
      },
      { source: 'restore', auditRows },
    );
  });

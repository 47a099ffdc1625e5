import { z } from 'zod';
import type { AuditRows } from '../../kernel/audit.ts';
import { differences } from '../../kernel/differences.ts';
import { notFound, OperationError } from '../../kernel/error.ts';
import { etagOf } from '../../kernel/etag.ts';
import { fieldName, type PropertyPath } from '../../kernel/fields.ts';
import { existingId, idInput } from '../../kernel/id.ts';
import type { Json } from '../../kernel/json.ts';
import { message } from '../../kernel/messages/message.ts';
import type { Context } from '../../kernel/operation.ts';
import { isFound, type PageRequest, pageInput, pageOf, pageOfArray, searchInput } from '../../kernel/page.ts';
import type { Queries } from '../../kernel/ports.ts';
import type { DocumentKind } from './document-kind.ts';
import { changes, labelInput, MAX_LABELS, type VersionSummary, versionInput } from './versions.schema.ts';
import type { VersionWithContent } from './versions.store.ts';

/** The parameters of a path, by name. */
type PathMembers = Record<string, string>;
type StoreReader = Pick<Context, 'db'>;

/** At most nine digits, which always fit a PostgreSQL integer. */
const NUMBER = /^[1-9][0-9]{0,8}$/;

function valueAt(tree: Json, path: PropertyPath): Json {
  let value: unknown = tree;
  for (const part of path) value = (value as Record<PropertyKey, unknown> | null)?.[part];
  return (value ?? null) as Json;
}

/** How a restored version is saved: as a new version (contract: Versions 3). */
interface Restoring<Ctx, Doc, Value, Output extends z.ZodType> {
  output: Output;
  /** The document with everything that saving it needs. */
  find(db: Queries, id: string): Promise<Doc | null>;
  /** The ID as it is stored, because sealed data is bound to its spelling. */
  keyOf(doc: Doc): { id: string; revision: number };
  save(
    ctx: Ctx,
    doc: Doc,
    value: Value,
    note: { source: 'restore'; summary: string; auditRows: AuditRows | undefined },
  ): Promise<{ revision: number; shown: Omit<z.output<Output>, 'restored' | 'version'> }>;
}

/** The parts that operations on versions of a kind of document share; each has its own name and routes. */
export function versionsOf<
  Doc extends { id: string },
  Summary extends VersionSummary,
  Kept extends object,
  Value,
>(kind: DocumentKind<Doc, Summary, Kept, Value>) {
  const { versions } = kind;

  /** The document that a path names, or 404. */
  async function requireDocument({ db }: StoreReader, path: PathMembers): Promise<Doc> {
    const doc = await kind.find(db, existingId(path['id']));
    if (!doc) throw notFound();
    return doc;
  }

  /** The version with the number from a path; anything but a number is not found. */
  async function requireVersion({ db }: StoreReader, id: string, number = '') {
    const version = NUMBER.test(number) ? await versions.find(db, id, Number(number)) : null;
    if (!version) throw notFound();
    return version;
  }

  async function requireBoth(ctx: StoreReader, path: PathMembers) {
    const doc = await requireDocument(ctx, path);
    return { doc, version: await requireVersion(ctx, doc.id, path['version']) };
  }

  async function currentOf({ db }: StoreReader, doc: Doc): Promise<Kept> {
    const current = await kind.current(db, doc);
    if (!current) throw notFound();
    return current;
  }

  /** The differences between two states, with values as they may be shown. */
  async function compare(ctx: Pick<Context, 'vault'>, id: string, from: Kept, to: Kept) {
    const read = await kind.reader(ctx);
    const [before, after] = [await read(id, from), await read(id, to)];
    const found = differences(kind.comparable(before), kind.comparable(after));
    const shown = kind.shown && { from: kind.shown(from), to: kind.shown(to) };
    return found.map(({ path, ...values }) => ({
      path: fieldName(path),
      before: shown ? valueAt(shown.from, path) : values.before,
      after: shown ? valueAt(shown.to, path) : values.after,
    }));
  }

  /** Names of the members that differ from a version; `null` if that version is no longer stored. */
  async function changedSince(
    ctx: Pick<Context, 'db' | 'vault'>,
    { id }: { id: string },
    revision: number,
  ): Promise<string[] | null> {
    // Read again, because another writer may have replaced the revision that the call had found.
    const [doc, then] = await Promise.all([kind.find(ctx.db, id), versions.find(ctx.db, id, revision)]);
    const now = doc && (await kind.current(ctx.db, doc));
    if (!now || !then) return null;
    const read = await kind.reader(ctx);
    return kind.changedMembers(await read(id, then.kept), await read(id, now));
  }

  const id = idInput(kind.noun);
  const one = z.object({ id, version: versionInput });

  return {
    requireDocument,
    changedSince,

    list: <Item extends z.ZodType<Summary>>(item: Item, searched: string) => ({
      input: z.object({ id, ...pageInput, ...searchInput(searched) }),
      output: pageOf(item),
      find: requireDocument,
      async run(ctx: StoreReader, { page, limit, q }: PageRequest & { q?: string | undefined }, doc: Doc) {
        const all = await versions.list(ctx.db, doc.id);
        const found = all.filter(({ summary, author }) => isFound(q, [summary, author.name]));
        return { value: pageOfArray({ page, limit }, found) };
      },
    }),

    /** Kept versions, and versions that have a name. */
    listKept: <Listed extends z.ZodType>(keptVersion: Listed) => ({
      input: z.object({ id, ...pageInput }),
      output: pageOf(keptVersion),
      find: requireDocument,
      run: async (ctx: StoreReader, request: PageRequest, doc: Doc) => ({
        value: pageOfArray(request, (await versions.listKept(ctx.db, doc.id)) as z.output<Listed>[]),
      }),
    }),

    /** Gives a version a name, or removes it. This does not write the document (contract: Versions 6). */
    nameVersion: {
      input: one.extend({ label: labelInput }),
      output: z.object({ version: z.int(), label: z.string().nullable() }),
      find: requireBoth,
      errorKinds: ['not_found', 'conflict'] as const,
      atomic: true as const,
      async run(
        ctx: Context,
        { label }: { label: string | null },
        { doc, version: { summary } }: { doc: Doc; version: VersionWithContent<Summary, Kept> },
      ) {
        const { version } = summary;
        await ctx.db.transaction(async (tx) => {
          if (await versions.setLabel(tx, doc.id, version, label)) return;
          if (!(await versions.find(tx, doc.id, version))) throw notFound();
          throw new OperationError('conflict', message('too_many_named_versions', { max: MAX_LABELS }));
        });
        return { value: { version, label } };
      },
    },

    /** `view`: what a response shows of a stored version. */
    get: <Output extends z.ZodType>(output: Output, view: (kept: Kept) => object | Promise<object>) => ({
      input: one,
      output,
      find: requireBoth,
      async run(
        _ctx: StoreReader,
        _input: unknown,
        { version }: { version: VersionWithContent<Summary, Kept> },
      ) {
        return { value: { ...version.summary, ...(await view(version.kept)) } as z.output<Output> };
      },
    }),

    /** Compares two versions, in either order. */
    compareTwo: {
      input: z.object({ id, a: versionInput, b: versionInput }),
      output: z.object({ from: z.int(), to: z.int(), changes }),
      async find(ctx: StoreReader, path: PathMembers) {
        const doc = await requireDocument(ctx, path);
        return {
          doc,
          from: await requireVersion(ctx, doc.id, path['a']),
          to: await requireVersion(ctx, doc.id, path['b']),
        };
      },
      async run(ctx: Context, _input: unknown, { doc, from, to }: TwoVersions<Doc, Summary, Kept>) {
        const found = await compare(ctx, doc.id, from.kept, to.kept);
        return { value: { from: from.summary.version, to: to.summary.version, changes: found } };
      },
    },

    /** Compares a version with the current document. */
    compareWithCurrent: {
      input: one,
      output: z.object({ changes }),
      find: requireBoth,
      async run(
        ctx: Context,
        _input: unknown,
        { doc, version }: { doc: Doc; version: VersionWithContent<Summary, Kept> },
      ) {
        return {
          value: { changes: await compare(ctx, doc.id, version.kept, await currentOf(ctx, doc)) },
        };
      },
    },

    /** Makes a version the current document again, as a new version. */
    restore: <Ctx extends Context, Whole, Output extends z.ZodType>(
      restoring: Restoring<Ctx, Whole, Value, Output>,
    ) => ({
      input: one,
      output: restoring.output,
      async find(ctx: StoreReader, path: PathMembers) {
        const doc = await restoring.find(ctx.db, existingId(path['id']));
        if (!doc) throw notFound();
        const { id } = restoring.keyOf(doc);
        return { id, doc, version: await requireVersion(ctx, id, path['version']) };
      },
      etagOf: ({ doc }: { doc: Whole }) => etagOf(restoring.keyOf(doc)),
      changedSince,
      async run(
        ctx: Ctx,
        _input: unknown,
        { id, doc, version: { summary, kept } }: ToRestore<Whole, Summary, Kept>,
        auditRows?: AuditRows,
      ) {
        const value = await (await kind.reader(ctx))(id, kept);
        const note = {
          source: 'restore',
          summary: `Restored version ${summary.version}`,
          auditRows,
        } as const;
        const { revision, shown } = await restoring.save(ctx, doc, value, note);
        return {
          value: { restored: summary.version, version: revision, ...shown } as z.output<Output>,
          etag: etagOf({ revision }),
        };
      },
    }),
  };
}

interface TwoVersions<Doc, Summary, Kept> {
  doc: Doc;
  from: VersionWithContent<Summary, Kept>;
  to: VersionWithContent<Summary, Kept>;
}

interface ToRestore<Doc, Summary, Kept> {
  id: string;
  doc: Doc;
  version: VersionWithContent<Summary, Kept>;
}

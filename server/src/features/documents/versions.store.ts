import { type BatchedQueries, bind, briefRead, type Queries, statement } from '../../kernel/ports.ts';
import type { RetentionRule } from '../../kernel/retention.ts';
import { insertAndPruneSql, isExpired, KEPT_UNTIL } from './kept-versions.rules.ts';
import { MAX_LABELS, type VersionSummary } from './versions.schema.ts';

/** Members of a version and the columns that hold them. */
type VersionColumns = Readonly<Record<string, string>>;

/** Where the versions of one kind of document are kept. */
interface VersionTable<Summary extends VersionSummary> {
  /** The prefix of its statement names. */
  name: string;
  documents: string;
  /** The column that numbers the versions of a document. */
  revision: string;
  versions: string;
  documentId: string;
  /** The columns that a list shows, besides those that all versions have. */
  listed: VersionColumns;
  /** The columns that only a single version shows. */
  kept: VersionColumns;
  /** Columns that the document does not have, with their types; `record` takes values in this order. */
  given?: VersionColumns;
  /** Source and author of writes by releases without versions; absent if every release recorded versions. */
  unrecorded?: { source: Summary['source']; author: Summary['author']['type'] };
  /** Whether documents refer to files; a version then lists those of its document. */
  hasFiles?: boolean;
  trash?: VersionsInTrash;
  /** Members that may hold data of a customer, and how many versions are read at once to erase it. */
  erasable?: { members: readonly string[]; atOnce: number };
}

/** SQL for versions of a deleted document. The previous release must be able to read and write this form. */
interface VersionsInTrash {
  /** What is inserted into the trash for the document `$1`. */
  into: string;
  /** What is inserted back into the versions for the item `$1`. */
  back: string;
  /** Selects the content of the versions `v` of an item, with their numbers; ends before the condition. */
  read: string;
}

interface StoredVersion<Kept> extends ErasableRow {
  kept: Kept;
}

export interface VersionWithContent<Summary, Kept> {
  summary: Summary;
  /** Includes the listed members. */
  kept: Kept;
}

type VersionRow = Omit<VersionSummary, 'author'> & { authorType: string; authorName: string };
type KeptFields = { label: string | null; keptUntil: Date | null };
type KeptRow = VersionRow & KeptFields;
type TrashedRow = { version: number };
type ErasableRow = { id: string; version: number; seen: string };

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const FACTS = 'version, source, author_type as "authorType", author_name as "authorName", summary';

const selected = (columns: VersionColumns, from = '') =>
  Object.entries(columns).map(([member, column]) => `${from}${column} as "${member}"`);

/** Columns as a read of the trash selects them. */
export const aliasedColumns = (alias: string, columns: VersionColumns) =>
  selected(columns, `${alias}.`).join(', ');

function statementsOf<Summary extends VersionSummary>(table: VersionTable<Summary>) {
  const { name, documents, revision, versions, documentId, listed, kept, given = {}, unrecorded } = table;
  const { hasFiles = false } = table;
  const columns = [...Object.values(listed), ...Object.values(kept)];
  const types = Object.entries(given);
  const values = columns.map((column) => {
    const at = types.findIndex(([each]) => each === column);
    return at < 0 ? column : `$${at + 6}::${types[at]?.[1]}`;
  });
  // Written just before, in the same transaction.
  const files = `array(select r.file_key from file_references r where r.${documentId} = $1)`;
  const insert = (marks: string, content: readonly string[], createdAt: string) =>
    `insert into ${versions} (store_id, ${documentId}, version, source, author_type, author_name, summary,
       ${[...columns, ...(hasFiles ? ['files'] : []), 'created_at'].join(', ')})
     select store_id, id, ${[revision, marks, ...content, ...(hasFiles ? [files] : []), createdAt].join(', ')}
     from ${documents} where id = $1`;
  const listing = [FACTS, ...selected(listed), 'created_at as "createdAt"'].join(', ');
  const one = [listing, ...selected(kept)].join(', ');
  const { into = '', back = '', read = '' } = table.trash ?? {};
  const { members = [], atOnce = 1 } = table.erasable ?? {};
  const erased = members.map((member, i) => `${kept[member]} = $${i + 4}`);
  return {
    record: statement<never>(
      `${name}_version_record`,
      insertAndPruneSql({ versions, documentId }, insert('$2, $3, $4, $5', values, 'clock_timestamp()')),
    ),
    unrecorded:
      unrecorded &&
      statement<never>(
        `${name}_version_unrecorded`,
        `${insert(
          `'${unrecorded.source}', '${unrecorded.author}', '', 'As it was before versions were kept'`,
          columns,
          'updated_at',
        )} on conflict do nothing`,
      ),
    list: statement<VersionRow>(
      `${name}_versions_list`,
      `select ${listing} from ${versions} where ${documentId} = $1 and kept_at is null order by version desc`,
    ),
    listKept: statement<KeptRow>(
      `${name}_versions_kept`,
      `select ${listing}, label, ${KEPT_UNTIL} as "keptUntil" from ${versions}
       where ${documentId} = $1 and (label is not null or kept_at is not null) and not (${isExpired})
       order by version desc`,
    ),
    lockDocument: statement<never>(
      `${name}_version_label_lock`,
      `select from ${documents} where id = $1 for no key update`,
    ),
    setLabel: statement<{ version: number }>(
      `${name}_version_label`,
      `update ${versions} set label = $3 where ${documentId} = $1 and version = $2 and not (${isExpired})
         and ($3::text is null or ${MAX_LABELS} > (select count(*) from ${versions}
           where ${documentId} = $1 and version <> $2 and label is not null and not (${isExpired})))
       returning version`,
    ),
    eraseLabels: statement<never>(
      `${name}_version_labels_erase`,
      `update ${versions} set label = regexp_replace(label, $1, '______', 'gi') where label ~* $1`,
    ),
    find: briefRead<VersionRow>(
      `${name}_version_get`,
      `select ${one} from ${versions} where ${documentId} = $1 and version = $2 and not (${isExpired})`,
    ),
    findBefore: statement<VersionRow>(
      `${name}_version_before`,
      `select ${one} from ${versions} where ${documentId} = $1 and version < $2 and not (${isExpired})
       order by version desc limit 1`,
    ),
    intoTrash: statement<never>(
      `trash_${name}_versions`,
      `insert into trash_versions (store_id, item_id, version, about, snapshot) ${into}`,
    ),
    outOfTrash: statement<never>(`trash_${name}_versions_back`, `insert into ${versions} ${back}`),
    trashedAfter: statement<TrashedRow>(
      `trash_${name}_version_after`,
      `${read} where v.item_id = $1 and v.version > $2 order by v.version limit 1`,
    ),
    after: statement<ErasableRow>(
      `${name}_versions_after`,
      `select ${documentId} as id, version, xmin::text as seen, ${selected({ ...listed, ...kept }).join(', ')}
       from ${versions}
       where (${documentId}, version) > ($1, $2::integer) order by ${documentId}, version limit ${atOnce}`,
    ),
    erase: statement<{ version: number }>(
      `${name}_version_erase`,
      `update ${versions} set ${erased.join(', ')} where ${documentId} = $1 and version = $2 and xmin::text = $3
       returning version`,
    ),
    trashedLabels: statement<{ label: string }>(
      `trash_${name}_version_labels`,
      "select about ->> 'label' as label from trash_versions where item_id = $1 and about ->> 'label' is not null",
    ),
    newestTrashed: briefRead<TrashedRow>(
      `trash_${name}_version_newest`,
      `${read} where v.item_id = $1 order by v.version desc limit 1`,
    ),
  };
}

/** The only access to the versions of a kind of document. */
export function versionStore<Summary extends VersionSummary, Kept extends object>(
  table: VersionTable<Summary>,
) {
  const statements = statementsOf(table);
  const members = Object.keys(table.listed);
  const summaryOf = (
    { version, source, authorType, authorName, summary, createdAt }: VersionRow,
    listed: object,
  ) =>
    ({
      ...{ version, source, author: { type: authorType, name: authorName }, summary },
      ...listed,
      createdAt,
    }) as unknown as Summary;
  const contentOf = (row: VersionRow) => {
    const {
      version: _v,
      source: _s,
      authorType: _t,
      authorName: _n,
      summary: _y,
      createdAt: _c,
      ...rest
    } = row;
    return rest as Record<string, unknown>;
  };
  const versionIn = ([row]: VersionRow[]): VersionWithContent<Summary, Kept> | null => {
    if (!row) return null;
    const kept = contentOf(row);
    const listed = Object.fromEntries(members.map((member) => [member, kept[member]]));
    return { summary: summaryOf(row, listed), kept: kept as Kept };
  };
  const trashedVersionFromRow = ([row]: TrashedRow[]) => {
    if (!row) return null;
    const { version, ...kept } = row;
    return { version, kept: kept as Kept };
  };
  return {
    /**
     * Records the document as this transaction has written it, and drops versions that are too old. The document's
     * own revision is the number, so numbers have no gaps.
     */
    record: (
      id: string,
      { source, author, summary }: Pick<Summary, 'source' | 'author' | 'summary'>,
      given: readonly unknown[],
    ) => bind(statements.record, id, source, author.type, author.name, summary, ...given),

    /** Runs before a write, so that what a release before versions wrote last can be restored too. */
    unrecorded: (id: string) => (statements.unrecorded ? [bind(statements.unrecorded, id)] : []),

    /** Newest first. */
    list: async (db: Queries, id: string) =>
      (await db.rows(bind(statements.list, id))).map((row) => summaryOf(row, contentOf(row))),

    /** Versions that outlive the newest 25, and versions that a person named; newest first. */
    listKept: async (db: Queries, id: string) =>
      (await db.rows(bind(statements.listKept, id))).map(({ label, keptUntil, ...row }) => ({
        ...summaryOf(row, contentOf(row)),
        ...{ label, keptUntil },
      })),

    /** False if there is no such version, or too many have a name already. */
    setLabel: async (tx: BatchedQueries, id: string, version: number, label: string | null) => {
      const [, named] = await tx.batch<[never, { version: number }]>([
        bind(statements.lockDocument, id),
        bind(statements.setLabel, id, version, label),
      ]);
      return named.length > 0;
    },

    /** Erases what matches a regular expression from the names of all versions of the store. */
    eraseLabels: (db: Queries, pattern: string) => db.rows(bind(statements.eraseLabels, pattern)),

    /** Kept versions that have expired. */
    expired: { table: table.versions, where: isExpired } satisfies RetentionRule,

    find: async (db: Queries, id: string, version: number) =>
      versionIn(await db.rows(bind(statements.find, id, version))),

    /** The newest version that is older. */
    findBefore: async (db: Queries, id: string, version: number) =>
      versionIn(await db.rows(bind(statements.findBefore, id, version))),

    intoTrash: (id: string) => bind(statements.intoTrash, id),
    outOfTrash: (id: string) => bind(statements.outOfTrash, id),

    /** Oldest first, one at a time, because each may be large. */
    async *inTrash(db: Queries, id: string): AsyncGenerator<Kept> {
      for (let last = 0; ; ) {
        const found = trashedVersionFromRow(await db.rows(bind(statements.trashedAfter, id, last)));
        if (!found) return;
        yield found.kept;
        last = found.version;
      }
    },

    /** The names of the versions of a document in the trash. */
    labelsInTrash: async (db: Queries, id: string) =>
      (await db.rows(bind(statements.trashedLabels, id))).map(({ label }) => label),

    newestInTrash: async (db: Queries, id: string) =>
      trashedVersionFromRow(await db.rows(bind(statements.newestTrashed, id))),

    /** Every version of every document of the store. */
    async *all(db: Queries): AsyncGenerator<StoredVersion<Kept>> {
      for (let last: Pick<ErasableRow, 'id' | 'version'> | undefined = { id: FIRST_ID, version: 0 }; last; ) {
        const rows: ErasableRow[] = await db.rows(bind(statements.after, last.id, last.version));
        for (const { id, version, seen, ...kept } of rows) yield { id, version, seen, kept: kept as Kept };
        last = rows.at(-1);
      }
    },

    /** `values`: one per erasable member, as stored. False if the row has changed since it was read. */
    erase: async (db: Queries, { id, version, seen }: ErasableRow, values: readonly unknown[]) =>
      (await db.rows(bind(statements.erase, id, version, seen, ...values))).length > 0,
  };
}

export type VersionStore<Summary extends VersionSummary, Kept extends object> = ReturnType<
  typeof versionStore<Summary, Kept>
>;

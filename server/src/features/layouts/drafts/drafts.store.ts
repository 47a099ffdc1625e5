import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import type { LanguageContent } from '../content/layout-state.schema.ts';
import type { Author } from '../content/versions.schema.ts';

/** A draft without its content. */
export interface DraftRow {
  id: string;
  personId: string | null;
  author: Author;
  revision: number;
  baseVersion: number;
  baseLocales: string[];
  locales: string[];
  createdAt: Date;
  updatedAt: Date;
}

/** Both packed. */
type CompressedDraft = DraftRow & { base: Buffer; content: Buffer };

type FlatDraftRow<Row extends DraftRow> = Omit<Row, 'author'> & {
  authorType: Author['type'];
  authorName: string;
};

const ROW = `id, person_id as "personId", case when person_id is null then 'key' else 'user' end as "authorType",
  author_name as "authorName", revision, base_version as "baseVersion", base_locales as "baseLocales", locales,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Hides expired drafts that `outstep maintain` has not deleted yet (contract: Drafts 6). */
const IS_NOT_EXPIRED = "updated_at > now() - interval '30 days'";

const list = statement<FlatDraftRow<DraftRow>>(
  'layout_drafts_list',
  `select ${ROW} from layout_drafts where layout_id = $1 and ${IS_NOT_EXPIRED} order by updated_at desc, id`,
);
const draftOfPerson = briefRead<FlatDraftRow<DraftRow>>(
  'layout_draft_of_person',
  `select ${ROW} from layout_drafts where layout_id = $1 and person_id = $2 and ${IS_NOT_EXPIRED}`,
);
const wholeOfPerson = briefRead<FlatDraftRow<CompressedDraft>>(
  'layout_draft_whole_of_person',
  `select ${ROW}, base, content from layout_drafts where layout_id = $1 and person_id = $2 and ${IS_NOT_EXPIRED}`,
);
const whole = briefRead<FlatDraftRow<CompressedDraft>>(
  'layout_draft_whole',
  `select ${ROW}, base, content from layout_drafts where layout_id = $1 and id = $2 and ${IS_NOT_EXPIRED}`,
);
const updateDraftStatement = statement<FlatDraftRow<DraftRow>>(
  'layout_draft_go_on',
  `update layout_drafts set author_name = $3, locales = $4, content = $5, revision = revision + 1,
     updated_at = clock_timestamp()
   where id = $1 and revision = $2 returning ${ROW}`,
);
// If a revision is given, it must be the current one; 0 means that there is no draft.
const put = statement<FlatDraftRow<DraftRow>>(
  'layout_draft_put',
  `insert into layout_drafts as d
     (store_id, id, layout_id, person_id, author_name, base_version, base_locales, base, locales, content)
   select $1, $2::uuid, $3::uuid, $4, $5, $6, $7, $8, $9, $10
   where coalesce($11::integer, 0) = 0
     or exists (select from layout_drafts o where o.layout_id = $3 and o.person_id = $4 and o.revision = $11)
   on conflict (store_id, layout_id, person_id, key_id) do update
   set author_name = excluded.author_name, base_version = excluded.base_version,
     base_locales = excluded.base_locales, base = excluded.base, locales = excluded.locales,
     content = excluded.content, revision = d.revision + 1, updated_at = clock_timestamp(),
     created_at = case when d.${IS_NOT_EXPIRED} then d.created_at else clock_timestamp() end
   where $11::integer is null or d.revision = $11 or not d.${IS_NOT_EXPIRED}
   returning ${ROW}`,
);
const remove = statement<{ id: string }>(
  'layout_draft_delete',
  'delete from layout_drafts where id = $1 and ($2::integer is null or revision = $2) returning id',
);

interface LanguageAt extends Pick<LanguageContent, 'subject' | 'previewText' | 'bodyDesign' | 'body'> {
  version: number;
  locale: string;
}
// A single statement, because each statement sees its own snapshot: languages and version must belong
// together.
const selectLanguages = briefRead<LanguageAt>(
  'layout_draft_base',
  `select l.version, c.locale, c.subject, c.preview_text as "previewText", c.body_design as "bodyDesign", c.body
   from layouts l join layout_languages c on c.store_id = l.store_id and c.layout_id = l.id
   where l.id = $1 and c.locale = any($2)`,
);

const authored = <Row extends DraftRow>({ authorType, authorName, ...row }: FlatDraftRow<Row>): Row =>
  ({ ...row, author: { type: authorType, name: authorName } }) as unknown as Row;

/** The current languages of a layout, each with the version it belongs to. */
export const findLanguages = (db: Queries, layoutId: string, locales: readonly string[]) =>
  db.rows(bind(selectLanguages, layoutId, locales));

/** Most recently changed first. */
export const listDraftRows = async (db: Queries, layoutId: string): Promise<DraftRow[]> =>
  (await db.rows(bind(list, layoutId))).map((row) => authored<DraftRow>(row));

export async function findDraftOf(db: Queries, layoutId: string, personId: string) {
  const [row] = await db.rows(bind(draftOfPerson, layoutId, personId));
  return row ? authored<DraftRow>(row) : null;
}

export async function findWholeDraftOf(db: Queries, layoutId: string, personId: string) {
  const [row] = await db.rows(bind(wholeOfPerson, layoutId, personId));
  return row ? authored<CompressedDraft>(row) : null;
}

export async function findDraft(db: Queries, layoutId: string, id: string) {
  const [row] = await db.rows(bind(whole, layoutId, id));
  return row ? authored<CompressedDraft>(row) : null;
}

interface DraftWrite {
  authorName: string;
  locales: readonly string[];
  content: Buffer;
}

/** Continues a draft from the same version; `null` if the draft has a newer revision. */
export async function changeDraftRow(db: Queries, { id, revision }: DraftRow, work: DraftWrite) {
  const [row] = await db.rows(
    bind(updateDraftStatement, id, revision, work.authorName, work.locales, work.content),
  );
  return row ? authored<DraftRow>(row) : null;
}

interface NewDraft extends DraftWrite {
  storeId: string;
  id: string;
  layoutId: string;
  personId: string;
  baseVersion: number;
  baseLocales: readonly string[];
  base: Buffer;
}

/** Replaces the author's draft of that layout; `null` if it is not at the given revision (0 for no draft). */
export async function putDraftRow(db: Queries, draft: NewDraft, revision: number | null) {
  const { storeId, id, layoutId, personId, authorName, baseVersion, baseLocales, base } = draft;
  const values = [storeId, id, layoutId, personId, authorName, baseVersion, baseLocales, base];
  const [row] = await db.rows(bind(put, ...values, draft.locales, draft.content, revision));
  return row ? authored<DraftRow>(row) : null;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type CompressedContent = Pick<CompressedDraft, 'id' | 'revision' | 'base' | 'content'>;

const idAfter = statement<{ id: string }>(
  'layout_drafts_after',
  'select id from layout_drafts where id > $1 order by id limit 1',
);
const selectCompressed = statement<CompressedContent>(
  'layout_draft_packed',
  'select id, revision, base, content from layout_drafts where id = $1',
);
// Keeps the revision, so the author's next save does not conflict.
const updateCompressed = statement<{ id: string }>(
  'layout_draft_set_packed',
  'update layout_drafts set base = $3, content = $4 where id = $1 and revision = $2 returning id',
);

/** Ids of all drafts of the store, one by one. */
export async function* allDrafts(db: Queries): AsyncGenerator<string> {
  for (let after = FIRST_ID; ; ) {
    const [row] = await db.rows(bind(idAfter, after));
    if (!row) return;
    yield row.id;
    after = row.id;
  }
}

export const findCompressedDraft = async (db: Queries, id: string) =>
  (await db.rows(bind(selectCompressed, id)))[0] ?? null;

/** Returns whether the draft was still at the revision. */
export const updateCompressedDraft = async (
  db: Queries,
  { id, revision, base, content }: CompressedContent,
) => (await db.rows(bind(updateCompressed, id, revision, base, content))).length > 0;

/** Removes a draft, optionally only at this revision, so that newer work by its author is kept. */
export const draftRemoval = (id: string, revision: number | null) => bind(remove, id, revision);

export const OLD_DRAFTS: RetentionRule = { table: 'layout_drafts', where: `not (${IS_NOT_EXPIRED})` };

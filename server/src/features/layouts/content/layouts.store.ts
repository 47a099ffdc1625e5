import type { Json } from '../../../kernel/json.ts';
import { lowerCaseContains, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  type BoundStatement,
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import { isCurrentStep } from '../../delivery/step-references/step-references.store.ts';
import type { Category, LanguageContent, LayoutState } from './layout-state.schema.ts';
import type { LayoutSort, LayoutSummary } from './layouts.schema.ts';

export interface LanguageRow extends LanguageContent {
  locale: string;
  incomplete: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A layout without the content of its languages. */
export interface LayoutRow extends Omit<LayoutState, 'languages'> {
  id: string;
  version: number;
}

type ListedLanguage = [locale: string, updatedAt: string, incomplete: boolean];
interface SummaryRow extends Omit<LayoutSummary, 'languages'> {
  languages: ListedLanguage[];
}
type ReadRow = SummaryRow & Pick<LanguageContent, 'bodyDesign' | 'body' | 'attachments' | 'marketingTexts'>;

const META = `l.id, l.name, l.description, l.body_type as "bodyType", l.category,
  l.default_locale as "defaultLocale", l.required_variables as "requiredVariables",
  l.complete_languages_only as "completeLanguagesOnly", l.version`;
const SUMMARY = `${META}, l.subject, l.preview_text as "previewText", l.created_at as "createdAt",
  l.updated_at as "updatedAt",
  (select count(*) from workflow_steps s
   where s.store_id = l.store_id and s.action_config_id = l.id and ${isCurrentStep('s')}) as "stepCount",
  (select json_agg(json_build_array(n.locale, n.updated_at, n.incomplete)
     order by n.locale <> l.default_locale, n.locale collate "C")
   from layout_languages n where n.store_id = l.store_id and n.layout_id = l.id) as languages`;
const CONTENT = `c.body_design as "bodyDesign", c.body, c.attachments, c.marketing_texts as "marketingTexts"`;
const LANGUAGE = `c.locale, c.subject, c.preview_text as "previewText", ${CONTENT}, c.written_for as "writtenFor",
  c.incomplete, c.created_at as "createdAt", c.updated_at as "updatedAt"`;
const MATCHES = `${lowerCaseContains('$1', 'l.searched')} and ($2::text is null or l.category = $2)`;

const selectOne = briefRead<ReadRow>(
  'layout_get',
  `select ${SUMMARY}, ${CONTENT} from layouts l
   join layout_languages c on c.store_id = l.store_id and c.layout_id = l.id and c.locale = l.default_locale
   where l.id = $1`,
);
const selectMeta = briefRead<LayoutRow>('layout_meta', `select ${META} from layouts l where l.id = $1`);
const lockMeta = statement<LayoutRow>('layout_lock', `${selectMeta.text} for update`);
const selectLanguages = briefRead<LanguageRow>(
  'layout_languages',
  `select ${LANGUAGE} from layout_languages c where c.layout_id = $1 order by c.locale collate "C"`,
);
// A single statement, because each statement sees its own snapshot: the main language must be among the
// languages read.
const selectWhole = briefRead<LayoutRow & LanguageRow>(
  'layout_whole',
  `select ${META}, ${LANGUAGE} from layouts l
   join layout_languages c on c.store_id = l.store_id and c.layout_id = l.id
   where l.id = $1 order by c.locale collate "C"`,
);
const orders: Readonly<Record<LayoutSort, string>> = {
  name: 'lower(l.name), l.id',
  '-name': 'lower(l.name) desc, l.id desc',
  updatedAt: 'l.updated_at, l.id',
  '-updatedAt': 'l.updated_at desc, l.id desc',
  createdAt: 'l.created_at, l.id',
  '-createdAt': 'l.created_at desc, l.id desc',
};
/** Pages in one sort order: of all layouts, of a category, and of search results. */
function pagesBy(sort: LayoutSort) {
  const name = sort.replace('-', 'last_').toLowerCase();
  const order = `order by ${orders[sort]}`;
  return {
    all: statement<SummaryRow>(
      `layouts_page_all_${name}`,
      `select ${SUMMARY} from layouts l ${order} limit $1 offset $2`,
    ),
    ofCategory: statement<SummaryRow>(
      `layouts_page_category_${name}`,
      `select ${SUMMARY} from layouts l where l.category = $1 ${order} limit $2 offset $3`,
    ),
    found: searchRead<SummaryRow>(
      `layouts_page_${name}`,
      `select ${SUMMARY} from layouts l where ${MATCHES} ${order} limit $3 offset $4`,
    ),
  };
}
const pages = Object.fromEntries(
  Object.keys(orders).map((sort) => [sort, pagesBy(sort as LayoutSort)]),
) as Readonly<Record<LayoutSort, ReturnType<typeof pagesBy>>>;
const count = searchRead<{ total: number }>(
  'layouts_count',
  `select count(*) as total from layouts l where ${MATCHES}`,
);
const totals = briefRead<{ total: number }>(
  'layout_totals',
  'select coalesce(sum(total), 0)::bigint as total from layout_totals where $1::text is null or category = $1',
);
const addToTotal = statement<never>(
  'layout_totals_add',
  `insert into layout_totals (store_id, category, total) values ($1, $2, $3)
   on conflict (store_id, category) do update set total = layout_totals.total + excluded.total`,
);
const insertMeta = statement<never>(
  'layout_insert',
  `insert into layouts
     (store_id, id, name, description, body_type, category, default_locale, subject, preview_text,
      required_variables, complete_languages_only, version)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)`,
);
const updateMeta = statement<never>(
  'layout_update',
  `update layouts set name = $2, description = $3, category = $4, default_locale = $5, subject = $6,
     preview_text = $7, required_variables = $8, complete_languages_only = $9, version = version + 1, updated_at = clock_timestamp()
   where id = $1`,
);
const putLanguage = statement<never>(
  'layout_language_put',
  `insert into layout_languages
     (store_id, layout_id, locale, subject, preview_text, body_design, body, attachments, marketing_texts, written_for)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (store_id, layout_id, locale) do update
   set subject = excluded.subject, preview_text = excluded.preview_text, body_design = excluded.body_design,
     body = excluded.body, attachments = excluded.attachments, marketing_texts = excluded.marketing_texts,
     written_for = excluded.written_for,
     updated_at = case when $11 then clock_timestamp() else layout_languages.updated_at end`,
);
// Completeness also depends on the main language, so this checks every language but updates only the few that
// change.
const markIncomplete = statement<never>(
  'layout_languages_incomplete',
  `update layout_languages set incomplete = not incomplete
   where layout_id = $1 and incomplete <> (locale = any($2))`,
);
const dropLanguages = statement<never>(
  'layout_languages_drop',
  'delete from layout_languages where layout_id = $1 and locale <> all($2)',
);
const remove = statement<{ category: Category }>(
  'layout_delete',
  'delete from layouts where id = $1 and ($2::integer is null or version = $2) returning category',
);

const listed = <Row extends SummaryRow>({ languages, ...row }: Row) => ({
  ...row,
  languages: languages.map(([locale, updatedAt, incomplete]) => ({
    locale,
    isMain: locale === row.defaultLocale,
    incomplete,
    updatedAt: new Date(updatedAt),
  })),
});

/** A layout with the content of its main language. */
export type LayoutWithMainContent = ReturnType<typeof listed<ReadRow>>;

/** A query, and how to read its rows. */
export interface ReadQuery<Row, Read> {
  query: BoundStatement<Row>;
  of(rows: Row[]): Read | null;
}

export const layoutQuery = (id: string): ReadQuery<ReadRow, LayoutWithMainContent> => ({
  query: bind(selectOne, id),
  of: ([row]) => (row ? listed(row) : null),
});

export async function readLayout(db: Queries, id: string): Promise<LayoutWithMainContent | null> {
  const { query, of } = layoutQuery(id);
  return of(await db.rows(query));
}

export const findLayout = async (db: Queries, id: string) => (await db.rows(bind(selectMeta, id)))[0] ?? null;

export interface StoredLayout {
  row: LayoutRow;
  languages: LanguageRow[];
}

/** The layout and all its languages as of one moment. */
export const wholeLayoutQuery = (id: string): ReadQuery<LayoutRow & LanguageRow, StoredLayout> => ({
  query: bind(selectWhole, id),
  of(rows) {
    const [first] = rows;
    if (!first) return null;
    return { row: metaIn(id, first), languages: rows.map(languageIn) };
  },
});

export async function findWholeLayout(db: Queries, id: string): Promise<StoredLayout | null> {
  const { query, of } = wholeLayoutQuery(id);
  return of(await db.rows(query));
}

const metaIn = (id: string, row: LayoutRow): LayoutRow => ({
  ...{ id, name: row.name, description: row.description, bodyType: row.bodyType, category: row.category },
  ...{ defaultLocale: row.defaultLocale, requiredVariables: row.requiredVariables },
  ...{ completeLanguagesOnly: row.completeLanguagesOnly, version: row.version },
});

const languageIn = (row: LanguageRow): LanguageRow => ({
  ...{ locale: row.locale, subject: row.subject, previewText: row.previewText },
  ...{ bodyDesign: row.bodyDesign, body: row.body, attachments: row.attachments },
  ...{ marketingTexts: row.marketingTexts, writtenFor: row.writtenFor },
  ...{ incomplete: row.incomplete, createdAt: row.createdAt, updatedAt: row.updatedAt },
});

/** The layout without its languages, locked until the transaction ends. */
export const lockLayoutStatement = (id: string) => bind(lockMeta, id);

export const languagesOf = (tx: Queries, id: string) => tx.rows(bind(selectLanguages, id));

export interface LayoutFilter {
  q: string | undefined;
  category: Category | undefined;
  sort: LayoutSort;
}

/** Without a search the total comes from counters, so a page costs the same however many layouts there are. */
export async function pageOfLayouts(db: StoreDatabase, request: PageRequest, filter: LayoutFilter) {
  const place = [request.limit, offsetOf(request)];
  const queries = filter.q === undefined ? listing(filter, place) : searching(filter, place);
  const [[counted], found] = await db.batch<[{ total: number }, SummaryRow]>(queries);
  return { rows: found.map(listed), total: counted?.total ?? 0 };
}

type CountedPage = [total: BoundStatement<{ total: number }>, rows: BoundStatement<SummaryRow>];

const listing = ({ category, sort }: LayoutFilter, place: number[]): CountedPage => [
  bind(totals, category ?? null),
  category === undefined ? bind(pages[sort].all, ...place) : bind(pages[sort].ofCategory, category, ...place),
];

function searching({ q, category, sort }: LayoutFilter, place: number[]): CountedPage {
  const wanted = [q, category ?? null];
  return [bind(count, ...wanted), bind(pages[sort].found, ...wanted, ...place)];
}

const mainOf = (state: LayoutState) => state.languages[state.defaultLocale] as LanguageContent;

const settingsOf = ({ requiredVariables, completeLanguagesOnly }: LayoutState) => [
  requiredVariables,
  completeLanguagesOnly,
];

export function newLayoutRow(storeId: string, id: string, state: LayoutState) {
  const { name, description, bodyType, category, defaultLocale } = state;
  const { subject, previewText } = mainOf(state);
  const meta = [name, description, bodyType, category, defaultLocale, subject, previewText];
  return bind(insertMeta, storeId, id, ...meta, ...settingsOf(state));
}

/** Also raises the version. */
export function changedLayoutRow(id: string, state: LayoutState) {
  const { name, description, category, defaultLocale } = state;
  const { subject, previewText } = mainOf(state);
  const meta = [name, description, category, defaultLocale, subject, previewText];
  return bind(updateMeta, id, ...meta, ...settingsOf(state));
}

const asJson = (value: Json | object | null) => (value === null ? null : JSON.stringify(value));

/** `isChanged`: what the language sends has changed, not only `writtenFor`. */
export function languageRow(
  storeId: string,
  layoutId: string,
  locale: string,
  content: LanguageContent,
  isChanged: boolean,
) {
  const { subject, previewText, bodyDesign, body, attachments, marketingTexts, writtenFor } = content;
  const json = [attachments, marketingTexts, writtenFor].map(asJson);
  const texts = [subject, previewText, asJson(bodyDesign), body];
  return bind(putLanguage, storeId, layoutId, locale, ...texts, ...json, isChanged);
}

/** Marks these languages as incomplete and the others as complete. */
export const incompleteLanguages = (layoutId: string, locales: readonly string[]) =>
  bind(markIncomplete, layoutId, locales);

/** Drops all languages but these. */
export const dropOtherLanguages = (layoutId: string, locales: readonly string[]) =>
  bind(dropLanguages, layoutId, locales);

/** Must be the last statement of its transaction, because it blocks the store's other writers until the end. */
export const layoutTotal = (storeId: string, category: Category, by: number) =>
  bind(addToTotal, storeId, category, by);

/** The category, or `null` if there was no layout at that version. */
export const deleteLayoutRow = async (tx: Queries, id: string, version: number | null) =>
  (await tx.rows(bind(remove, id, version)))[0] ?? null;

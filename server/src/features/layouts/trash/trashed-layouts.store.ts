import { bind, type Queries, statement } from '../../../kernel/ports.ts';

/** When a layout and its languages were made and changed, which no version says. */
export interface LayoutTimes {
  createdAt: string;
  /** Made and changed, by locale. */
  languages: Record<string, [createdAt: string, updatedAt: string]>;
}

const times = statement<LayoutTimes & { name: string }>(
  'layout_times',
  `select l.name, to_json(l.created_at) #>> '{}' as "createdAt",
     (select json_object_agg(n.locale, json_build_array(n.created_at, n.updated_at)) from layout_languages n
      where n.store_id = l.store_id and n.layout_id = l.id) as languages
   from layouts l where l.id = $1 for update of l`,
);
const keepVersions = statement<never>(
  'trash_layout_versions',
  `insert into trash_versions (store_id, item_id, version, about, snapshot)
   select v.store_id, v.layout_id, v.version,
     json_build_object('source', v.source, 'authorType', v.author_type, 'authorName', v.author_name,
       'summary', v.summary, 'subject', v.subject, 'locales', v.locales, 'createdAt', v.created_at),
     v.snapshot
   from layout_versions v where v.layout_id = $1`,
);
const returnVersions = statement<never>(
  'trash_layout_versions_back',
  `insert into layout_versions
     (store_id, layout_id, version, source, author_type, author_name, summary, subject, locales, snapshot, created_at)
   select v.store_id, v.item_id, v.version, a."source", a."authorType", a."authorName", a."summary", a."subject",
     a."locales", v.snapshot, a."createdAt"
   from trash_versions v, json_to_record(v.about) as a("source" text, "authorType" text, "authorName" text,
     "summary" text, "subject" text, "locales" text[], "createdAt" timestamptz)
   where v.item_id = $1`,
);
const setTimes = statement<never>(
  'layout_times_set',
  'update layouts set version = $2, created_at = $3, updated_at = clock_timestamp() where id = $1',
);
const setLanguageTimes = statement<never>(
  'layout_language_times_set',
  `update layout_languages n set created_at = (t.value ->> 0)::timestamptz, updated_at = (t.value ->> 1)::timestamptz
   from json_each($2::json) t where n.layout_id = $1 and n.locale = t.key`,
);

/** `null` if there is no such layout, which is locked otherwise. */
export const lockTimes = async (tx: Queries, id: string) => (await tx.rows(bind(times, id)))[0] ?? null;

export const versionsIntoTrash = (id: string) => bind(keepVersions, id);
export const versionsOutOfTrash = (id: string) => bind(returnVersions, id);

/** After the layout and its languages were inserted. */
export const timesAsTheyWere = (id: string, version: number, { createdAt, languages }: LayoutTimes) => [
  bind(setTimes, id, version, createdAt),
  bind(setLanguageTimes, id, JSON.stringify(languages)),
];

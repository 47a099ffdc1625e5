import { bind, type Queries, statement } from '../../../kernel/ports.ts';

/** When a layout and its languages were created and changed. Versions do not record this. */
export interface LayoutTimes {
  createdAt: string;
  /** Created and changed, by locale. */
  languages: Record<string, [createdAt: string, updatedAt: string]>;
}

const times = statement<LayoutTimes & { name: string }>(
  'layout_times',
  `select l.name, to_json(l.created_at) #>> '{}' as "createdAt",
     (select json_object_agg(n.locale, json_build_array(n.created_at, n.updated_at)) from layout_languages n
      where n.store_id = l.store_id and n.layout_id = l.id) as languages
   from layouts l where l.id = $1 for update of l`,
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

/** Locks the layout; `null` if there is none. */
export const lockLayoutTimestamps = async (tx: Queries, id: string) =>
  (await tx.rows(bind(times, id)))[0] ?? null;

/** Runs after the layout and its languages have been inserted. */
export const restoreLayoutTimes = (id: string, version: number, { createdAt, languages }: LayoutTimes) => [
  bind(setTimes, id, version, createdAt),
  bind(setLanguageTimes, id, JSON.stringify(languages)),
];

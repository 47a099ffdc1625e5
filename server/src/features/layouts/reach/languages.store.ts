import { bind, briefRead, type Queries } from '../../../kernel/ports.ts';

const locales = briefRead<{ locale: string }>(
  'layout_locales',
  `select n.locale from layouts l join layout_languages n on n.store_id = l.store_id and n.layout_id = l.id
   where l.id = $1 order by n.locale <> l.default_locale, n.locale collate "C"`,
);

/** The main one first. */
export const localesOfLayout = async (db: Queries, id: string) =>
  (await db.rows(bind(locales, id))).map(({ locale }) => locale);

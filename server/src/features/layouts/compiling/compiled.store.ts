import { bind, briefRead, type CompiledDesign, type Queries, statement } from '../../../kernel/ports.ts';

// Locked: the language could be deleted between the select and the insert.
const put = statement<never>(
  'compiled_language_put',
  `insert into compiled_languages (store_id, layout_id, locale, input, compiled)
   select $1, $2, $3, $4, $5 from layout_languages where layout_id = $2 and locale = $3 for key share
   on conflict (store_id, layout_id, locale) do update set input = excluded.input, compiled = excluded.compiled`,
);
const selectOne = briefRead<{ compiled: CompiledDesign }>(
  'compiled_language_get',
  'select compiled from compiled_languages where layout_id = $1 and locale = $2 and input = $3',
);

/** Stores nothing if the language has been deleted meanwhile. */
export const compiledRow = (
  storeId: string,
  layoutId: string,
  locale: string,
  input: Buffer,
  compiled: CompiledDesign,
) => bind(put, storeId, layoutId, locale, input, JSON.stringify(compiled));

/** The stored result of this exact input. */
export const findCompiled = async (db: Queries, layoutId: string, locale: string, input: Buffer) =>
  (await db.rows(bind(selectOne, layoutId, locale, input)))[0]?.compiled ?? null;

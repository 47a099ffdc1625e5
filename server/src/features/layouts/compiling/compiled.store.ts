import { bind, briefRead, type CompiledDesign, type Queries, statement } from '../../../kernel/ports.ts';

/** How many results to keep per language, newest first: one for each base URL and release in use. */
const KEPT = 4;

// Locks the language, which could be deleted between the select and the insert. The delete doesn't see the
// row inserted here, so it counts only the other rows. It skips rows that a concurrent statement is already
// deleting instead of waiting for them.
const put = statement<never>(
  'compiled_mail_put',
  `with made as (
     insert into compiled_mails (store_id, layout_id, locale, input, compiled)
     select $1, $2, $3, $4, $5 from layout_languages where layout_id = $2 and locale = $3 for key share
     on conflict (store_id, layout_id, locale, input) do update set made_at = now()
   )
   delete from compiled_mails where layout_id = $2 and locale = $3 and input in (
     select input from compiled_mails where layout_id = $2 and locale = $3 and input <> $4
     order by made_at desc, input offset ${KEPT - 1} for update skip locked)`,
);
const selectOne = briefRead<{ compiled: CompiledDesign }>(
  'compiled_mail_get',
  'select compiled from compiled_mails where layout_id = $1 and locale = $2 and input = $3',
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

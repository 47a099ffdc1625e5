-- The store's condition must not use the primary key: PostgreSQL does not know how many executions the store has, takes
-- it for a small one, and reads all its entries in every month. As text, the condition only filters what has the words.
create or replace function executions_with_words(wanted bigint[], low uuid, high uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select w.execution_id from execution_words w
    where w.store_id::text = nullif(current_setting('outstep.store', true), '')::uuid::text
      and w.words @> wanted and w.execution_id >= low and w.execution_id < high
  $$;

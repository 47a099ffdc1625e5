-- Which end of a key its owners were told of.
alter table api_keys add column noticed_end timestamptz;

-- Tells owners of keys that end within so many days, and within the second half of their life; once for each end.
create function notice_ending_keys(days integer, most integer) returns integer
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with due as (
      select k.store_id, k.id from api_keys k
      where k.revoked_at is null and k.expires_at > now() and k.expires_at <= now() + make_interval(days => days)
        and k.expires_at - now() < (k.expires_at - k.created_at) / 2 and k.noticed_end is distinct from k.expires_at
      limit most for update skip locked
    ), ending as (
      update api_keys k set noticed_end = k.expires_at from due where k.store_id = due.store_id and k.id = due.id
      returning k.store_id, k.prefix, k.expires_at
    ), told as (
      insert into people_notices (person_id, id, at, operation, about_store, detail, by_operator)
      select m.person_id, gen_random_uuid(), now(), 'key_ends', e.store_id,
        'Key: ' || e.prefix || '…' || chr(10) || 'Ends: '
          || to_char(e.expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC', false
      from ending e join store_members m on m.store_id = e.store_id and m.role = 'owner'
    )
    select count(*)::integer from ending
  $$;

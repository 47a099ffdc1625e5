-- Whether a key can search history by recipient: masked addresses would be no secret to a key that can test guesses.
alter table api_keys add column recipient_search boolean not null default false;

drop function key_by_hash(bytea);
create function key_by_hash(wanted bytea)
  returns table (
    id uuid, store_id uuid, store_name text, name text, prefix text, level text,
    created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz,
    allowed_addresses text[], suspended_why text, recipient_search boolean
  )
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select k.id, k.store_id, s.name, k.name, k.prefix, k.level, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
      k.allowed_addresses, case when s.suspended_at is not null then s.suspended_why end, k.recipient_search
    from api_keys k join stores s on s.id = k.store_id
    where k.hash = wanted
  $$;

-- From where a key may be used (CIDR; from anywhere if there are none), and from where it was used last.
alter table api_keys add column allowed_addresses text[] not null default '{}', add column last_used_address text;

drop function key_by_hash(bytea);
create function key_by_hash(wanted bytea)
  returns table (
    id uuid, store_id uuid, store_name text, name text, prefix text, level text,
    created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz,
    allowed_addresses text[]
  )
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select k.id, k.store_id, s.name, k.name, k.prefix, k.level, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
      k.allowed_addresses
    from api_keys k join stores s on s.id = k.store_id
    where k.hash = wanted
  $$;

-- Processes of the release before know the one with two arguments.
create function touch_keys(ids uuid[], used timestamptz[], addresses text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update api_keys k set last_used_at = u.used, last_used_address = u.address
    from unnest(ids, used, addresses) as u (id, used, address)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at <= u.used)
  $$;

-- How much a store may have, and an account. The operator sets it; what is not set for a store is the default.
create table default_limits (
  name text primary key,
  value bigint not null check (value >= 0)
);
insert into default_limits (name, value) values
  ('stores', 100), ('keys', 50), ('layouts', 1000), ('requests', 1000), ('files', 10000),
  ('file-bytes', 10737418240), ('people', 200), ('test-mails', 200);

create table store_limits (
  store_id uuid not null references stores (id),
  name text not null,
  value bigint not null check (value >= 0),
  primary key (store_id, name)
);

-- How many stores somebody may have made, where it is not the default.
create table account_limits (
  account_id text primary key,
  stores bigint not null check (stores >= 0)
);

-- Test mails that people of a store sent in an hour.
create table test_mail_usage (
  store_id uuid not null references stores (id),
  hour timestamptz not null,
  used bigint not null check (used >= 0),
  primary key (store_id, hour)
);

-- Null where there is no limit.
create function limit_of(store uuid, kind text) returns bigint
  language sql stable set search_path = pg_catalog, public, pg_temp
  as $$
    select case when kind = 'quota' then (select s.value::bigint from settings s where s.store_id = store and s.name = 'quota')
      else coalesce((select l.value from store_limits l where l.store_id = store and l.name = kind),
        (select d.value from default_limits d where d.name = kind)) end
  $$;

-- What counts against it; each is bounded by the limit itself, so counting stays cheap.
create function limit_used(store uuid, kind text) returns bigint
  language sql volatile set search_path = pg_catalog, public, pg_temp
  as $$
    select case kind
      when 'keys' then (select count(*) from api_keys k where k.store_id = store and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()))
      when 'layouts' then (select count(*) from layouts l where l.store_id = store)
      when 'requests' then (select count(*) from http_requests r where r.store_id = store)
      when 'files' then (select count(*) from files f where f.store_id = store)
      when 'file-bytes' then (select coalesce(sum(f.size), 0)::bigint from files f where f.store_id = store)
      when 'people' then (select count(*) from store_members m where m.store_id = store)
        + (select count(*) from store_invitations i where i.store_id = store and i.accepted_at is null
             and i.revoked_at is null and i.expires_at > now())
      when 'test-mails' then coalesce((select t.used from test_mail_usage t
        where t.store_id = store and t.hour = date_trunc('hour', now())), 0)
      when 'quota' then coalesce((select q.used from quota_usage q
        where q.store_id = store and q.month = date_trunc('month', now() at time zone 'utc')::date), 0)
    end
  $$;

-- After an insert, with the row counted: whoever inserts into the same store at once waits for the store's row, and then
-- sees what the other has committed, so that two never both take the last place. Foreign keys do not wait for this lock.
create function require_room() returns trigger
  language plpgsql volatile set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    kind text;
    allowed bigint;
  begin
    perform from stores s where s.id = new.store_id for no key update;
    foreach kind in array tg_argv loop
      allowed := limit_of(new.store_id, kind);
      if limit_used(new.store_id, kind) > allowed then
        raise exception 'limit' using errcode = 'OL001', detail = kind || ' ' || allowed;
      end if;
    end loop;
    return null;
  end
  $$;

create trigger require_room after insert on api_keys for each row execute function require_room('keys');
create trigger require_room after insert on layouts for each row execute function require_room('layouts');
create trigger require_room after insert on http_requests for each row execute function require_room('requests');
create trigger require_room after insert on files for each row execute function require_room('files', 'file-bytes');
create trigger require_room after insert on store_members for each row execute function require_room('people');
create trigger require_room after insert on store_invitations for each row execute function require_room('people');

-- The same for the stores of an account, which only the owner of the tables sees together.
create function require_account_room() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    allowed bigint;
  begin
    perform pg_advisory_xact_lock(hashtextextended('account ' || new.account_id, 0));
    select coalesce((select l.stores from account_limits l where l.account_id = new.account_id),
      (select d.value from default_limits d where d.name = 'stores')) into allowed;
    if (select count(*) from stores s where s.account_id = new.account_id and s.deleted_at is null) > allowed then
      raise exception 'limit' using errcode = 'OL001', detail = 'stores ' || allowed;
    end if;
    return null;
  end
  $$;
create trigger require_account_room after insert on stores for each row when (new.account_id is not null)
  execute function require_account_room();

-- A second factor: codes of an app on a phone, and recovery codes for when that is lost; both sealed.
alter table people add column two_factor_enabled boolean not null default false;

create table people_second_factors (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- Whether a first code has shown that the app on the phone has the secret.
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create unique index people_second_factors_by_person on people_second_factors (person_id);

-- Codes that were tried. A code is valid for a minute or two, and taken once.
create table people_used_codes (
  person_id text not null references people (id) on delete cascade,
  code text not null,
  used_at timestamptz not null default now(),
  primary key (person_id, code)
);

-- When the person has last proven who they are, and when the session was last used. Sessions that there are have proven
-- nothing lately.
alter table people_sessions
  add column proven_at timestamptz not null default '-infinity',
  add column seen_at timestamptz not null default now();
alter table people_sessions alter column proven_at set default now();

-- Asked with every call of the app, by the role that works for stores.
create function session_by_token(wanted text, idle_days integer, proof_minutes integer)
  returns table (id text, person_id text, name text, email text, has_second_factor boolean, is_proven boolean,
    is_stale boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    begin
      return query
        select s.id, p.id, p.name, p.email, p.two_factor_enabled,
          s.proven_at > now() - make_interval(mins => proof_minutes), s.seen_at < now() - interval '1 hour'
        from people_sessions s join people p on p.id = s.person_id
        where s.token = wanted and s.expires_at > now() and s.seen_at > now() - make_interval(days => idle_days)
          -- A column of a later migration, which is why this is looked at when it is called.
          and p.suspended_at is null;
    end
  $$;

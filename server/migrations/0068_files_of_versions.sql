-- A deleted file that a version still needs keeps its bytes, so it counts: otherwise adding, using and deleting files
-- would fill the disk.
create or replace function limit_used(store uuid, kind text) returns bigint
  language sql volatile set search_path = pg_catalog, public, pg_temp
  as $$
    select case kind
      when 'keys' then (select count(*) from api_keys k where k.store_id = store and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()))
      when 'layouts' then (select count(*) from layouts l where l.store_id = store)
      when 'drafts' then (select count(*) from layout_drafts d where d.store_id = store)
      when 'presets' then (select count(*) from presets p where p.store_id = store)
      when 'requests' then (select count(*) from http_requests r where r.store_id = store)
      when 'files' then (select count(*) from files f where f.store_id = store)
        + (select count(*) from deleted_files f where f.store_id = store)
      when 'file-bytes' then (select coalesce(sum(f.size), 0)::bigint from files f where f.store_id = store)
        + (select coalesce(sum(f.size), 0)::bigint from deleted_files f where f.store_id = store)
      when 'people' then (select count(*) from store_members m where m.store_id = store)
        + (select count(*) from store_invitations i where i.store_id = store and i.accepted_at is null
             and i.revoked_at is null and i.expires_at > now())
      when 'test-mails' then coalesce((select t.used from test_mail_usage t
        where t.store_id = store and t.hour = date_trunc('hour', now())), 0)
      when 'quota' then coalesce((select q.used from quota_usage q
        where q.store_id = store and q.month = date_trunc('month', now() at time zone 'utc')::date), 0)
    end
  $$;

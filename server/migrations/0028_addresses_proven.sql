-- Whether the link of an invitation reaches the owner of its address alone: it was mailed there, or the operator made it.
-- One that was shown to its inviter admits to their store and proves nothing to others. The operator's have an empty
-- invited_by.
alter table store_invitations add column proves_address boolean not null default false;

drop function invitation_by_token(bytea);
create function invitation_by_token(wanted bytea)
  returns table (store_id uuid, id uuid, store_name text, email text, role text, invited_by text, expires_at timestamptz,
    proves_address boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select i.store_id, i.id, s.name, i.email, i.role, i.invited_by, i.expires_at, i.proves_address
    from store_invitations i join stores s on s.id = i.store_id
    where i.token_hash = wanted and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  $$;

-- To which account a store belongs: that of the person who made it; null for one that is an account of its own.
-- What all stores of an account do is counted together where it could keep others waiting.
alter table stores add column account_id text;
-- Whoever made a store in the app became its owner in the same transaction.
update stores s set account_id = m.person_id
from store_members m where m.store_id = s.id and m.role = 'owner' and m.created_at = s.created_at;
-- squawk-ignore require-concurrent-index-creation
create index stores_by_account on stores (account_id) where account_id is not null;

-- As before; stores that were in the account of the person are accounts of their own from then on.
create or replace function delete_person(event_id uuid, person text, event_summary text, is_operator boolean,
  from_address text, from_agent text) returns text[]
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    orphans text[];
  begin
    -- Others who leave at this moment wait, so that two last owners cannot both go.
    perform from store_members o
    where o.role = 'owner' and o.store_id in (select m.store_id from store_members m where m.person_id = person)
    order by o.store_id, o.person_id for update;
    select coalesce(array_agg(s.name order by s.name), '{}') into orphans
    from store_members m join stores s on s.id = m.store_id
    where m.person_id = person and m.role = 'owner' and not exists (
      select from store_members o where o.store_id = m.store_id and o.role = 'owner' and o.person_id <> person);
    if orphans <> '{}' then
      return orphans;
    end if;
    perform record_people_event(event_id, now(), person, null, 'delete_account', event_summary, is_operator, from_address,
      from_agent);
    -- It outlives the person, and names nobody.
    update people_events set person_id = null, address = null, agent = null where id = event_id;
    update stores set account_id = null where account_id = person;
    delete from people where id = person;
    return orphans;
  end
  $$;

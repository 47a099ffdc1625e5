-- Finished executions that no workflow started, counted beside `execution_counts`, which counts all of them; workflows
-- are the difference. People start these one by one, so they are few, nobody waits for a row, and days stay days.
create table trigger_counts (
  store_id uuid not null references stores (id),
  day date not null,
  trigger text not null check (trigger in ('test', 'replay')),
  action_type text not null,
  -- The nil id stands for an execution whose layout or request is not known.
  action_config_id uuid not null,
  status text not null,
  count bigint not null,
  -- How many of them had warnings.
  warned bigint not null default 0,
  primary key (store_id, day, trigger, action_type, action_config_id, status)
);
alter table trigger_counts enable row level security;
alter table trigger_counts force row level security;
create policy own_store on trigger_counts using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update on trigger_counts to outstep_app;

-- What has run so far. One pass over history, which locks nothing.
insert into trigger_counts (store_id, day, trigger, action_type, action_config_id, status, count)
select store_id, day_of_id(id), trigger, action_type,
  coalesce(action_config_id, '00000000-0000-0000-0000-000000000000'), status, count(*)
from executions where trigger <> 'workflow' and status <> 'PENDING' group by 1, 2, 3, 4, 5, 6;

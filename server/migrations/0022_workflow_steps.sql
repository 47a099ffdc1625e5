-- What each step of a workflow uses now: one layout or one HTTP request, the last that it was saved or run with.
-- No foreign key: a step keeps using what was deleted, and a layout that comes back under its id has its steps again.
create table workflow_steps (
  store_id uuid not null references stores (id),
  platform text not null,
  -- Empty where the platform does not name it.
  workflow text not null,
  step_id text not null,
  action_type text not null check (action_type in ('EMAIL', 'HTTP_REQUEST')),
  action_config_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (store_id, platform, workflow, step_id)
);
create index workflow_steps_by_config on workflow_steps (store_id, action_config_id);
alter table workflow_steps enable row level security;
alter table workflow_steps force row level security;
create policy own_store on workflow_steps using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on workflow_steps to outstep_app;

-- `step_references` had a row for every layout that a step ever used. Nothing reads it from here on; processes of the
-- release before still write to it while they are replaced, so the first migration after 0.3.0 drops it.
insert into workflow_steps (store_id, platform, workflow, step_id, action_type, action_config_id, seen_at)
select distinct on (store_id, platform, step_id) store_id, platform, '', step_id, 'EMAIL', layout_id, seen_at
from step_references order by store_id, platform, step_id, seen_at desc;

-- The workflow of a run, in its own words; null for tests and for runs from before this file.
alter table executions add column workflow text;

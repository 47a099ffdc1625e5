-- Every store has a capture mailbox. It is the default sender until the store has had a sender that really sends; if that
-- one is deleted, steps fail again: mail of a store that was live is never captured because somebody removed a sender.
alter table stores add column first_sender_at timestamptz;
update stores s set first_sender_at = now()
where exists (select from smtp_senders o where o.store_id = s.id)
  or exists (select from mailboxes o where o.store_id = s.id)
  -- Its sender may have been deleted, or workflows may count on the failure.
  or exists (select from executions e where e.store_id = s.id and e.action_type = 'EMAIL' and e.trigger = 'workflow');

-- Noted here and not by whoever adds the sender: the release before adds some too, while it is replaced or after a way
-- back, and its stores must not go on being captured.
create function end_test_mode() returns trigger
  language plpgsql volatile set search_path = pg_catalog, public, pg_temp
  as $$
  begin
    update stores set first_sender_at = now() where id = new.store_id and first_sender_at is null;
    return null;
  end
  $$;
create trigger end_test_mode after insert on smtp_senders for each row execute function end_test_mode();
create trigger end_test_mode after insert on mailboxes for each row execute function end_test_mode();

-- Whether a mail went to the capture mailbox, or was to go there; counted as a test, whatever started it.
alter table executions add column captured boolean not null default false;

-- Mails of the capture mailbox: what a list shows, and the rest, both sealed. One for each delivery that ended so.
create table captured_mails (
  store_id uuid not null references stores (id),
  id uuid not null,
  execution_id uuid not null,
  position smallint not null,
  captured_at timestamptz not null default now(),
  summary bytea not null,
  content bytea not null,
  -- Of both.
  bytes integer not null,
  primary key (store_id, id),
  unique (store_id, execution_id, position)
);
-- For `outstep maintain`, over all stores.
create index captured_mails_by_age on captured_mails (captured_at);

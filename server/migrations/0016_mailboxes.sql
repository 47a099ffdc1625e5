-- Counts the tokens a mailbox has had, so that whoever saw an old one cannot undo a newer one.
alter table mailboxes add column token_revision integer not null default 0;
-- Until then one process asks the provider for a new token, and the others wait for it.
alter table mailboxes add column refreshing_until timestamptz;
-- Connected again, it is the same mailbox. Nobody could connect one before, so there is nothing to wait for.
-- squawk-ignore require-concurrent-index-creation
create unique index mailboxes_by_address on mailboxes (store_id, provider, lower(address));

-- A mailbox that somebody is about to connect: what the provider's answer is held against, once.
create table mailbox_attempts (
  store_id uuid not null references stores (id),
  -- SHA-256 of the state that the provider sends back. The state itself is nowhere.
  state_hash bytea not null,
  provider text not null check (provider in ('google', 'microsoft')),
  -- SHA-256 of the id of the session in which it was begun: in no other is it finished.
  session_hash bytea not null,
  -- The PKCE verifier and the nonce, sealed with the store's data key.
  sealed bytea not null,
  expires_at timestamptz not null,
  primary key (store_id, state_hash)
);
alter table mailbox_attempts enable row level security;
alter table mailbox_attempts force row level security;
create policy own_store on mailbox_attempts using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, delete on mailbox_attempts to outstep_app;

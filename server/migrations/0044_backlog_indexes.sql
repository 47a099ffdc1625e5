-- outside a transaction: deliveries and stores are used all the time.
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
create index concurrently if not exists deliveries_waiting on deliveries (action_type, due_at) where state = 'planned';
create index concurrently if not exists stores_suspended on stores (id) where suspended_at is not null;
create index concurrently if not exists repository_changes_by_age on repository_changes (made_at);
create index concurrently if not exists erasures_by_age on erasures (created_at);

-- outside a transaction: senders are used all the time.
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
create index concurrently if not exists smtp_senders_by_domain_due on smtp_senders (domain_due_at);

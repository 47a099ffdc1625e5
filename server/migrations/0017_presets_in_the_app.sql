-- Presets are changed by people, of whom the second one is told when two change the same.
alter table presets add column revision integer not null default 1;

-- The list of unsubscribed addresses, newest first. Building it keeps writers waiting for a second or so a million rows.
-- squawk-ignore require-concurrent-index-creation
create index unsubscribes_by_age on unsubscribes (store_id, created_at desc, address_mac);

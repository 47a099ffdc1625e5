-- With which masking rules the HTTP requests of a store were gone through, and when last (mask-requests.ts). Those that an
-- earlier release saved are readable where only later rules know a credential, so they are masked again. New stores
-- start at 0 as well: while an upgrade is under way, processes of the release before save requests in them too.
alter table stores add column requests_masked_by integer not null default 0, add column requests_masked_at timestamptz;

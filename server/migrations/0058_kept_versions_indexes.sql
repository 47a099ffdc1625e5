-- outside a transaction: versions are written all the time.
-- squawk-ignore-file ban-concurrent-index-creation-in-transaction
create index concurrently if not exists layout_versions_kept on layout_versions (kept_at) where kept_at is not null;
create index concurrently if not exists preset_versions_kept on preset_versions (kept_at) where kept_at is not null;
create index concurrently if not exists http_request_versions_kept on http_request_versions (kept_at)
  where kept_at is not null;

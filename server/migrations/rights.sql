-- Who may do what, said once. `outstep migrate` applies this file every time, after the numbered ones, so that a database
-- restored where these roles did not exist is whole again. It only adds: a right is taken away by a numbered file.
-- Which rows are meant, row-level security says; `outstep_operator` is named by its policies alone and needs no grant.

grant usage on schema public to outstep_app, outstep_people;

grant select on default_limits, execution_sums, sending_hold to outstep_app;
grant select, insert on audit_log, store_keys to outstep_app;
grant select, insert, delete on runs to outstep_app;
grant select, insert, update, delete on http_request_versions, layout_versions, preset_versions to outstep_app;
grant select, insert, delete on captured_mails, execution_recipients, file_references, mailbox_attempts, platform_secrets, preset_references, trash_versions to outstep_app;
grant select, insert, update on api_keys, deliveries, execution_counts, executions, layout_totals, quota_usage,
  store_invitations, stores, test_mail_usage, trigger_counts to outstep_app;
grant select, insert, update, delete on alert_choices, alert_messages, alert_signals, alert_webhooks, alerts, compiled_languages, compiled_mails, deleted_files, dkim_keys, erasures, execution_words, files, http_requests,
  idempotent_answers, layout_drafts, layout_languages, layouts, mailboxes, presets, repository_changes, repository_connections, secrets,
  settings, shopify_shops, smtp_senders, step_inputs, step_references, store_limits, store_members, suppressions, trash, unsubscribes,
  workflow_steps to outstep_app;

grant select, insert, update, delete on people, people_accounts, people_devices, people_limits, people_passkeys,
  people_rate_limits, people_second_factors, people_sessions, people_setup_code, people_used_codes, people_verifications to outstep_people;
grant select on people_events to outstep_people;

-- PostgreSQL lets everybody call a new function, and one that is restored without its rights is new.
revoke all on function
  -- For the owner of the tables alone.
  end_test_mode(), fold_execution_counts(integer), give_up_held_deliveries(integer, text), guard_store_table(regclass), maintain_history(integer, integer), maintain_ledger(),
  maintain_months_of(text, integer, integer), maintain_recipients(integer, integer), make_history_month(timestamptz), require_account_room(), require_room(),
  -- For who signs people in.
  delete_person(uuid, text, text, boolean, text, text),
  record_people_event(uuid, timestamptz, text, text, text, text, boolean, text, text),
  record_people_event(uuid, timestamptz, text, text, text, text, boolean, text, text, interval),
  -- For the application.
  announce_process(uuid, text, text, integer, text[]), withdraw_process(uuid),
  begin_store_deletion(text, text), delete_store_rows(integer), finish_store_deletion(), stores_to_delete(),
  day_of_id(uuid), executions_with_words(bigint[], uuid, uuid), first_id_of(timestamptz), invitation_by_token(bytea), key_by_hash(bytea), languages_of_people(text[]),
  end_people_notice(text, uuid), notice_ending_keys(integer, integer), take_people_notices(integer, double precision),
  notify_owners(uuid, timestamptz, text, text, text, boolean, text, text),
  limit_of(uuid, text), limit_used(uuid, text),
  keys_changed_within(double precision), members_of_store(), read_backlog(integer), session_by_token(text, integer, integer),
  store_of_key(uuid), stores_of_person(text),
  stores_of_shop(text), take_due_erasures(integer, double precision), take_overdue_deliveries(integer, double precision),
  stores_with_alert_work(timestamptz, integer), take_alert_messages(timestamptz, integer, double precision),
  take_due_domains(timestamptz, integer),
  take_overdue_repositories(integer, double precision), touch_keys(uuid[], timestamptz[]),
  touch_keys(uuid[], timestamptz[], text[])
  from public;
grant execute on function
  announce_process(uuid, text, text, integer, text[]), withdraw_process(uuid),
  begin_store_deletion(text, text), delete_store_rows(integer), finish_store_deletion(), stores_to_delete(),
  day_of_id(uuid), executions_with_words(bigint[], uuid, uuid), first_id_of(timestamptz), invitation_by_token(bytea), key_by_hash(bytea), languages_of_people(text[]),
  end_people_notice(text, uuid), notice_ending_keys(integer, integer), take_people_notices(integer, double precision),
  notify_owners(uuid, timestamptz, text, text, text, boolean, text, text),
  limit_of(uuid, text), limit_used(uuid, text),
  keys_changed_within(double precision), members_of_store(), read_backlog(integer), session_by_token(text, integer, integer),
  store_of_key(uuid), stores_of_person(text),
  stores_of_shop(text), take_due_erasures(integer, double precision), take_overdue_deliveries(integer, double precision),
  stores_with_alert_work(timestamptz, integer), take_alert_messages(timestamptz, integer, double precision),
  take_due_domains(timestamptz, integer),
  take_overdue_repositories(integer, double precision), touch_keys(uuid[], timestamptz[]),
  touch_keys(uuid[], timestamptz[], text[])
  to outstep_app;
grant execute on function
  delete_person(uuid, text, text, boolean, text, text),
  record_people_event(uuid, timestamptz, text, text, text, text, boolean, text, text),
  record_people_event(uuid, timestamptz, text, text, text, text, boolean, text, text, interval)
  to outstep_people;

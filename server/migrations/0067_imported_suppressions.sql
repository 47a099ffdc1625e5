-- Whether an address is suppressed because an imported list says that it bounced: `reason` is then the list's word for it.
alter table suppressions add column imported boolean not null default false;

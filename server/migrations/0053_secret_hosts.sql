-- Where a secret may be sent: up to 20 patterns of hosts, null for any host, as it was before.
alter table secrets add column hosts text[];
-- Whether emails may contain it. The release before writes secrets without it, and sends them in emails.
alter table secrets add column allow_in_email boolean not null default true;

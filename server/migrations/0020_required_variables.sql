-- Paths below `variables` that a step must send, or its mail is not sent.
alter table layouts add column required_variables text[] not null default '{}';

-- In a transaction of its own: looking through every translation takes long, and `alter table` holds up whoever reads one.
-- In what a translation was written for, a text that is still a copy is null; all others are strings.
update layout_languages set incomplete = true where written_for::text ~ '[^\\]":null[,}]';

-- Where a call came from: the address on the network, and what the caller's program says of itself.
alter table audit_log add column address text, add column agent text;

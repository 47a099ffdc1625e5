-- A planner that does not know how few rows are asked for reads and sorts the whole line, 100 000 waiting steps in 300 ms;
-- the index has them in order.
alter function take_overdue_deliveries(integer, double precision) set enable_sort = off;
alter function take_overdue_deliveries(integer, double precision) set enable_seqscan = off;
alter function take_overdue_deliveries(integer, double precision) set enable_bitmapscan = off;

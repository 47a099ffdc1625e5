import type { Backlog } from '../../../kernel/backlog.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';

/** Counted up to so many: a longer line takes no longer to look at. */
export const MAX_COUNTED = 5_000;

const read = statement<Backlog>('backlog_read', 'select * from read_backlog($1)');

export async function readBacklog(outside: Queries): Promise<Backlog> {
  const [row] = await outside.rows(bind(read, MAX_COUNTED));
  return row as Backlog;
}

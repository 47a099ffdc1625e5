import type { Backlog } from '../../../kernel/backlog.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';

/** Counting stops here, so that a longer backlog takes no longer to read. */
export const MAX_COUNTED = 5_000;

const read = statement<Backlog>('backlog_read', 'select * from read_backlog($1)');

export async function readBacklog(outside: Queries): Promise<Backlog> {
  const [row] = await outside.rows(bind(read, MAX_COUNTED));
  return row as Backlog;
}

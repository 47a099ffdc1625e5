import type { LaneWork } from '../../../kernel/engine.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';
import { msFromNow } from './ledger.store.ts';

const takeOverdue = statement<LaneWork>(
  'deliveries_take_overdue',
  'select * from take_overdue_deliveries($1, $2)',
);

/** Work of every store that is due for a check by the sweeper. */
export const claimOverdueWork = (outside: Queries, most: number, patienceMs: number): Promise<LaneWork[]> =>
  outside.rows(bind(takeOverdue, most, patienceMs / 1000));

const resetSweep = statement(
  'delivery_sweep_soon',
  `update deliveries set sweeps = 0, sweep_at = ${msFromNow('$4')}
   where execution_id = $1 and position = $2 and attempt = $3 and sweeps > 0 and sweep_at is not null`,
);

/** Makes the sweeper check soon again: only work that is known to wait is checked less and less often. */
export const resetWorkSweep = (
  db: Queries,
  { executionId, position, attempt }: LaneWork,
  patienceMs: number,
) => db.rows(bind(resetSweep, executionId, position, attempt, patienceMs));

const raiseGeneration = statement<{ generation: number }>(
  'delivery_raise_generation',
  `update deliveries set generation = generation + 1
   where execution_id = $1 and position = $2 and attempt = $3 and generation = $4
     and state in ('planned', 'claimed', 'data')
   returning generation`,
);

/** The same work as a new submission, because the last one ran without effect; `null` if it has moved on. */
export async function renewWork(db: Queries, work: LaneWork): Promise<LaneWork | null> {
  const { executionId, position, attempt, generation } = work;
  const [row] = await db.rows(bind(raiseGeneration, executionId, position, attempt, generation));
  return row ? { ...work, generation: row.generation } : null;
}

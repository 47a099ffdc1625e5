import { RUN_DAYS } from './runs.schema.ts';
import { windowStart } from './stats.rules.ts';

export interface RunWindow {
  /** The first moment of its first day, in UTC. */
  from: Date;
  /** The first month that begins in the window; from there on, counters have the runs of each layout. */
  monthsFrom: Date;
}

/** The last thirty days, including today. */
export function runWindow(now: Date): RunWindow {
  const from = windowStart(now, RUN_DAYS);
  const month = from.getUTCDate() === 1 ? 0 : 1;
  return { from, monthsFrom: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + month, 1)) };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { OperationError } from '../../../kernel/error.ts';

const PAUSE_MS = 200;
const GIVE_UP_MS = 60_000;

/**
 * For recording what has already happened: a short outage of the database must not leave the outcome unknown.
 * `record` may run twice, and the second run must have no effect.
 */
export async function retryWhileDatabaseDown<T>(record: () => Promise<T>): Promise<T> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await record();
    } catch (error) {
      const away = error instanceof OperationError && error.kind === 'unavailable';
      if (!away || performance.now() > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

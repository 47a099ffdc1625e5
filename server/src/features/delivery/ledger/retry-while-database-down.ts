import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../../kernel/error.ts';

const PAUSE_MS = 200;
const GIVE_UP_MS = 60_000;

/**
 * Records what has already happened: a database that is away for a moment must not make it unknown. What is written
 * this way can be written twice and changes nothing the second time.
 */
export async function retryWhileDatabaseDown<T>(record: () => Promise<T>): Promise<T> {
  const until = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await record();
    } catch (error) {
      const away = error instanceof Refusal && error.code === 'unavailable';
      if (!away || performance.now() > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

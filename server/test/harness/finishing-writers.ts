import {
  type ExecutionOutcome,
  finishExecution,
} from '../../src/features/records/history/record-execution.store.ts';
import { message } from '../../src/kernel/messages/message.ts';
import type { StoreDatabase } from '../../src/kernel/ports.ts';

const outcomeOf = (number: number): ExecutionOutcome => ({
  status: number % 4 === 0 ? 'FAILED' : 'SUCCESS',
  error: number % 4 === 0 ? message('target_answered', { status: 503 }) : null,
  request: { method: 'POST', url: 'https://warehouse.example.com/orders' },
  response: { status: number % 4 === 0 ? 503 : 200 },
  timeline: [],
  attempts: 1,
  startedAt: null,
  finishedAt: new Date(),
});

/** Runs this many writers at once; each takes the next free ID. */
export async function runFinishingWriters(db: StoreDatabase, ids: readonly string[], writers: number) {
  const next = ids.entries();
  const finished = await Promise.all(
    Array.from({ length: writers }, async () => {
      let mine = 0;
      for (const [number, id] of next) if (await finishExecution(db, id, outcomeOf(number))) mine++;
      return mine;
    }),
  );
  return finished.reduce((sum, mine) => sum + mine, 0);
}

/** Checks repeatedly until the work is done, and at least once; collects every unexpected result. */
export async function pollWhile<T>(work: Promise<T>, ask: () => Promise<string[]>) {
  let done = false;
  const ended = work.finally(() => {
    done = true;
  });
  const wrong: string[] = [];
  let asked = 0;
  do {
    wrong.push(...(await ask()));
    asked++;
  } while (!done);
  return { result: await ended, asked, wrong };
}

import { Gauge, type Registry } from 'prom-client';
import type { Backlog } from '../../kernel/backlog.ts';

/** However often metrics are scraped, the database is queried no more often than this. */
const FRESH_MS = 5_000;
/** Scrapers give up after ten seconds, and the other metrics are useful even while the database is down. */
const PATIENCE_MS = 2_000;

/** Runs one query at a time and reuses its result for a while; `null` while there is none. */
function keepFresh<T>(ask: () => Promise<T>, freshMs: number): () => Promise<T | null> {
  let answer: Promise<T | null> | undefined;
  let until = 0;
  return async () => {
    if (!answer || performance.now() >= until) {
      // Prevents other queries while this one is running.
      until = Number.POSITIVE_INFINITY;
      answer = ask().catch(() => null);
      void answer.then(() => {
        until = performance.now() + freshMs;
      });
    }
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise<null>((resolve) => {
      late = setTimeout(resolve, PATIENCE_MS, null);
    });
    return Promise.race([answer, patience]).finally(() => clearTimeout(late));
  };
}

/**
 * Metrics from the database. While it does not respond they are absent, because an old value would suggest
 * that all is well.
 */
export function addBacklogMetrics(
  registry: Registry,
  readBacklog: () => Promise<Backlog>,
  freshMs = FRESH_MS,
): void {
  const read = keepFresh(readBacklog, freshMs);
  const registers = [registry];
  const add = (name: string, help: string, pick: (values: Backlog) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const values = await read();
        if (values) this.set(pick(values));
        else this.remove();
      },
    });
  const addByKind = (name: string, help: string, pick: (values: Backlog) => { http: number; mail: number }) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      async collect() {
        this.reset();
        const values = await read();
        if (values) for (const [kind, value] of Object.entries(pick(values))) this.set({ kind }, value);
      },
    });
  addByKind(
    'outstep_deliveries_waiting',
    'Deliveries of all stores that are due and that no worker has begun, counted up to 5000.',
    ({ httpWaiting: http, mailWaiting: mail }) => ({ http, mail }),
  );
  addByKind(
    'outstep_delivery_oldest_wait_seconds',
    'How long the oldest of them has been due, without those of suspended stores; 0 when none waits.',
    ({ httpSeconds: http, mailSeconds: mail }) => ({ http, mail }),
  );
  add(
    'outstep_repository_push_lag_seconds',
    'Age of the oldest version that is not a commit yet, without repositories that a person has to connect again.',
    ({ pushSeconds }) => pushSeconds,
  );
  add(
    'outstep_erasure_lag_seconds',
    'Age of the oldest erasure of a customer that is not carried out yet.',
    ({ erasureSeconds }) => erasureSeconds,
  );
  add('outstep_sending_held', '1 while everything is on hold after a restore.', ({ isHeld }) =>
    Number(isHeld),
  );
}

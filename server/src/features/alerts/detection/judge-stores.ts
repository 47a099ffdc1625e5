import type { Queries, StoreDatabase } from '../../../kernel/ports.ts';
import { judgeStore } from './judge-store.ts';
import { findStoresWithWork } from './signals.store.ts';

const PAGE = 100;
const AT_ONCE = 4;

export interface JudgeStoresContext {
  /** Calls a fixed list of functions; sees no store's rows. */
  outside: Queries;
  forStore(storeId: string): StoreDatabase;
  newId(): string;
  now(): Date;
  mails: boolean;
  isStopping(): boolean;
  onError(error: unknown, storeId: string): void;
}

/**
 * Turns what was signalled into alerts, and looks again at those that are open; how many stores had something. A store
 * that fails does not keep the others waiting, and is looked at once a run.
 */
export async function judgeStores(judging: JudgeStoresContext): Promise<number> {
  const { outside, forStore, newId, mails, isStopping, onError } = judging;
  const seen = new Set<string>();
  for (;;) {
    const now = judging.now();
    const waiting = (await findStoresWithWork(outside, now, PAGE)).filter((id) => !seen.has(id));
    if (waiting.length === 0 || isStopping()) return seen.size;
    for (let i = 0; i < waiting.length && !isStopping(); i += AT_ONCE)
      await Promise.all(
        waiting.slice(i, i + AT_ONCE).map(async (storeId) => {
          seen.add(storeId);
          await judgeStore({ db: forStore(storeId), storeId, newId, now, mails }).catch((error) =>
            onError(error, storeId),
          );
        }),
      );
  }
}

import type { Engine } from '../../../kernel/engine.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { deleteRows, engineNamesOf, finishDeletion, storesToDelete } from './deletion.store.ts';

/**
 * A page is one transaction, small enough to hold its locks for milliseconds, even with files of versions.
 */
const PAGE = 1_000;

export type DeletionContext = Pick<Context, 'storeId' | 'db' | 'files'> & { engine: Pick<Engine, 'forget'> };

/**
 * Deletes everything of a store whose deletion has begun and returns the number of rows, or `null` if it was
 * stopped. It can be interrupted anywhere and restarted by any process: the store's own row goes last, and
 * until then marks the deletion as unfinished.
 */
export async function deleteEverything(
  ctx: DeletionContext,
  isStopping: () => boolean = () => false,
): Promise<number | null> {
  const { db, engine, files, storeId } = ctx;
  const { lanes, repositories } = await engineNamesOf(db);
  const forget = () => engine.forget([`store:${storeId}`, `capture:${storeId}`, ...lanes], repositories);
  await forget();
  let rows = 0;
  do {
    for (let gone = PAGE; gone > 0; rows += gone) {
      if (isStopping()) return null;
      gone = await deleteRows(db, PAGE);
    }
    // Work that was under way when the deletion began may have been submitted since.
    await forget();
    await files.clear();
  } while (!(await finishDeletion(db)));
  return rows;
}

export interface DeleteDueOptions {
  /** Calls a fixed list of functions; sees no store's rows. */
  outside: Queries;
  contextOf(storeId: string): DeletionContext;
  isStopping(): boolean;
}

/** Deletes all stores whose deletion has begun; returns how many. A failure does not stop the rest. */
export async function deleteDueStores({ outside, contextOf, isStopping }: DeleteDueOptions): Promise<number> {
  let done = 0;
  const problems: unknown[] = [];
  for (const storeId of await storesToDelete(outside)) {
    try {
      if ((await deleteEverything(contextOf(storeId), isStopping)) === null) return done;
      done++;
    } catch (error) {
      problems.push(error);
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, 'not every store could be deleted');
  return done;
}

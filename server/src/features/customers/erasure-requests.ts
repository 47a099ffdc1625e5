import type { BoundStatement, Queries, SealContext } from '../../kernel/ports.ts';
import { type EraseContext, type ErasureCounts, ErasureInterrupted, erase } from './erase-data.ts';
import {
  claimDueErasures,
  deleteErasure,
  type ErasureRow,
  findErasure,
  insertErasure,
} from './erasures.store.ts';

/** Binds the sealed address of an erasure to its row. */
const erasureSealContext = (id: string): SealContext => ({ table: 'erasures', name: id });

const PAGE = 20;

async function note(
  ctx: EraseContext,
  address: string | null,
  forWorkers: boolean,
  auditRows: readonly BoundStatement<unknown>[] = [],
): Promise<ErasureRow> {
  const id = ctx.newId();
  const sealed = address === null ? null : (await ctx.vault.unlock()).seal(erasureSealContext(id), address);
  return ctx.db.transaction(async (tx) => {
    await tx.batch([...auditRows]);
    return insertErasure(tx, ctx.storeId, { id, address: sealed, forWorkers });
  });
}

async function runErasure(
  ctx: EraseContext,
  { id, address, createdAt }: ErasureRow,
  isStopping = () => false,
): Promise<ErasureCounts> {
  const open = await ctx.vault.unlock();
  const erased = await erase(ctx, {
    address: address === null ? null : open.open(erasureSealContext(id), address),
    // PostgreSQL keeps microseconds, a `Date` only milliseconds.
    until: new Date(createdAt.getTime() + 1),
    isStopping,
  });
  if (erased.inputsWaiting === 0) await deleteErasure(ctx.db, id);
  return erased;
}

/** Workers erase the data within seconds, or after the end of steps that need it. */
export const requestErasure = (ctx: EraseContext, address: string | null) => note(ctx, address, true);

/** The same, started at once and audited in the transaction that stores the request. */
export async function eraseNow(
  ctx: EraseContext,
  address: string,
  auditRows: readonly BoundStatement<unknown>[],
): Promise<ErasureCounts> {
  return runErasure(ctx, await note(ctx, address, false, auditRows));
}

export interface EraseDueOptions {
  /** Calls a fixed list of functions; sees no store's rows. */
  outside: Queries;
  contextOf(storeId: string): EraseContext;
  isStopping(): boolean;
}

/** Erases what is due in all stores; returns how many erasures are done. A failure does not stop the rest. */
export async function eraseDue({ outside, contextOf, isStopping }: EraseDueOptions): Promise<number> {
  let done = 0;
  const troubles: unknown[] = [];
  for (const { storeId, id } of await claimDueErasures(outside, PAGE)) {
    try {
      const ctx = contextOf(storeId);
      const row = await findErasure(ctx.db, id);
      if (row && (await runErasure(ctx, row, isStopping)).inputsWaiting === 0) done++;
    } catch (error) {
      if (error instanceof ErasureInterrupted) return done;
      troubles.push(error);
    }
  }
  if (troubles.length > 0) throw new AggregateError(troubles, 'not everything could be erased');
  return done;
}

import type { Queries } from '../../kernel/ports.ts';
import { type EraseContext, type Erased, erase, Interrupted } from './erase-data.ts';
import { erasurePlace } from './erasure-place.rules.ts';
import {
  deleteErasure,
  type ErasureRow,
  findErasure,
  insertErasure,
  takeDueErasures,
} from './erasures.store.ts';

const PAGE = 20;

async function note(ctx: EraseContext, address: string | null, forWorkers: boolean): Promise<ErasureRow> {
  const id = ctx.newId();
  const sealed = address === null ? null : (await ctx.vault.unlock()).seal(erasurePlace(id), address);
  return insertErasure(ctx.db, ctx.storeId, { id, address: sealed, forWorkers });
}

async function carryOut(
  ctx: EraseContext,
  { id, address, createdAt }: ErasureRow,
  isStopping = () => false,
): Promise<Erased> {
  const open = await ctx.vault.unlock();
  const erased = await erase(ctx, {
    address: address === null ? null : open.open(erasurePlace(id), address),
    // The database counts smaller parts of a second than we do.
    until: new Date(createdAt.getTime() + 1),
    isStopping,
  });
  if (erased.inputsWaiting === 0) await deleteErasure(ctx.db, id);
  return erased;
}

/** Written down; workers erase it within seconds, and what steps still need after their end. */
export const requestErasure = (ctx: EraseContext, address: string | null) => note(ctx, address, true);

/** The same, begun at once. */
export async function eraseNow(ctx: EraseContext, address: string): Promise<Erased> {
  return carryOut(ctx, await note(ctx, address, false));
}

export interface EraseDueOptions {
  /** Sees the closed list of functions and no store's rows. */
  outside: Queries;
  contextOf(storeId: string): EraseContext;
  isStopping(): boolean;
}

/** Erases what is due, of every store; answers how many erasures are done for good. One's trouble is not another's. */
export async function eraseDue({ outside, contextOf, isStopping }: EraseDueOptions): Promise<number> {
  let done = 0;
  const troubles: unknown[] = [];
  for (const { storeId, id } of await takeDueErasures(outside, PAGE)) {
    try {
      const ctx = contextOf(storeId);
      const row = await findErasure(ctx.db, id);
      if (row && (await carryOut(ctx, row, isStopping)).inputsWaiting === 0) done++;
    } catch (error) {
      if (error instanceof Interrupted) return done;
      troubles.push(error);
    }
  }
  if (troubles.length > 0) throw new AggregateError(troubles, 'not everything could be erased');
  return done;
}

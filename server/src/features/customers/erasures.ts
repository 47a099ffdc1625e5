import type { Queries } from '../../kernel/ports.ts';
import { type Erased, type Erasing, erase } from './erase.ts';
import { erasurePlace } from './erasure-place.rules.ts';
import {
  deleteErasure,
  type ErasureRow,
  findErasure,
  insertErasure,
  takeDueErasures,
} from './erasures.store.ts';

const PAGE = 20;

async function note(ctx: Erasing, address: string | null, forWorkers: boolean): Promise<ErasureRow> {
  const id = ctx.newId();
  const sealed = address === null ? null : (await ctx.vault.unlock()).seal(erasurePlace(id), address);
  return insertErasure(ctx.db, ctx.storeId, { id, address: sealed, forWorkers });
}

async function carryOut(ctx: Erasing, { id, address, createdAt }: ErasureRow): Promise<Erased> {
  const open = await ctx.vault.unlock();
  const erased = await erase(ctx, {
    address: address === null ? null : open.open(erasurePlace(id), address),
    // The database counts smaller parts of a second than we do.
    until: new Date(createdAt.getTime() + 1),
  });
  if (erased.inputsWaiting === 0) await deleteErasure(ctx.db, id);
  return erased;
}

/** Written down; workers erase it within seconds, and what steps still need after their end. */
export const askErasure = (ctx: Erasing, address: string | null) => note(ctx, address, true);

/** The same, begun at once. */
export async function eraseNow(ctx: Erasing, address: string): Promise<Erased> {
  return carryOut(ctx, await note(ctx, address, false));
}

export interface ErasingDue {
  /** Sees the closed list of functions and no store's rows. */
  outside: Queries;
  contextOf(storeId: string): Erasing;
}

/** Erases what is due, of every store; answers how many erasures are done for good. */
export async function eraseDue({ outside, contextOf }: ErasingDue): Promise<number> {
  let done = 0;
  for (const { storeId, id } of await takeDueErasures(outside, PAGE)) {
    const ctx = contextOf(storeId);
    const row = await findErasure(ctx.db, id);
    if (row && (await carryOut(ctx, row)).inputsWaiting === 0) done++;
  }
  return done;
}

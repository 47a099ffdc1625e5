import type { Json } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import { contentOfInput, inputPlace } from '../delivery/ledger/input-place.rules.ts';
import { eraseInputs, storedInputs } from '../delivery/ledger/stored-inputs.store.ts';
import { entriesWith, rewriteEntry } from '../records/history/rewrite-entries.store.ts';
import { eraseAddress } from '../sending/unsubscribes/change-unsubscribes.ts';
import { holding, maskedPattern, withoutMasked } from './match-address.rules.ts';

export type EraseContext = Pick<Context, 'db' | 'vault' | 'storeId' | 'newId'>;

/** Whose data it is; `null` is everybody's. Only what was there at `until` is meant. */
export interface Erasure {
  address: string | null;
  until: Date;
  /** Asked between two pages. */
  isStopping(): boolean;
}

/** Not all of it was done; it can be begun again at any time. */
export class Interrupted extends Error {}

const demandTime = ({ isStopping }: Erasure) => {
  if (isStopping()) throw new Interrupted('stopped before everything was erased');
};

export interface Erased {
  inputsErased: number;
  /** Of steps that have not ended: they are erased when they have. */
  inputsWaiting: number;
  entriesMasked: number;
}

type EraseFrom = (ctx: EraseContext, erasure: Erasure) => Promise<Partial<Erased>>;

const fromInputs: EraseFrom = async ({ db, vault }, erasure) => {
  const open = await vault.unlock();
  const isTheirs = holding(erasure.address);
  const counts = { inputsErased: 0, inputsWaiting: 0 };
  for await (const page of storedInputs(db, erasure.until)) {
    demandTime(erasure);
    const theirs = page.filter(({ executionId, sealed }) =>
      isTheirs(contentOfInput(open.open(inputPlace(executionId), sealed))),
    );
    const ended = theirs.filter(({ hasEnded }) => hasEnded).map(({ executionId }) => executionId);
    if (ended.length > 0) await eraseInputs(db, ended);
    counts.inputsErased += ended.length;
    counts.inputsWaiting += theirs.length - ended.length;
  }
  return counts;
};

/** That it happened, when and how it ended stays: counters and statuses name nobody. */
const fromHistory: EraseFrom = async ({ db }, erasure) => {
  const pattern = maskedPattern(erasure.address);
  let entriesMasked = 0;
  for await (const page of entriesWith(db, pattern)) {
    demandTime(erasure);
    for (const { id, ...texts } of page)
      await rewriteEntry(db, {
        id,
        ...withoutMasked(texts as typeof texts & { [key: string]: Json }, pattern),
      });
    entriesMasked += page.length;
  }
  return { entriesMasked };
};

/** Who has unsubscribed stays unsubscribed, without a name. */
const fromUnsubscribes: EraseFrom = async (ctx, { address }) => {
  await eraseAddress(ctx, address);
  return {};
};

/** Every place that holds data of customers. Whatever else comes to know addresses is listed here. */
const places: readonly EraseFrom[] = [fromInputs, fromHistory, fromUnsubscribes];

/** Can be repeated, and must be while something waits. */
export async function erase(ctx: EraseContext, erasure: Erasure): Promise<Erased> {
  const erased: Erased = { inputsErased: 0, inputsWaiting: 0, entriesMasked: 0 };
  for (const from of places) Object.assign(erased, await from(ctx, erasure));
  return erased;
}

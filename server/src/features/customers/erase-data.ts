import type { Json } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import type { Queries } from '../../kernel/ports.ts';
import { contentOfInput, inputPlace } from '../delivery/ledger/input-place.rules.ts';
import { eraseInputs, storedInputs } from '../delivery/ledger/stored-inputs.store.ts';
import { recipientMac } from '../records/history/recipients.rules.ts';
import { eraseRecipient, executionsTo } from '../records/history/recipients.store.ts';
import {
  type EntryTexts,
  entriesOf,
  entriesWith,
  rewriteEntry,
} from '../records/history/rewrite-entries.store.ts';
import { eraseAddress } from '../sending/unsubscribes/change-unsubscribes.ts';
import { eraseFromTrash } from '../trash/erase-from-trash.ts';
import { holding, maskedPattern, withoutMasked } from './match-address.rules.ts';

export type EraseContext = Pick<Context, 'db' | 'vault' | 'storeId' | 'newId'>;

/** Whose data to erase, `null` for all customers. Inputs stored after `until` stay. */
export interface Erasure {
  address: string | null;
  until: Date;
  /** Checked between pages. */
  isStopping(): boolean;
}

/** Stopped halfway; can be started again at any time. */
export class Interrupted extends Error {}

const throwIfStopping = ({ isStopping }: Erasure) => {
  if (isStopping()) throw new Interrupted('stopped before everything was erased');
};

export interface Erased {
  inputsErased: number;
  /** Inputs of steps that have not ended; erased once they have. */
  inputsWaiting: number;
  entriesMasked: number;
}

type EraseFrom = (ctx: EraseContext, erasure: Erasure) => Promise<Partial<Erased>>;

const fromInputs: EraseFrom = async ({ db, vault }, erasure) => {
  const open = await vault.unlock();
  const isTheirs = holding(erasure.address);
  const counts = { inputsErased: 0, inputsWaiting: 0 };
  for await (const page of storedInputs(db, erasure.until)) {
    throwIfStopping(erasure);
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

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 200;

/** Mails that were addressed to the customer, found by the hash of the address. */
async function* entriesTo(db: Queries, mac: Buffer): AsyncGenerator<EntryTexts[]> {
  let after = FIRST_ID;
  for (;;) {
    const ids = await executionsTo(db, mac, after, PAGE);
    if (ids.length > 0) yield await entriesOf(db, ids);
    const last = ids.at(-1);
    if (!last || ids.length < PAGE) return;
    after = last;
  }
}

/**
 * Times, statuses and counters stay, because they identify nobody. Mails to the customer are known by the hash; calls,
 * copies of the address in other mails and what is older than the hashes are found by the masked address alone.
 */
const fromHistory: EraseFrom = async ({ db, vault }, erasure) => {
  const { address } = erasure;
  const pattern = maskedPattern(address);
  const mac = address === null ? null : recipientMac(await vault.unlock(), address);
  let entriesMasked = 0;
  for (const pages of [...(mac ? [entriesTo(db, mac)] : []), entriesWith(db, pattern)])
    for await (const page of pages) {
      throwIfStopping(erasure);
      for (const { id, ...texts } of page)
        await rewriteEntry(db, {
          id,
          ...withoutMasked(texts as typeof texts & { [key: string]: Json }, pattern),
        });
      entriesMasked += page.length;
    }
  await eraseRecipient(db, mac);
  return { entriesMasked };
};

/** People stay unsubscribed, without a readable address. */
const fromUnsubscribes: EraseFrom = async (ctx, { address }) => {
  await eraseAddress(ctx, address);
  return {};
};

/** Deleted layouts and requests are kept only to be brought back: one that names the customer ends now. */
const fromTrash: EraseFrom = async (ctx, erasure) => {
  await eraseFromTrash(ctx, holding(erasure.address), () => throwIfStopping(erasure));
  return {};
};

/** Every place that holds customer data. Anything new that stores addresses must be added here. */
const places: readonly EraseFrom[] = [fromInputs, fromHistory, fromUnsubscribes, fromTrash];

/** Safe to repeat; must be repeated while inputs wait. */
export async function erase(ctx: EraseContext, erasure: Erasure): Promise<Erased> {
  const erased: Erased = { inputsErased: 0, inputsWaiting: 0, entriesMasked: 0 };
  for (const from of places) Object.assign(erased, await from(ctx, erasure));
  return erased;
}

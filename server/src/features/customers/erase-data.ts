import { type Json, type JsonObject, textsOf } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import type { Queries } from '../../kernel/ports.ts';
import { eraseIdempotentAnswers } from '../access/idempotency/idempotency.store.ts';
import {
  eraseAnswers,
  eraseInputs,
  eraseNames,
  storedInputs,
} from '../delivery/ledger/customer-data.store.ts';
import { contentOfInput, stepInputSealContext } from '../delivery/ledger/step-input.rules.ts';
import { eraseFromTestVariables as eraseFromRequests } from '../http-requests/erase-test-variables.ts';
import { requestVersions } from '../http-requests/versions.store.ts';
import { eraseFromTestVariables as eraseFromLayouts } from '../layouts/content/erase-test-variables.ts';
import { layoutVersions } from '../layouts/content/layout-versions.store.ts';
import { eraseFromDrafts } from '../layouts/drafts/erase-from-drafts.ts';
import { presetVersions } from '../layouts/presets/presets.store.ts';
import { endDeletedFilesNamed } from '../library/files/deleted-files.store.ts';
import { isFileKey } from '../library/files/file-keys.rules.ts';
import { eraseFromFilenames, filterUploadedKeys } from '../library/files/files.store.ts';
import { recipientMac } from '../records/history/recipients.rules.ts';
import { eraseRecipient, executionsTo } from '../records/history/recipients.store.ts';
import {
  type EntryTexts,
  entriesOf,
  entriesWith,
  rewriteEntry,
} from '../records/history/rewrite-entries.store.ts';
import { eraseWords } from '../records/history/search-words.store.ts';
import { capturedMails, eraseCaptured } from '../sending/capture/capture.store.ts';
import { capturedSealContext } from '../sending/capture/captured-mail.ts';
import { eraseAddress } from '../sending/unsubscribes/change-unsubscribes.ts';
import { eraseFromTrash } from '../trash/erase-from-trash.ts';
import {
  containsAddress,
  maskedAddressPattern,
  removeAddress,
  removeMaskedAddress,
  writtenAddressPattern,
} from './match-address.rules.ts';

export type EraseContext = Pick<Context, 'db' | 'vault' | 'files' | 'storeId' | 'newId'>;

/** Whose data to erase, `null` for all customers. Inputs stored after `until` are kept. */
export interface Erasure {
  address: string | null;
  until: Date;
  /** Checked between pages. */
  isStopping(): boolean;
}

/** The erasure was stopped halfway; it can be started again at any time. */
export class ErasureInterrupted extends Error {}

const throwIfStopping = ({ isStopping }: Erasure) => {
  if (isStopping()) throw new ErasureInterrupted('stopped before everything was erased');
};

export interface ErasureCounts {
  inputsErased: number;
  /** Inputs of steps that have not ended; erased once they have. */
  inputsWaiting: number;
  entriesMasked: number;
}

/** The customer to erase, or all customers, with the data needed to find their records. */
interface ErasureSearch {
  isTheirs(tree: Json): boolean;
  /** Matches the masked address and, for a single customer, the address as it is written. */
  pattern: string;
}

const searchFor = (address: string | null): ErasureSearch => ({
  isTheirs: containsAddress(address),
  pattern:
    address === null
      ? maskedAddressPattern(null)
      : `${maskedAddressPattern(address)}|${writtenAddressPattern(address)}`,
});

interface FromInputs extends Pick<ErasureCounts, 'inputsErased' | 'inputsWaiting'> {
  /** Steps of this person that have ended. */
  executionIds: string[];
}

/** Erases files that were fetched for an email, such as an invoice: only a plan names them, not a row. */
async function eraseFetched({ db, files }: EraseContext, inputs: readonly Json[]): Promise<void> {
  const keys = new Set(
    inputs.flatMap((input) => [...textsOf(input)].map(({ text }) => text).filter(isFileKey)),
  );
  if (keys.size === 0) return;
  const uploaded = await filterUploadedKeys(db, [...keys]);
  for (const key of keys) if (!uploaded.has(key)) await files.remove(key);
}

async function fromInputs(
  ctx: EraseContext,
  erasure: Erasure,
  { isTheirs }: ErasureSearch,
): Promise<FromInputs> {
  const open = await ctx.vault.unlock();
  const found: FromInputs = { inputsErased: 0, inputsWaiting: 0, executionIds: [] };
  for await (const page of storedInputs(ctx.db, erasure.until)) {
    throwIfStopping(erasure);
    const theirs = page
      .map(({ sealed, ...row }) => ({
        ...row,
        input: contentOfInput(open.open(stepInputSealContext(row.executionId), sealed)),
      }))
      .filter(({ input }) => isTheirs(input));
    const ended = theirs.filter(({ hasEnded }) => hasEnded);
    const ids = ended.map(({ executionId }) => executionId);
    await eraseFetched(
      ctx,
      ended.map(({ input }) => input),
    );
    if (ids.length > 0) await eraseInputs(ctx.db, ids);
    found.inputsErased += ended.length;
    found.inputsWaiting += theirs.length - ended.length;
    if (erasure.address !== null) found.executionIds.push(...ids);
  }
  return found;
}

/** Erases whole emails, including what other recipients of the same email would have received. */
async function fromCaptured({ db, vault }: EraseContext, erasure: Erasure, { isTheirs }: ErasureSearch) {
  const open = await vault.unlock();
  for await (const page of capturedMails(db, erasure.until)) {
    throwIfStopping(erasure);
    const theirs = page.filter(({ id, summary, content }) =>
      [
        open.open(capturedSealContext(id, 'summary'), summary),
        open.open(capturedSealContext(id, 'content'), content),
      ].some((text) => isTheirs(JSON.parse(text))),
    );
    if (theirs.length > 0)
      await eraseCaptured(
        db,
        theirs.map(({ id }) => id),
      );
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 200;

/** Emails that were addressed to the customer, found by the hash of the address. */
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

async function* entriesBy(db: Queries, ids: readonly string[]): AsyncGenerator<EntryTexts[]> {
  for (let i = 0; i < ids.length; i += PAGE) yield await entriesOf(db, ids.slice(i, i + PAGE));
}

type EntryTextFields = Omit<EntryTexts, 'id'> & { [key: string]: Json };

/** For an entry about the customer: keeps what happened and when, but not what was sent and received. */
const withoutContent = ({ timeline, ...texts }: EntryTextFields): EntryTextFields => ({
  ...texts,
  ...{ request: null, response: null, warnings: null, runId: null },
  timeline: (timeline as JsonObject[]).map(({ at = null, event = null }) => ({ at, event })),
});

/**
 * Times, statuses and counters are kept, because they do not identify anyone. Emails to the customer are
 * found by the hash of the address, recent steps by their input. Calls, copies of the address in other
 * emails, and entries older than the hashes are found by the masked address alone, which other people may
 * share.
 */
async function fromHistory(
  { db, vault }: EraseContext,
  erasure: Erasure,
  { pattern }: ErasureSearch,
  executionIds: readonly string[],
): Promise<number> {
  const { address } = erasure;
  const mac = address === null ? null : recipientMac(await vault.unlock(), address);
  let entriesMasked = 0;
  const clean = (texts: object) => removeMaskedAddress(texts as EntryTextFields, pattern);
  const rewrite = async (pages: AsyncIterable<EntryTexts[]>, areTheirs: boolean) => {
    for await (const page of pages) {
      throwIfStopping(erasure);
      const ids = page.map(({ id }) => id);
      for (const { id, ...texts } of page)
        await rewriteEntry(db, { id, ...(areTheirs ? withoutContent(clean(texts)) : clean(texts)) });
      await eraseWords(db, ids);
      await eraseAnswers(db, ids, pattern, areTheirs);
      entriesMasked += page.length;
    }
  };
  if (mac) await rewrite(entriesTo(db, mac), true);
  await rewrite(entriesBy(db, executionIds), true);
  await rewrite(entriesWith(db, pattern), false);
  await eraseRecipient(db, mac);
  if (mac === null) await eraseWords(db, null);
  return entriesMasked;
}

/**
 * Erases the customer from names of files and steps, IDs of runs, answers stored for idempotency keys, and
 * examples in layouts and requests.
 */
async function fromNames(
  { db, vault, files }: EraseContext,
  erasure: Erasure,
  { isTheirs, pattern }: ErasureSearch,
): Promise<void> {
  const { address } = erasure;
  if (address === null) return;
  const clean = (tree: JsonObject) => removeAddress(tree, address);
  await eraseNames(db, pattern);
  await eraseIdempotentAnswers(db, pattern);
  const written = writtenAddressPattern(address);
  await eraseFromFilenames(db, written);
  // Deleted files are kept only so that they can be restored (contract: Senders, secrets, files 15).
  for (const key of await endDeletedFilesNamed(db, written)) await files.remove(key);
  for (const versions of [layoutVersions, presetVersions, requestVersions])
    await versions.eraseLabels(db, written);
  throwIfStopping(erasure);
  await eraseFromRequests({ db, vault }, isTheirs, clean);
  await eraseFromLayouts(db, isTheirs, clean, () => throwIfStopping(erasure));
  await eraseFromDrafts(db, isTheirs, clean, () => throwIfStopping(erasure));
}

/**
 * Covers every place that holds text about customers. Anything new that does must be added here;
 * `customers/canary.test.ts` searches all tables (contract: Unsubscribing and erasing 3). Safe to repeat, and
 * must be repeated while inputs wait. People remain unsubscribed, without a readable address. Deleted layouts
 * and requests are kept only so that they can be restored, so one that names the customer is erased.
 */
export async function erase(ctx: EraseContext, erasure: Erasure): Promise<ErasureCounts> {
  const { address } = erasure;
  const search = searchFor(address);
  const { executionIds, ...inputs } = await fromInputs(ctx, erasure, search);
  await fromCaptured(ctx, erasure, search);
  const entriesMasked = await fromHistory(ctx, erasure, search, executionIds);
  await eraseAddress(ctx, address);
  await eraseFromTrash(ctx, search.isTheirs, () => throwIfStopping(erasure));
  await fromNames(ctx, erasure, search);
  return { ...inputs, entriesMasked };
}

import { type DraftOwner, type LocalDraft, MAX_AGE_MS, MAX_CHARS, MAX_DRAFTS } from './drafts.rules.ts';

const NAME = 'outstep.drafts';
const OWNER = 'owner';
const PERSON = 'person';
const AT = 'at';

const ended = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      const drafts = request.result.createObjectStore('drafts', { keyPath: 'id' });
      drafts.createIndex(OWNER, ['person', 'store', 'record']);
      drafts.createIndex(PERSON, 'person');
      drafts.createIndex(AT, 'at');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function within<T>(
  mode: IDBTransactionMode,
  work: (drafts: IDBObjectStore) => Promise<T> | T,
): Promise<T> {
  const transaction = (await open()).transaction('drafts', mode);
  // Leaving the page earlier rolls the transaction back.
  const committed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const [result] = await Promise.all([work(transaction.objectStore('drafts')), committed]);
  return result;
}

/** A browser may be out of storage or block it. Editing works without drafts. */
async function orElse<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    return otherwise;
  }
}

/** Set on sign-out, after which no more drafts of that person are written. */
let isClosed = false;

async function dropKeys(drafts: IDBObjectStore, keys: readonly IDBValidKey[]) {
  await Promise.all(keys.map((key) => ended(drafts.delete(key))));
}

export const findDrafts = ({ person, store, record }: DraftOwner): Promise<LocalDraft[]> =>
  orElse([], () =>
    within('readonly', (drafts) =>
      ended(drafts.index(OWNER).getAll([person, store, record]) as IDBRequest<LocalDraft[]>),
    ),
  );

/**
 * Replaces the draft with the same id. Committed explicitly: waiting for the write event would lose the draft
 * if the page crashes, and delay it on a busy page.
 */
export const storeDraft = (draft: LocalDraft): Promise<void> =>
  orElse(undefined, () =>
    within('readwrite', (drafts) => {
      if (isClosed || draft.text.length > MAX_CHARS) return;
      drafts.put(draft);
      drafts.transaction.commit();
    }),
  );

/** Deletes drafts that are too old or too many. */
export const pruneDrafts = (now: number): Promise<void> =>
  orElse(undefined, () =>
    within('readwrite', async (drafts) => {
      const oldestFirst = drafts.index(AT);
      const old = await ended(oldestFirst.getAllKeys(IDBKeyRange.upperBound(now - MAX_AGE_MS)));
      await dropKeys(drafts, old);
      const left = await ended(oldestFirst.getAllKeys());
      await dropKeys(drafts, left.slice(0, Math.max(0, left.length - MAX_DRAFTS)));
    }),
  );

export const dropDraft = (id: string): Promise<void> =>
  orElse(undefined, () => within('readwrite', async (drafts) => void (await ended(drafts.delete(id)))));

export const countDrafts = (person: string): Promise<number> =>
  orElse(0, () => within('readonly', (drafts) => ended(drafts.index(PERSON).count(person))));

/** Deletes a person's drafts and stops storing any until the page is reloaded. */
export function dropAllDrafts(person: string): Promise<void> {
  isClosed = true;
  return orElse(undefined, () =>
    within('readwrite', async (drafts) =>
      dropKeys(drafts, await ended(drafts.index(PERSON).getAllKeys(person))),
    ),
  );
}

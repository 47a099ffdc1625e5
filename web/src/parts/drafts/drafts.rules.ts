/** The person and record that unsaved work belongs to. */
export interface DraftOwner {
  person: string;
  store: string;
  /** `layouts/<id>`, `settings`: identifies one editor of a store. */
  record: string;
}

/** Unsaved work as stored in the browser. */
export interface LocalDraft extends DraftOwner {
  /** Identifies an editor in a tab, so that two tabs with the same record don't overwrite each other. */
  id: string;
  /** The record's revision when the work began; `null` for a new record. */
  revision: string | null;
  /** Time of the last write. */
  at: number;
  /** JSON, because a later release of the app may read it. */
  text: string;
}

const DAY_MS = 86_400_000;
export const MAX_AGE_MS = 30 * DAY_MS;
/** More than the server accepts as one body. */
export const MAX_CHARS = 2_500_000;
/** Per browser, across all people. */
export const MAX_DRAFTS = 50;

export const lockName = (id: string) => `outstep.draft.${id}`;

/** The draft to offer for a record: the newest that no other tab is working on (contract: The app 7). */
export function draftToOffer(
  drafts: readonly LocalDraft[],
  { own, held, now }: { own: string; held: ReadonlySet<string>; now: number },
): { offer: LocalDraft | null; isOpenElsewhere: boolean } {
  const others = drafts.filter(({ id, at }) => id !== own && now - at < MAX_AGE_MS);
  const left = others.filter(({ id }) => !held.has(lockName(id)));
  return {
    offer: left.toSorted((one, other) => other.at - one.at)[0] ?? null,
    isOpenElsewhere: left.length < others.length,
  };
}

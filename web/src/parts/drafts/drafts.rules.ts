/** Whose unsaved work it is, and of which record. */
export interface DraftOwner {
  person: string;
  store: string;
  /** `layouts/<id>`, `settings`: identifies one editor of a store. */
  record: string;
}

/** Unsaved work as the browser keeps it. */
export interface LocalDraft extends DraftOwner {
  /** Of one editor in one tab: two tabs at the same record do not write over each other. */
  id: string;
  /** Of the record when the work began; `null` for one that is new. */
  revision: string | null;
  /** When it was written last. */
  at: number;
  /** JSON, as somebody may come back with a later release of the app. */
  text: string;
}

const DAY_MS = 86_400_000;
export const MAX_AGE_MS = 30 * DAY_MS;
/** More than the server takes as one body. */
export const MAX_CHARS = 2_500_000;
/** In one browser, of everybody. */
export const MAX_DRAFTS = 50;

export const lockName = (id: string) => `outstep.draft.${id}`;

/** What is offered of the drafts of a record: the newest that no other tab is working on (contract: The app 7). */
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

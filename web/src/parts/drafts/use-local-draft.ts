import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession, useStore } from '../../api/session.ts';
import { dropDraft, findDrafts, pruneDrafts, storeDraft } from './draft-store.ts';
import { draftToOffer, type LocalDraft, lockName } from './drafts.rules.ts';

/**
 * A crashing tab loses at most about the last quarter second of typing: this delay plus the time to write.
 */
const SAVE_DELAY_MS = 60;
/** Serializing a large design may take no more than one part in this many of the time. */
const WRITING_SHARE = 10;

interface LocalDraftOptions<T, Kept> {
  record: string;
  /** Names that earlier releases used for the record. */
  formerRecords?: readonly string[];
  /** The record's revision when the work began; `null` for a new record. */
  revision: string | null;
  /** The unsaved value; `null` if everything is saved, in which case the draft is deleted. */
  value: T | null;
  /** Selects what to store: never a secret or password. Everything by default. */
  toKeep?: (value: T) => Kept;
  /** Converts a stored draft to the current format. */
  read?: (kept: unknown, record: string) => Kept;
}

export interface LocalDraftState<T> {
  /** Unsaved work that can be resumed. */
  offer: { value: T; revision: string | null; at: number } | null;
  /** Whether another tab has unsaved work on the same record. */
  isOpenElsewhere: boolean;
  /** Called when the caller shows the offered work; it is deleted once stored again as new work. */
  takeUp(): void;
  discard(): void;
  /** Called when the work is saved and the editor closes. */
  forget(): void;
}

const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Web Locks exist only on secure origins; elsewhere, tabs are unaware of each other. */
async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name));
}

/** Held as long as the editor is there, however it ends. */
function holdLock(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request(lockName(id), () => promise);
  return resolve;
}

/** Writes soon after a change and repeatedly while changes continue, but never two at a time. */
function createKeeper(id: string) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let wanted: (Omit<LocalDraft, 'id' | 'at' | 'text'> & { read: () => unknown }) | null = null;
  let written: string | null = null;
  let isWriting = false;
  let pauseMs = SAVE_DELAY_MS;
  /** Drafts that this one replaces. */
  const superseded = new Set<string>();
  const dropSuperseded = () => {
    for (const each of superseded) void dropDraft(each);
    superseded.clear();
  };
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    wanted = null;
  };
  const flush = () => {
    if (wanted === null) return;
    const begun = performance.now();
    const { read, ...rest } = wanted;
    stop();
    const text = JSON.stringify(read());
    pauseMs = Math.max(SAVE_DELAY_MS, (performance.now() - begun) * WRITING_SHARE);
    if (text === written) return;
    if (written === null) void pruneDrafts(Date.now());
    written = text;
    isWriting = true;
    void storeDraft({ ...rest, id, text, at: Date.now() }).then(() => {
      isWriting = false;
      wait();
    });
    dropSuperseded();
  };
  const wait = () => {
    if (wanted !== null && !isWriting) timer ??= setTimeout(flush, pauseMs);
  };
  return {
    superseded,
    flush,
    keep(next: NonNullable<typeof wanted>) {
      wanted = next;
      wait();
    },
    forget() {
      stop();
      if (written !== null) void dropDraft(id);
      written = null;
      dropSuperseded();
    },
  };
}

/**
 * Stores unsaved work in the browser, by person, store and record, and offers work left from last time. A
 * draft is deleted when it is saved or discarded, when the person signs out, or when it gets too old.
 */
export function useLocalDraft<T, Kept = T>(unsaved: LocalDraftOptions<T, Kept>): LocalDraftState<Kept> {
  const { record, revision, value, toKeep = (all: T) => all, read = (kept: unknown) => kept } = unsaved;
  const records = [record, ...(unsaved.formerRecords ?? [])].join();
  const { person } = useSession();
  const { id: store } = useStore();
  const [{ id, keeper }] = useState(() => {
    const id = newId();
    return { id, keeper: createKeeper(id) };
  });
  const [found, setFound] = useState<ReturnType<typeof draftToOffer> | null>(null);

  useEffect(() => {
    let isGone = false;
    const release = holdLock(id);
    const onHide = () => keeper.flush();
    addEventListener('pagehide', onHide);
    const searches = records.split(',').map((each) => findDrafts({ person: person.id, store, record: each }));
    void Promise.all([Promise.all(searches), heldLocks()]).then(([drafts, held]) => {
      if (!isGone) setFound(draftToOffer(drafts.flat(), { own: id, held, now: Date.now() }));
    });
    return () => {
      isGone = true;
      keeper.flush();
      removeEventListener('pagehide', onHide);
      release();
    };
  }, [id, keeper, person.id, store, records]);

  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the storage function does not change
  useEffect(() => {
    const write = () => value !== null && toKeep(value);
    if (value !== null) keeper.keep({ person: person.id, store, record, revision, read: write });
    else if (!isFirst.current) keeper.forget();
    isFirst.current = false;
  }, [keeper, person.id, store, record, revision, value]);

  const offered = found?.offer ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function that reads it does not change
  const offer = useMemo(
    () => offered && { ...offered, value: read(JSON.parse(offered.text), offered.record) as Kept },
    [offered],
  );
  const close = () => setFound((before) => before && { ...before, offer: null });
  return {
    offer,
    isOpenElsewhere: found?.isOpenElsewhere ?? false,
    takeUp() {
      if (offered) keeper.superseded.add(offered.id);
      close();
    },
    discard() {
      if (offered) void dropDraft(offered.id);
      close();
    },
    forget: keeper.forget,
  };
}

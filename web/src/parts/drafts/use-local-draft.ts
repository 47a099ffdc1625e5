import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession, useStore } from '../../api/session.ts';
import { dropDraft, findDrafts, keepDraft, tidyDrafts } from './draft-store.ts';
import { draftToOffer, type LocalDraft, lockName } from './drafts.rules.ts';

/** A tab that dies loses at most what was typed in the last quarter second: this, and the time that writing takes. */
const SAVE_DELAY_MS = 60;
/** Writing a large design as JSON may take no more than this part of the time. */
const WRITING_SHARE = 10;

interface LocalDraftOptions<T, Kept> {
  record: string;
  /** Under what else drafts of it were kept by earlier releases. */
  formerRecords?: readonly string[];
  /** Of the record when the work on it began; `null` for one that is new. */
  revision: string | null;
  /** What is not saved yet; `null` when everything is, and then nothing is kept. */
  value: T | null;
  /** What of it is kept: never a secret or a password. All of it unless said otherwise. */
  toKeep?: (value: T) => Kept;
  /** What was kept, as it is kept now. */
  read?: (kept: unknown, record: string) => Kept;
}

export interface LocalDraftState<T> {
  /** Work that was not saved, and may be taken up. */
  offer: { value: T; revision: string | null; at: number } | null;
  /** Whether another tab has unsaved work at the same record. */
  isOpenElsewhere: boolean;
  /** The caller shows the offer; it is forgotten as soon as it is kept as the new work. */
  takeUp(): void;
  discard(): void;
  /** What was written here is saved, and the editor closes. */
  forget(): void;
}

const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Browsers tell of locks on secure origins alone; elsewhere no tab knows of another. */
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

/** Writes soon after a change, and again as long as there are changes; never while the write before is under way. */
function createKeeper(id: string) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let wanted: (Omit<LocalDraft, 'id' | 'at' | 'text'> & { read: () => unknown }) | null = null;
  let written: string | null = null;
  let isWriting = false;
  let pauseMs = SAVE_DELAY_MS;
  /** Drafts that this one takes the place of. */
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
    if (written === null) void tidyDrafts(Date.now());
    written = text;
    isWriting = true;
    void keepDraft({ ...rest, id, text, at: Date.now() }).then(() => {
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
 * Keeps what is not saved in the browser, by person, store and record, and offers what was left the last time. A draft
 * is forgotten when it is saved or discarded, when the person signs out, and by age.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is kept does not change
  useEffect(() => {
    const write = () => value !== null && toKeep(value);
    if (value !== null) keeper.keep({ person: person.id, store, record, revision, read: write });
    else if (!isFirst.current) keeper.forget();
    isFirst.current = false;
  }, [keeper, person.id, store, record, revision, value]);

  const offered = found?.offer ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is read does not change
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

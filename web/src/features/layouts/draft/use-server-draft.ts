import { useEffect, useMemo, useRef, useState } from 'react';
import { appApi } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import type { LocalDraftState } from '../../../parts/drafts/use-local-draft.ts';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import { type LocalWork, resumeWork, toLocalWork } from '../session/local-work.rules.ts';
import type { LayoutSession } from '../session/use-layout-session.ts';
import { isSaved, type OwnDraft, sameLanguages, toLocalDraft } from './draft-wire.rules.ts';
import { isFromThisBrowser, recordSyncedDraft } from './sync-records.ts';
import { answerHandovers, requestHandover } from './tab-handover.ts';
import { useDraftAutosave } from './use-draft-keeper.ts';

const RETRY_MS = 30_000;

interface DraftRequest {
  times: number;
  /** Whether to take up the server's draft without asking. */
  takesUp: boolean;
  /** The server's revision when it rejected work as outdated; `null` if it did not. */
  seen: number | null;
}

/**
 * Keeps unsaved work on the server too, and offers the server's draft if it comes from another device, from
 * before signing out, or from work this browser has lost. If it is the same work, the browser's own copy is
 * offered first: it is newer, and can be undone.
 */
export function useServerDraft(layoutId: string, whole: LayoutSession) {
  const { session, kept: local, act } = whole;
  const canWrite = useMay('editor');
  /** `undefined` until the server has responded. */
  const [found, setFound] = useState<OwnDraft | null | undefined>(undefined);
  const [asked, setAsked] = useState<DraftRequest>({ times: 0, takesUp: false, seen: null });
  /** Which of two tabs has the work. */
  const [turn, setTurn] = useState<'theirs' | 'ours' | null>(null);
  const askAgain = (why: Partial<Omit<DraftRequest, 'times'>> = {}) =>
    setAsked(({ times }) => ({ times: times + 1, takesUp: false, seen: null, ...why }));
  const { keeper, calls, keeping } = useDraftAutosave(layoutId, whole, canWrite, (seen) =>
    askAgain({ seen }),
  );

  const isTakenUp = useRef(false);
  /** Whether the browser's own draft is the same work, and so at least as new. */
  const isSameWork = (draft: OwnDraft) =>
    isFromThisBrowser(layoutId, draft) ||
    [local.offer?.value, isTakenUp.current ? toLocalWork(session) : undefined].some(
      (own) => own !== undefined && sameLanguages(draft, own),
    );

  const answered = (revision: number, isOwn: boolean) => {
    setFound(null);
    keeper.begin(revision, isOwn);
  };
  /** The page that sent it closed without a response. From here on, this browser's copy is the newer one. */
  const resumeFromDraft = (draft: OwnDraft) => {
    recordSyncedDraft(layoutId, draft);
    answered(draft.revision, true);
  };
  const takeUp = (draft: OwnDraft) => {
    act((before) => {
      const next = resumeWork(before, toLocalDraft(draft), draft.baseVersion);
      const state = { ...next.base.state, ...draft.base } as typeof next.base.state;
      return { ...next, base: { ...next.base, state } };
    });
    recordSyncedDraft(layoutId, draft);
    answered(draft.revision, true);
  };
  const drop = (draft: OwnDraft) => {
    answered(0, false);
    keeper.pause();
    void calls.drop(draft.revision).then(
      () => keeper.begin(0, false),
      () => askAgain(),
    );
  };

  const arrive = useEventCallback((draft: OwnDraft | null) => {
    // No other draft exists: the base version is gone. The work is kept in the browser.
    if (asked.seen === (draft?.revision ?? 0)) return;
    if (!draft) return answered(0, false);
    if (asked.takesUp) return takeUp(draft);
    if (isSaved(draft, session.base.state)) return drop(draft);
    // The browser's own copy was taken up before the server responded.
    if (isTakenUp.current && isSameWork(draft)) return resumeFromDraft(draft);
    setFound(draft);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count triggers another request
  useEffect(() => {
    if (!canWrite || !whole.isWhole) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const look = () =>
      calls.read().then(
        (draft) => !isGone && arrive(draft),
        () => {
          if (!isGone) timer = setTimeout(look, RETRY_MS);
        },
      );
    void look();
    return () => {
      isGone = true;
      if (timer !== null) clearTimeout(timer);
    };
  }, [calls, arrive, canWrite, whole.isWhole, asked.times]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the base version may have become known
  useEffect(() => {
    if (asked.seen !== null) askAgain();
  }, [session.base.version]);

  const give = useEventCallback(async () => {
    if (!whole.dirty) return null;
    await keeper.flush();
    if (!keeper.isKept()) return false;
    keeper.pause();
    setTurn('theirs');
    whole.discard();
    return true;
  });
  useEffect(() => answerHandovers(layoutId, give), [layoutId, give]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: edits made meanwhile are irrelevant
  const isFromHere = useMemo(() => found != null && isSameWork(found), [found, local.offer]);
  const isAtWorkElsewhere = local.isOpenElsewhere && turn === null && isFromHere;
  const offered = found && !isAtWorkElsewhere && !(isFromHere && local.offer) ? found : null;
  const fromServer = useMemo(
    () =>
      offered && {
        value: toLocalDraft(offered),
        revision: String(offered.baseVersion),
        at: Date.parse(offered.updatedAt),
      },
    [offered],
  );
  const kept: LocalDraftState<LocalWork> = {
    offer: fromServer ?? local.offer,
    isOpenElsewhere: local.isOpenElsewhere && turn === null && !whole.dirty,
    takeUp() {
      if (offered) return;
      local.takeUp();
      isTakenUp.current = true;
      if (found && isFromHere) resumeFromDraft(found);
    },
    discard() {
      if (!offered) local.discard();
      if (found && (offered || isFromHere)) drop(found);
    },
    forget: local.forget,
  };
  return {
    kept,
    keeping,
    isHandedOver: turn === 'theirs',
    /** The id of the draft whose changes can be previewed. */
    draftId: found && (offered || isFromHere) ? found.id : null,
    takeUp(work: LocalWork, from: string | null) {
      if (offered) takeUp(offered);
      else whole.takeUp(work, from);
    },
    async goOnHere() {
      if (!(await requestHandover(layoutId))) return;
      setTurn('ours');
      askAgain({ takesUp: true });
    },
    async signIn() {
      await appApi.get('/session');
      await keeper.flush();
    },
  };
}

export type ServerDraft = ReturnType<typeof useServerDraft>;

import { useEffect, useRef, useState } from 'react';
import { storeApi } from '../../../api/client.ts';
import { useSession, useStore } from '../../../api/session.ts';
import { beforeSignOut } from '../../../parts/drafts/before-sign-out.ts';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import type { LayoutSession } from '../session/use-layout-session.ts';
import { type DraftWork, draftOf, type OwnDraft } from './draft-wire.rules.ts';
import { createDraftAutosave, type DraftStatus } from './server-keeper.ts';
import { recordSentWork, recordSyncedDraft } from './sync-records.ts';

const ifMatch = (revision: number) => ({ 'If-Match': `"r${revision}"` });

/** Requests for the person's own draft. They run in the background, so they never prompt for sign-in. */
function draftCalls(storeId: string, layoutId: string) {
  const api = storeApi(storeId);
  const path = `/email-templates/${layoutId}/draft`;
  const quietly = { needsSession: false };
  return {
    read: async () => (await api.get<{ draft: OwnDraft | null }>(path, quietly)).draft,
    put(text: string, revision: number, { keepalive }: { keepalive: boolean }) {
      const body = new Blob([text], { type: 'application/json' });
      const options = { ...quietly, keepalive, headers: ifMatch(revision) };
      return api.put<{ id: string; revision: number }>(path, body, options);
    },
    drop: (revision: number) => api.delete(path, undefined, { ...quietly, headers: ifMatch(revision) }),
  };
}

/** Keeps the server draft in sync with unsaved work and reports its state. */
export function useDraftAutosave(
  layoutId: string,
  whole: LayoutSession,
  canWrite: boolean,
  onTheirs: (revision: number) => void,
) {
  const { session, dirty } = whole;
  const { person } = useSession();
  const { id: storeId } = useStore();
  const [keeping, setKeeping] = useState<DraftStatus>('kept');
  const tellTheirs = useEventCallback(onTheirs);
  const [{ keeper, calls }] = useState(() => {
    const calls = draftCalls(storeId, layoutId);
    const keeper = createDraftAutosave({
      async put(text, revision, options) {
        recordSentWork(layoutId, JSON.parse(text) as DraftWork);
        const kept = await calls.put(text, revision, options);
        recordSyncedDraft(layoutId, kept);
        return kept;
      },
      async drop(revision) {
        recordSyncedDraft(layoutId, null);
        await calls.drop(revision);
      },
      onKeeping(now, revision) {
        setKeeping(now);
        if (now === 'theirs') tellTheirs(revision);
      },
    });
    return { keeper, calls };
  });
  const { base, history, codes } = session;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is irrelevant
  useEffect(() => {
    if (canWrite && dirty) keeper.keep(() => JSON.stringify({ ...draftOf(session), writer: person.id }));
    else if (!isFirst.current) void keeper.forget();
    isFirst.current = false;
  }, [keeper, canWrite, dirty, base, history.state, codes]);
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && void keeper.flush({ isParting: true });
    const onBack = () => void keeper.flush();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('online', onBack);
    const stopWaiting = beforeSignOut(() => keeper.flush());
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('online', onBack);
      stopWaiting();
      // Another page of the app is opened, so unsaved work is sent at once.
      void keeper.flush().finally(keeper.stop);
    };
  }, [keeper]);
  return { keeper, calls, keeping: dirty ? keeping : 'kept' };
}

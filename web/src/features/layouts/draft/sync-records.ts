import { type DraftWork, digestOfWork } from './draft-wire.rules.ts';

const NAME = 'outstep.kept-drafts';
/** The same limit as for local drafts. */
const MAX = 50;

/** Enough, because missing responses would be detected before this many sends. */
const MAX_SENT = 8;

/** The draft that this browser has stored on the server for a layout. */
interface SyncRecord {
  layoutId: string;
  /** The server's last response: the draft and its revision. */
  kept: string | null;
  /**
   * Digests of later sends, some of which may have arrived: a page that is closing sends its work without reading a
   * response.
   */
  sent: readonly string[];
}

interface DraftRevision {
  id: string;
  revision: number;
}

type SyncRecordRow = [layoutId: string, kept: string | null, sent?: readonly string[]];

function read(): SyncRecord[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    if (!Array.isArray(found)) return [];
    return (found as SyncRecordRow[]).map(([layoutId, kept, sent = []]) => ({ layoutId, kept, sent }));
  } catch {
    return [];
  }
}

const findSyncRecord = (layoutId: string) => read().find((each) => each.layoutId === layoutId);

function write(layoutId: string, now: Partial<SyncRecord> | null): void {
  const others = read().filter((each) => each.layoutId !== layoutId);
  const all = now
    ? [...others, { layoutId, kept: null, sent: [], ...findSyncRecord(layoutId), ...now }]
    : others;
  const rows = all.slice(-MAX).map(({ layoutId, kept, sent }): SyncRecordRow => [layoutId, kept, sent]);
  try {
    localStorage.setItem(NAME, JSON.stringify(rows));
  } catch {
    // If storage is full, the server's draft is offered beside the browser's own, which costs one extra
    // question.
  }
}

const stateOf = ({ id, revision }: DraftRevision) => `${id} ${revision}`;

/** Records the server's state of this browser's work on a layout; `null` when there is none. */
export const recordSyncedDraft = (layoutId: string, draft: DraftRevision | null): void =>
  write(layoutId, draft && { kept: stateOf(draft), sent: [] });

/** Records the work being sent, whether or not a response comes. */
export function recordSentWork(layoutId: string, work: DraftWork): void {
  const before = findSyncRecord(layoutId)?.sent ?? [];
  write(layoutId, { sent: [...before, digestOfWork(work)].slice(-MAX_SENT) });
}

/** Whether the server's draft came from this browser, whose local draft is then at least as new. */
export function isFromThisBrowser(layoutId: string, draft: DraftRevision & DraftWork): boolean {
  const here = findSyncRecord(layoutId);
  if (!here) return false;
  return here.kept === stateOf(draft) || here.sent.includes(digestOfWork(draft));
}

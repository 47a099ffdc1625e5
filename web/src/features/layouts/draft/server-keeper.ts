import { ApiError } from '../../../api/client.ts';

/** The typing pause before work is sent, and the longest wait during continuous typing. */
export const REST_MS = 5_000;
export const LONGEST_MS = 30_000;
const LONGEST_PAUSE_MS = 60_000;
/** What browsers send on from a page that is left: 64 KB, of everything together. */
const MAX_KEEPALIVE_BYTES = 60_000;
/** What the server takes as one body. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Whether the server has the work; if not, why. `theirs`: another tab or device has kept something since. */
export type DraftStatus = 'kept' | 'offline' | 'signedOut' | 'refused' | 'theirs';

interface DraftServer {
  put(text: string, revision: number, options: { keepalive: boolean }): Promise<{ revision: number }>;
  drop(revision: number): Promise<unknown>;
  /** After each attempt. */
  onKeeping(keeping: DraftStatus, revision: number): void;
}

/** The work as JSON. It is only asked for when it is sent: a layout is long. */
type ReadWork = () => string;

const bytesOf = (text: string) => (text.length > MAX_BYTES ? text.length : new Blob([text]).size);

function reasonOf(error: unknown): Exclude<DraftStatus, 'kept'> {
  const status = error instanceof ApiError ? error.status : 0;
  return status === 0 ? 'offline' : status === 401 ? 'signedOut' : status === 412 ? 'theirs' : 'refused';
}

/** Sends work to the server after a rest, one call at a time, and again later if that fails (contract: Drafts 7). */
export function createServerKeeper({ put, drop, onKeeping }: DraftServer) {
  /** Of the draft that the server has, 0 for none; `null` until that is known, and nothing is sent. */
  let revision: number | null = null;
  let wanted: ReadWork | null = null;
  /** What the server has of it. */
  let kept: string | null = null;
  let isOwn = false;
  let failures = 0;
  let changedAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let underWay: Promise<void> | null = null;

  const cancel = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const sendIn = (ms: number) => {
    cancel();
    timer = setTimeout(() => void send(), ms);
  };

  async function attempt(text: string, keepalive: boolean) {
    changedAt = null;
    try {
      const answer = await put(text, revision ?? 0, { keepalive });
      [revision, kept, isOwn, failures] = [answer.revision, text, true, 0];
      onKeeping('kept', answer.revision);
    } catch (error) {
      const reason = reasonOf(error);
      failures++;
      onKeeping(reason, revision ?? 0);
      if (reason === 'theirs') revision = null;
      else {
        const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
        sendIn(Math.min(LONGEST_PAUSE_MS, Math.max(asked, REST_MS * 2 ** Math.min(failures, 8))));
      }
    }
  }

  async function send({ isParting = false } = {}): Promise<void> {
    cancel();
    if (underWay) return isParting ? undefined : underWay.then(() => send());
    if (revision === null || wanted === null) return;
    const text = wanted();
    if (text === kept) return;
    const bytes = bytesOf(text);
    if (bytes > MAX_BYTES) return onKeeping('refused', revision);
    if (isParting && bytes > MAX_KEEPALIVE_BYTES) return sendIn(0);
    underWay = attempt(text, isParting);
    await underWay;
    underWay = null;
    // Saved while it was on its way: what was kept is not wanted any more.
    if (wanted === null) await forget();
  }

  async function forget(): Promise<void> {
    wanted = null;
    cancel();
    await underWay;
    if (!isOwn || revision === null || revision === 0) return;
    const gone = revision;
    [revision, kept, isOwn] = [0, null, false];
    // A draft left over by a failed delete equals the saved state and is dropped when found.
    await drop(gone).catch(() => undefined);
  }

  return {
    /** What the server has: now that is known, work is sent. `isOwn`: it is what is worked on here. */
    begin(known: number, own: boolean) {
      [revision, isOwn, kept] = [known, own, null];
      if (wanted !== null) sendIn(REST_MS);
    },
    /** Nothing is sent until somebody has decided what becomes of what the server has. */
    pause() {
      revision = null;
      cancel();
    },
    keep(work: ReadWork) {
      wanted = work;
      const now = Date.now();
      changedAt ??= now;
      if (revision === null || failures > 0) return;
      sendIn(Math.min(REST_MS, Math.max(0, changedAt + LONGEST_MS - now)));
    },
    /** Everything is saved. */
    forget,
    /** Now, because the page is hidden, the network is back, or somebody asks. */
    flush: (options: { isParting?: boolean } = {}) => send(options),
    /** Whether the server has all unsaved work. */
    isKept: () => wanted === null || (kept !== null && wanted() === kept),
    stop: cancel,
  };
}

import { ApiError } from '../../../api/client.ts';

/** The typing pause before work is sent, and the longest wait during continuous typing. */
export const AUTOSAVE_DELAY_MS = 5_000;
export const LONGEST_MS = 30_000;
const LONGEST_PAUSE_MS = 60_000;
/** Below the browsers' limit of 64 KB for all keepalive requests together. */
const MAX_KEEPALIVE_BYTES = 60_000;
/** The server's limit for a request body. */
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Whether the server has the work; if not, why. `theirs`: another tab or device has stored something since.
 */
export type DraftStatus = 'kept' | 'offline' | 'signedOut' | 'refused' | 'theirs';

interface DraftServer {
  put(text: string, revision: number, options: { keepalive: boolean }): Promise<{ revision: number }>;
  drop(revision: number): Promise<unknown>;
  /** After each attempt. */
  onKeeping(keeping: DraftStatus, revision: number): void;
}

/** Returns the work as JSON. Called only when sending, because a layout is large. */
type ReadWork = () => string;

const bytesOf = (text: string) => (text.length > MAX_BYTES ? text.length : new Blob([text]).size);

function reasonOf(error: unknown): Exclude<DraftStatus, 'kept'> {
  const status = error instanceof ApiError ? error.status : 0;
  return status === 0 ? 'offline' : status === 401 ? 'signedOut' : status === 412 ? 'theirs' : 'refused';
}

/** Sends work to the server after a pause, one call at a time, with retries (contract: Drafts 7). */
export function createDraftAutosave({ put, drop, onKeeping }: DraftServer) {
  /** The revision of the server's draft, 0 if there is none; `null` while unknown, when no draft is sent. */
  let revision: number | null = null;
  let wanted: ReadWork | null = null;
  /** The work that the server has. */
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
        sendIn(Math.min(LONGEST_PAUSE_MS, Math.max(asked, AUTOSAVE_DELAY_MS * 2 ** Math.min(failures, 8))));
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
    // The layout was saved during the call, so the draft is no longer needed.
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
    /**
     * Sets the server's revision, after which work is sent. `isOwn`: the server's draft is the work in this
     * editor.
     */
    begin(known: number, own: boolean) {
      [revision, isOwn, kept] = [known, own, null];
      if (wanted !== null) sendIn(AUTOSAVE_DELAY_MS);
    },
    /** Stops sending until the person has decided about the server's draft. */
    pause() {
      revision = null;
      cancel();
    },
    keep(work: ReadWork) {
      wanted = work;
      const now = Date.now();
      changedAt ??= now;
      if (revision === null || failures > 0) return;
      sendIn(Math.min(AUTOSAVE_DELAY_MS, Math.max(0, changedAt + LONGEST_MS - now)));
    },
    /** Everything is saved. */
    forget,
    /** Sends immediately, because the page is hidden, the network is back, or on request. */
    flush: (options: { isParting?: boolean } = {}) => send(options),
    /** Whether the server has all unsaved work. */
    isKept: () => wanted === null || (kept !== null && wanted() === kept),
    stop: cancel,
  };
}

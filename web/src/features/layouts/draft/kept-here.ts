import { type DraftWork, digestOfWork } from './draft-wire.rules.ts';

const NAME = 'outstep.kept-drafts';
/** As many as the browser keeps itself. */
const MAX = 50;

/** More than are sent before somebody sees that nothing is answered. */
const MAX_SENT = 8;

/** What this browser has put on the server of its work on a layout. */
interface KeptHere {
  layoutId: string;
  /** What the server answered last: the draft and its revision. */
  kept: string | null;
  /** What was sent since, some of which may have arrived: a page that is left sends its work and hears no answer. */
  sent: readonly string[];
}

interface DraftRevision {
  id: string;
  revision: number;
}

type KeptRow = [layoutId: string, kept: string | null, sent?: readonly string[]];

function read(): KeptHere[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    if (!Array.isArray(found)) return [];
    return (found as KeptRow[]).map(([layoutId, kept, sent = []]) => ({ layoutId, kept, sent }));
  } catch {
    return [];
  }
}

const keptHere = (layoutId: string) => read().find((each) => each.layoutId === layoutId);

function write(layoutId: string, now: Partial<KeptHere> | null): void {
  const others = read().filter((each) => each.layoutId !== layoutId);
  const all = now ? [...others, { layoutId, kept: null, sent: [], ...keptHere(layoutId), ...now }] : others;
  const rows = all.slice(-MAX).map(({ layoutId, kept, sent }): KeptRow => [layoutId, kept, sent]);
  try {
    localStorage.setItem(NAME, JSON.stringify(rows));
  } catch {
    // Without room the draft of the server is offered beside the browser's own: no more than a question too many.
  }
}

const stateOf = ({ id, revision }: DraftRevision) => `${id} ${revision}`;

/** Remembers what the server has of this browser's work on a layout; `null` when there is nothing any more. */
export const rememberSyncedDraft = (layoutId: string, draft: DraftRevision | null): void =>
  write(layoutId, draft && { kept: stateOf(draft), sent: [] });

/** Remembers what is on its way, whether or not an answer comes. */
export function rememberSent(layoutId: string, work: DraftWork): void {
  const before = keptHere(layoutId)?.sent ?? [];
  write(layoutId, { sent: [...before, digestOfWork(work)].slice(-MAX_SENT) });
}

/** Whether the server has it from this browser, whose own draft is then at least as new. */
export function isFromThisBrowser(layoutId: string, draft: DraftRevision & DraftWork): boolean {
  const here = keptHere(layoutId);
  if (!here) return false;
  return here.kept === stateOf(draft) || here.sent.includes(digestOfWork(draft));
}

const NAME = 'outstep.kept-drafts';
/** As many as the browser keeps itself. */
const MAX = 50;

interface KeptDraft {
  id: string;
  revision: number;
}

function read(): [string, string][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(found) ? (found as [string, string][]) : [];
  } catch {
    return [];
  }
}

const stateOf = ({ id, revision }: KeptDraft) => `${id} ${revision}`;

/** Remembers what this browser has sent of its work on a layout; `null` when there is nothing any more. */
export function rememberKept(layoutId: string, draft: KeptDraft | null): void {
  const others = read().filter(([layout]) => layout !== layoutId);
  const all = draft ? [...others, [layoutId, stateOf(draft)]] : others;
  try {
    localStorage.setItem(NAME, JSON.stringify(all.slice(-MAX)));
  } catch {
    // Without room the draft of the server is offered beside the browser's own: no more than a question too many.
  }
}

/** Whether the server has it from this browser, whose own draft is then at least as new. */
export const isKeptFromHere = (layoutId: string, draft: KeptDraft) =>
  read().some(([layout, state]) => layout === layoutId && state === stateOf(draft));

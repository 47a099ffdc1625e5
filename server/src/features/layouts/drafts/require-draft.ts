import { notFound } from '../../../kernel/error.ts';
import { etagOf } from '../../../kernel/etag.ts';
import { existingId } from '../../../kernel/id.ts';
import type { PathParams, PersonContext } from '../../../kernel/operation.ts';
import { requireLayout } from '../content/layout-document.ts';
import type { DraftSummary } from './drafts.schema.ts';
import { type DraftRow, findDraft, findDraftOf } from './drafts.store.ts';

/** The tag of a missing draft, so that a first write can require that there is none yet. */
const NONE = '"r0"';
/**
 * The tag of a draft, or of a missing one; detects writes from another tab or device (contract: Drafts 3).
 */
export const etagOfDraft = (draft: DraftRow | null) => (draft ? etagOf(draft) : NONE);

/** The layout, and the caller's draft of it if there is one. */
export async function findOwnDraft(ctx: Pick<PersonContext, 'db' | 'actor'>, path: PathParams) {
  const layout = await requireLayout(ctx, path);
  return { layout, draft: await findDraftOf(ctx.db, layout.id, ctx.actor.id) };
}

type DraftCaller = Pick<PersonContext, 'db' | 'actor'>;

const isOf = ({ type, id }: { type: string; id: string }, { personId }: DraftRow) =>
  type === 'user' && id === personId;

/** A draft by its id. Unsaved work is private: for other people it does not exist (contract: Drafts 4). */
export async function requireDraft({ db, actor }: DraftCaller, layoutId: string, id: string | undefined) {
  const draft = await findDraft(db, layoutId, existingId(id));
  if (!draft || (draft.personId !== null && !isOf(actor, draft))) throw notFound();
  return draft;
}

export function viewDraft(actor: { type: string; id: string }, draft: DraftRow): DraftSummary {
  const { id, author, baseVersion, locales, createdAt, updatedAt } = draft;
  return { id, author, isOwn: isOf(actor, draft), baseVersion, locales, createdAt, updatedAt };
}

import { notFound } from '../../../kernel/error.ts';
import { etagOf } from '../../../kernel/etag.ts';
import { existingId } from '../../../kernel/id.ts';
import type { PersonContext } from '../../../kernel/operation.ts';
import { requireLayout } from '../content/require-layout.ts';
import type { DraftSummary } from './drafts.schema.ts';
import { type DraftRow, findDraft, findDraftOf } from './drafts.store.ts';

type Path = Record<string, string>;

/** The tag of no draft: a first write can say that there must be none yet. */
const NONE = '"r0"';
export const etagOfDraft = (draft: DraftRow | null) => (draft ? etagOf(draft) : NONE);

/** The layout, and the caller's draft of it if there is one. */
export async function findOwnDraft(ctx: Pick<PersonContext, 'db' | 'actor'>, path: Path) {
  const layout = await requireLayout(ctx, path);
  return { layout, draft: await findDraftOf(ctx.db, layout.id, ctx.actor.id) };
}

type Caller = Pick<PersonContext, 'db' | 'actor'>;

const isOf = ({ type, id }: { type: string; id: string }, { personId }: DraftRow) =>
  type === 'user' && id === personId;

/** A draft by its id. What a person has not saved is theirs: for others it does not exist. */
export async function requireDraft({ db, actor }: Caller, layoutId: string, id: string | undefined) {
  const draft = await findDraft(db, layoutId, existingId(id));
  if (!draft || (draft.personId !== null && !isOf(actor, draft))) throw notFound();
  return draft;
}

export function viewDraft(actor: { type: string; id: string }, draft: DraftRow): DraftSummary {
  const { id, author, baseVersion, locales, createdAt, updatedAt } = draft;
  return { id, author, isOwn: isOf(actor, draft), baseVersion, locales, createdAt, updatedAt };
}

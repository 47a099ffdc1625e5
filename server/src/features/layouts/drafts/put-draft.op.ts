import { z } from 'zod';
import { Refusal } from '../../../kernel/error.ts';
import { etagOf, namesRevisions, stale } from '../../../kernel/etag.ts';
import { idInput } from '../../../kernel/id.ts';
import { message } from '../../../kernel/messages/message.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { baseOfDraft } from './base-of-draft.ts';
import { packLanguages } from './draft-content.ts';
import { requireKindOf } from './drafts.rules.ts';
import { draftSummary, putDraftInput } from './drafts.schema.ts';
import { changeDraftRow, type DraftRow, putDraftRow } from './drafts.store.ts';
import { etagOfDraft, findOwnDraft, viewDraft } from './require-draft.ts';

/** Whether the draft has what all these languages said in the version that it began from. */
const goesOn = (draft: DraftRow, baseVersion: number, locales: readonly string[]) =>
  draft.baseVersion === baseVersion && locales.every((locale) => draft.baseLocales.includes(locale));

/** Keeps unsaved work that need not be valid, without a version or an audit entry (contract: Drafts 1). */
export const putDraft = appOperation({
  name: 'put_draft',
  summary: 'Keep unsaved work on an email layout.',
  app: [{ method: 'PUT', path: '/email-templates/:id/draft', role: 'editor' }],
  input: z.object({ id: idInput('layout'), ...putDraftInput.shape }),
  output: draftSummary.extend({ revision: z.int() }),
  refusals: ['unauthenticated', 'not_found', 'stale'],
  unaudited: true,
  find: findOwnDraft,
  etagOf: ({ draft }) => etagOfDraft(draft),
  async run(ctx, { baseVersion, languages, writer }, { layout, draft }) {
    const { db, actor, storeId } = ctx;
    // Nobody gets what the person before them has written in this browser.
    if (writer !== undefined && writer !== actor.id)
      throw new Refusal('unauthenticated', message('not_signed_in'));
    requireKindOf(layout.bodyType, languages);
    const locales = Object.keys(languages).sort();
    const work = { authorName: actor.name, locales, content: await packLanguages(languages) };
    let kept = draft && goesOn(draft, baseVersion, locales) ? await changeDraftRow(db, draft, work) : null;
    if (!kept) {
      const base = await baseOfDraft(db, layout, baseVersion, locales);
      const place = { storeId, id: ctx.newId(), layoutId: layout.id, personId: actor.id };
      const from = { baseVersion, baseLocales: locales, base: await packLanguages(base) };
      const revision = namesRevisions(ctx.ifMatch) ? (draft?.revision ?? 0) : null;
      kept = await putDraftRow(db, { ...place, ...from, ...work }, revision);
    }
    if (!kept) throw stale();
    return { value: { ...viewDraft(actor, kept), revision: kept.revision }, etag: etagOf(kept) };
  },
});

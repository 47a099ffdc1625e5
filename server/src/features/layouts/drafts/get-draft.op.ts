import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { requireLayout } from '../content/layout-document.ts';
import { unpackLanguages } from './draft-content.ts';
import { draftDifferences, pickLanguages } from './drafts.rules.ts';
import { comparedDraft, ownDraft } from './drafts.schema.ts';
import { findWholeDraftOf } from './drafts.store.ts';
import { etagOfDraft, requireDraft, viewDraft } from './require-draft.ts';

export const getDraft = appOperation({
  name: 'get_draft',
  summary: 'Get a draft of an email layout, with its changes to the version that it started from.',
  app: [{ method: 'GET', path: '/email-templates/:id/drafts/:draft', role: 'viewer' }],
  input: z.object({ id: idInput('layout'), draft: idInput('draft') }),
  output: comparedDraft,
  async find(ctx, path) {
    const layout = await requireLayout(ctx, path);
    return { layout, draft: await requireDraft(ctx, layout.id, path['draft']) };
  },
  async run({ actor }, _input, { layout, draft }) {
    const [base, languages] = await Promise.all([
      unpackLanguages(draft.base),
      unpackLanguages(draft.content),
    ]);
    const before = pickLanguages(base, draft.locales) ?? base;
    const changes = draftDifferences(before, languages, layout.defaultLocale);
    return { value: { ...viewDraft(actor, draft), languages, changes } };
  },
});

export const getOwnDraft = appOperation({
  name: 'get_own_draft',
  summary: 'Get your own unsaved work on an email layout.',
  app: [{ method: 'GET', path: '/email-templates/:id/draft', role: 'viewer' }],
  input: z.object({ id: idInput('layout') }),
  output: z.object({ draft: ownDraft.nullable().describe('`null` if there is none.') }),
  find: requireLayout,
  async run({ db, actor }, _input, { id }) {
    const draft = await findWholeDraftOf(db, id, actor.id);
    const etag = etagOfDraft(draft);
    if (!draft) return { value: { draft: null }, etag };
    const [base, languages] = await Promise.all([
      unpackLanguages(draft.base),
      unpackLanguages(draft.content),
    ]);
    const own = { revision: draft.revision, base: pickLanguages(base, draft.locales) ?? base, languages };
    return { value: { draft: { ...viewDraft(actor, draft), ...own } }, etag };
  },
});

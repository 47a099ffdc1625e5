import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { requireLayout } from '../content/layout-document.ts';
import { unpackLanguages } from './draft-content.ts';
import { changesOf, pickLanguages } from './drafts.rules.ts';
import { comparedDraft } from './drafts.schema.ts';
import { requireDraft, viewDraft } from './require-draft.ts';

export const getDraft = appOperation({
  name: 'get_draft',
  summary: 'Get a draft of an email layout, and what it changes in the version that it began from.',
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
    const changes = changesOf(before, languages, layout.defaultLocale);
    return { value: { ...viewDraft(actor, draft), languages, changes } };
  },
});

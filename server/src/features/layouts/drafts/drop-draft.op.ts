import { z } from 'zod';
import { namesRevisions } from '../../../kernel/etag.ts';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { draftRemoval } from './drafts.store.ts';
import { etagOfDraft, findOwnDraft } from './require-draft.ts';

export const dropDraft = appOperation({
  name: 'drop_draft',
  summary: 'Discard your own unsaved work on an email layout.',
  app: [{ method: 'DELETE', path: '/email-templates/:id/draft', role: 'editor' }],
  input: z.object({ id: idInput('layout') }),
  output: z.object({ dropped: z.boolean().describe('Whether there was a draft.') }),
  errorKinds: ['not_found', 'stale'],
  unaudited: true,
  find: findOwnDraft,
  etagOf: ({ draft }) => etagOfDraft(draft),
  async run({ db, ifMatch }, _input, { draft }) {
    if (!draft) return { value: { dropped: false } };
    const gone = await db.rows(draftRemoval(draft.id, namesRevisions(ifMatch) ? draft.revision : null));
    return { value: { dropped: gone.length > 0 } };
  },
});

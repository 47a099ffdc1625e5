import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, pageOfArray } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { requireLayout } from '../content/layout-document.ts';
import { draftSummary } from './drafts.schema.ts';
import { listDraftRows } from './drafts.store.ts';
import { viewDraft } from './require-draft.ts';

export const listDrafts = operation({
  name: 'list_drafts',
  summary: 'List who has unsaved work on an email layout, most recently changed first.',
  description:
    'Shows who is working on it, since when, in which languages and from which version. The content is visible only to its author until it is saved.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/email-templates/:id/drafts' }],
  tool: {
    name: 'list_drafts',
    title: 'List unsaved work on a layout',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  input: z.object({ id: idInput('layout'), ...pageInput }),
  output: pageOf(draftSummary),
  find: requireLayout,
  async run({ db, actor }, { page, limit }, { id }) {
    const drafts = await listDraftRows(db, id);
    return {
      value: pageOfArray(
        { page, limit },
        drafts.map((each) => viewDraft(actor, each)),
      ),
    };
  },
});

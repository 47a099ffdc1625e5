import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { changedLanguage, refuseOtherBodyType } from '../content/layouts.rules.ts';
import { requireWholeLayout } from '../content/require-layout.ts';
import { stateOf } from '../saving/save-layout.ts';
import { variablesOfRun } from '../sent-variables/variables-of-run.ts';
import { preview, previewCall, unsavedContent } from './preview.schema.ts';
import { previewOf } from './preview.ts';

export const previewLayout = operation({
  name: 'preview_email_template',
  summary: 'Render a saved layout as it would be sent.',
  description:
    'Any content sent stands in for what is saved, in the language that is previewed; nothing is saved. A secret is shown as [secret:NAME].',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates/:id/preview' }],
  tool: {
    name: 'preview_email_template',
    title: 'Preview a saved layout',
    toolset: 'layouts',
    annotations: reading,
  },
  input: z.object({
    id: idInput('layout'),
    ...previewCall,
    executionId: idInput('execution')
      .optional()
      .describe(
        'An execution of this layout: `variables` are what its step was given, masked. Not together with `variables`.',
      ),
    ...unsavedContent,
  }),
  output: preview,
  find: requireWholeLayout,
  async run(ctx, { id: _id, locale, executionId, variables: given, ...sent }, stored) {
    const state = stateOf(stored);
    refuseOtherBodyType(state.bodyType, sent);
    const isSaved = Object.values(sent).every((value) => value === undefined);
    const shown = isSaved ? state : changedLanguage(state, locale, sent);
    const id = isSaved ? stored.row.id : null;
    const variables =
      executionId === undefined ? given : await variablesOfRun(ctx, stored.row.id, executionId, given);
    return { value: await previewOf(ctx, id, shown, { locale, variables }) };
  },
});

import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { createdLayout } from '../content/layouts.rules.ts';
import { createLayoutInput } from '../content/layouts.schema.ts';
import { preview, previewCall, unsavedContent } from './preview.schema.ts';
import { previewOf } from './preview.ts';

const { bodyType, defaultLocale, subject } = createLayoutInput.shape;

export const previewUnsavedLayout = operation({
  name: 'preview_unsaved_email_template',
  summary: 'Render content as a layout would send it, without saving it.',
  description: 'A secret is shown as [secret:NAME].',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates/preview' }],
  tool: {
    name: 'preview_unsaved_email_template',
    title: 'Preview content before saving it',
    toolset: 'layouts',
    annotations: reading,
  },
  input: z.object({
    ...unsavedContent,
    subject,
    bodyType,
    locale: defaultLocale.describe('The language of the content; `en` unless given.'),
    variables: previewCall.variables,
  }),
  output: preview,
  async run(ctx, { locale, variables, ...content }) {
    const state = createdLayout({ ...content, name: '', defaultLocale: locale });
    return { value: await previewOf(ctx, null, state, { locale, variables }) };
  },
});

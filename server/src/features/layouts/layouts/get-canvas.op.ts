import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { jsonObject } from '../../../kernel/json.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { marketingFields } from '../../library/settings/marketing-texts.schema.ts';
import { canvasOf } from '../compiling/canvas.ts';
import { requireWholeLayout } from '../content/require-layout.ts';
import { stateOf } from '../saving/save-layout.ts';
import { previewCall } from './preview.schema.ts';

const footer = z.object(
  Object.fromEntries(marketingFields.map((field) => [field, z.string()])) as Record<
    (typeof marketingFields)[number],
    z.ZodString
  >,
);

export const getCanvas = appOperation({
  name: 'get_layout_canvas',
  summary:
    'Get what a layout is drawn with besides its design, so that an editor draws it as the server does.',
  app: [{ method: 'GET', path: '/email-templates/:id/canvas', role: 'viewer' }],
  input: z.object({ id: idInput('layout'), locale: previewCall.locale }),
  output: z.object({
    filesUrl: z.string().describe('Address of a file without its key.'),
    logoUrl: z.string().nullable(),
    assetsUrl: z.string(),
    unsubscribeUrl: z.string(),
    footer: footer.nullable().describe('Of marketing mail.'),
    testVariables: jsonObject.describe('Of the main language, for a design that has none.'),
    saved: z
      .object({ job: z.string(), page: z.string() })
      .nullable()
      .describe(
        'Digests of what the saved page was compiled from and came to; null if it is not compiled. An editor that compiles the same to another page is out of date.',
      ),
  }),
  find: requireWholeLayout,
  run: async (ctx, { locale }, stored) => ({
    value: await canvasOf(ctx, stored.row.id, stateOf(stored), locale),
  }),
});

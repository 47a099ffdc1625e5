import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { jsonObject } from '../../../kernel/json.ts';
import { appOperation, type Context } from '../../../kernel/operation.ts';
import { publicFileUrl } from '../../library/files/file-keys.rules.ts';
import { footerTexts } from '../../library/settings/footer-texts.rules.ts';
import { marketingFields } from '../../library/settings/marketing-texts.schema.ts';
import { settingsOf } from '../../library/settings/settings.store.ts';
import { assetsUrlOf } from '../compiling/compile-language.ts';
import { digestOfSaved } from '../compiling/compiled-language.ts';
import { mailLanguageOf, testVariablesOf, unsubscribePreviewOf } from '../compiling/mail-source.ts';
import { effectiveContentOf } from '../content/languages.rules.ts';
import { requireWholeLayout } from '../content/layout-document.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { stateOf } from '../saving/save-layout.ts';
import { previewCall } from './preview.schema.ts';

/** The data, besides its content, that is needed to draw the preview of a language. */
async function canvasOf(ctx: Context, layoutId: string, state: LayoutState, asked: string | undefined) {
  const { locale } = mailLanguageOf(state, asked);
  const settings = await settingsOf(ctx.db);
  const logo = settings.get('logo');
  const { marketingTexts } = effectiveContentOf(state, locale);
  return {
    filesUrl: publicFileUrl(ctx.baseUrl, ctx.storeId, ''),
    logoUrl: logo === undefined ? null : publicFileUrl(ctx.baseUrl, ctx.storeId, logo),
    assetsUrl: assetsUrlOf(ctx),
    unsubscribeUrl: unsubscribePreviewOf(ctx),
    footer: state.category === 'marketing' ? footerTexts(marketingTexts, settings, locale) : null,
    testVariables: testVariablesOf(state, state.defaultLocale),
    saved: await digestOfSaved(ctx, layoutId, {
      ...{ bodyType: state.bodyType, locale },
      content: state.languages[locale] as LanguageContent,
    }),
  };
}

const footer = z.object(
  Object.fromEntries(marketingFields.map((field) => [field, z.string()])) as Record<
    (typeof marketingFields)[number],
    z.ZodString
  >,
);

export const getCanvas = appOperation({
  name: 'get_layout_canvas',
  summary:
    'Get the data, other than the design, that an editor needs to render a layout exactly as the server does.',
  app: [{ method: 'GET', path: '/email-templates/:id/canvas', role: 'viewer' }],
  input: z.object({ id: idInput('layout'), locale: previewCall.locale }),
  output: z.object({
    filesUrl: z.string().describe('URL of a file without its key.'),
    logoUrl: z.string().nullable(),
    assetsUrl: z.string(),
    unsubscribeUrl: z.string(),
    footer: footer.nullable().describe('Used in marketing email.'),
    testVariables: jsonObject.describe('Of the main language, for a design that has none.'),
    saved: z
      .object({ job: z.string(), page: z.string() })
      .nullable()
      .describe(
        'Digests of the input and the output of compiling the saved page; `null` if it is not compiled. An editor that compiles the same input to a different page is out of date.',
      ),
  }),
  find: requireWholeLayout,
  run: async (ctx, { locale }, stored) => ({
    value: await canvasOf(ctx, stored.row.id, stateOf(stored), locale),
  }),
});

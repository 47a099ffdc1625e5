import { z } from 'zod';
import { invalid } from '../../../kernel/fields.ts';
import { idInput } from '../../../kernel/id.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { message, textOf } from '../../../kernel/messages/message.ts';
import { type ActorContext, operation } from '../../../kernel/operation.ts';
import type { CompiledDesign } from '../../../kernel/ports.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { unusableSecrets } from '../../access/secrets/resolve-secrets.ts';
import { repairedLinkSentence } from '../../rendering/mails/keep-unsubscribe-link.rules.ts';
import { liquidOfMail } from '../../rendering/mails/render-mail.ts';
import { languagesNotSent, mailLanguageOf, testVariablesOf } from '../compiling/mail-source.ts';
import { unknownNameWarnings } from '../compiling/variable-locations.ts';
import { requireWholeLayout } from '../content/layout-document.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { changedLanguage, createdLayout, refuseOtherBodyType } from '../content/layouts.rules.ts';
import { createLayoutInput } from '../content/layouts.schema.ts';
import { missingRequired } from '../content/variables.rules.ts';
import { stateOf } from '../saving/save-layout.ts';
import { variablesOfRun } from '../sent-variables/find-sent-variables.ts';
import { type Preview, preview, previewCall, unsavedContent } from './preview.schema.ts';
import { findInLanguage, renderLanguage } from './render-language.ts';

/** Gmail clips an email near 102 KB. */
const LONG_HTML = 90 * 1024;

export interface PreviewInput {
  locale: string | undefined;
  variables: JsonObject | undefined;
  /** Languages that are left out when the layout is sent. */
  notSent?: ReadonlySet<string> | undefined;
}

function warningsOf(compiled: CompiledDesign, sizeBytes: number, hasAddress: boolean): string[] {
  const warnings = [...compiled.warnings];
  if (warnings.length === 0 && sizeBytes > LONG_HTML)
    warnings.push(textOf(message('html_clipped', { size: Math.ceil(sizeBytes / 1024) })));
  if (!hasAddress) warnings.push(textOf(message('company_details_missing')));
  return warnings;
}

/**
 * Renders with the same code as sending. `layoutId` is null when `state` is not the saved one
 * (contract: Layouts 9).
 */
async function previewOf(
  ctx: ActorContext,
  layoutId: string | null,
  state: LayoutState,
  call: PreviewInput,
): Promise<Preview> {
  const resolved = mailLanguageOf(state, call.locale, call.notSent);
  const { locale } = resolved;
  const variables = call.variables ?? testVariablesOf(state, locale);
  const rendered = await renderLanguage(ctx, layoutId, state, { locale, variables });
  if ('problems' in rendered) throw invalid(rendered.problems);
  const { source, files, mail, shown, sizeBytes } = rendered;
  const { compiled, footer } = source;
  return {
    ...shown,
    ...resolved,
    missingVariables: mail.missing,
    warnings: [
      ...warningsOf(compiled, sizeBytes, footer === null || footer.companyDetails.trim() !== ''),
      ...[
        ...(await unknownNameWarnings(ctx, state.languages[locale] as LanguageContent, compiled)),
        ...missingRequired(state, variables).map((path) => message('variable_required', { path })),
        ...(shown.subject === '' ? [message('subject_empty_fails')] : []),
        ...(await unusableSecrets(ctx, liquidOfMail(source, files))),
        ...(mail.mended.length > 0 ? [repairedLinkSentence(mail.mended)] : []),
      ].map(textOf),
    ],
    findings: await findInLanguage(ctx, state, { locale, variables }, rendered),
    sizeBytes,
  };
}

export const previewLayout = operation({
  name: 'preview_email_template',
  summary: 'Render a saved layout as it would be sent.',
  description:
    'Content that you send replaces the saved content in the previewed language; nothing is saved. Secrets appear as [secret:NAME].',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates/:id/preview' }],
  tool: {
    name: 'preview_email_template',
    title: 'Preview a saved layout',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  input: z.object({
    id: idInput('layout'),
    ...previewCall,
    executionId: idInput('execution')
      .optional()
      .describe(
        'ID of an execution of this layout whose step input is used as `variables`, masked. Cannot be combined with `variables`.',
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
    // Unsaved content is previewed in the language it is for, even if that language is not sent.
    const notSent = isSaved ? languagesNotSent(stored) : undefined;
    return { value: await previewOf(ctx, id, shown, { locale, variables, notSent }) };
  },
});

const { bodyType, defaultLocale, subject } = createLayoutInput.shape;

export const previewUnsavedLayout = operation({
  name: 'preview_unsaved_email_template',
  summary: 'Render unsaved content as a layout would send it.',
  description: 'Nothing is saved. Secrets appear as [secret:NAME].',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'POST', path: '/email-templates/preview' }],
  tool: {
    name: 'preview_unsaved_email_template',
    title: 'Preview unsaved content',
    toolset: 'layouts',
    annotations: readOnlyTool,
  },
  input: z.object({
    ...unsavedContent,
    subject,
    bodyType,
    locale: defaultLocale.describe('Language of the content. Default: `en`.'),
    variables: previewCall.variables,
  }),
  output: preview,
  async run(ctx, { locale, variables, ...content }) {
    const state = createdLayout({ ...content, name: '', defaultLocale: locale });
    return { value: await previewOf(ctx, null, state, { locale, variables }) };
  },
});

import { invalid } from '../../../kernel/fields.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { message, textOf } from '../../../kernel/messages/message.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { CompiledDesign } from '../../../kernel/ports.ts';
import { unusableSecrets } from '../../access/secrets/unusable-secrets.ts';
import { repairedLinkSentence } from '../../rendering/mails/keep-unsubscribe-link.rules.ts';
import { liquidOfMail } from '../../rendering/mails/render-mail.ts';
import { unknownNameWarnings } from '../compiling/liquid-places.ts';
import { mailLanguageOf, testVariablesOf } from '../compiling/mail-source.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { missingRequired } from '../content/variables.rules.ts';
import { findInLanguage } from './find-in-language.ts';
import type { Preview } from './preview.schema.ts';
import { renderLanguage } from './render-language.ts';

/** Gmail cuts an email off near 102 KB. */
const LONG_HTML = 90 * 1024;

export interface PreviewInput {
  locale: string | undefined;
  variables: JsonObject | undefined;
}

function warningsOf(compiled: CompiledDesign, sizeBytes: number, hasAddress: boolean): string[] {
  const warnings = [...compiled.warnings];
  if (warnings.length === 0 && sizeBytes > LONG_HTML)
    warnings.push(textOf(message('html_clipped', { size: Math.ceil(sizeBytes / 1024) })));
  if (!hasAddress) warnings.push(textOf(message('company_details_missing')));
  return warnings;
}

/**
 * Renders with the same code as sending does. `layoutId` is null when `state` is not the saved one
 * (contract: Layouts 9).
 */
export async function previewOf(
  ctx: ActorContext,
  layoutId: string | null,
  state: LayoutState,
  call: PreviewInput,
): Promise<Preview> {
  const resolved = mailLanguageOf(state, call.locale);
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

import { invalid } from '../../../kernel/fields.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { CompiledDesign } from '../../../kernel/ports.ts';
import { footerTexts } from '../../library/settings/footer-texts.rules.ts';
import { settingsOf } from '../../library/settings/settings.store.ts';
import { fillMail, renderMail } from '../../rendering/mails/render-mail.ts';
import { compiledOf } from '../compiling/compiled-language.ts';
import { effectiveOf, localesOf, mainOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { resolveLocale } from '../content/resolve-locale.rules.ts';
import type { Preview } from './preview.schema.ts';

/** Gmail cuts a mail off near 102 KB. */
const LONG_HTML = 90 * 1024;

export interface PreviewCall {
  locale: string | undefined;
  variables: JsonObject | undefined;
}

const testVariables = ({ bodyDesign }: LanguageContent) =>
  bodyDesign?.['testVariables'] as JsonObject | undefined;

function warningsOf(compiled: CompiledDesign, sizeBytes: number, hasAddress: boolean): string[] {
  const warnings = [...compiled.warnings];
  if (warnings.length === 0 && sizeBytes > LONG_HTML)
    warnings.push(`the HTML has ${Math.ceil(sizeBytes / 1024)} KB; Gmail cuts a mail off near 102 KB`);
  if (!hasAddress) warnings.push("marketing mail must name its sender's postal address: set companyDetails");
  return warnings;
}

/** The mail that a layout sends, with the renderer that sends it. `layoutId` is null for what is not saved as it is. */
export async function previewOf(
  ctx: ActorContext,
  layoutId: string | null,
  state: LayoutState,
  call: PreviewCall,
): Promise<Preview> {
  const resolved = resolveLocale(call.locale, state.defaultLocale, localesOf(state));
  const { locale } = resolved;
  const { subject, previewText, marketingTexts } = effectiveOf(state, locale);
  const compiled = await compiledOf(ctx, layoutId, state, locale);
  const footer =
    state.category === 'marketing' ? footerTexts(marketingTexts, await settingsOf(ctx.db), locale) : null;
  const variables =
    call.variables ??
    testVariables(state.languages[locale] as LanguageContent) ??
    testVariables(mainOf(state)) ??
    {};
  const bodyField = state.bodyType === 'visual' ? 'bodyDesign' : 'body';
  const mail = await renderMail(
    ctx,
    { subject, previewText, compiled, bodyField, locale, footer, hasDownloads: false },
    { variables, secrets: null },
  );
  if ('problems' in mail) throw invalid(mail.problems);
  const unsubscribeUrl = `${ctx.baseUrl}/unsubscribe/preview`;
  const shown = fillMail(mail.shown, mail.secret, { unsubscribeUrl, downloads: [] });
  const sizeBytes = Buffer.byteLength(shown.html);
  return {
    ...shown,
    ...resolved,
    missingVariables: mail.missing,
    warnings: warningsOf(compiled, sizeBytes, footer === null || footer.companyDetails.trim() !== ''),
    sizeBytes,
  };
}

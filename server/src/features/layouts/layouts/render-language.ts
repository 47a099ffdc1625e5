import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import { factsOfFiles } from '../../library/files/files.store.ts';
import { type References, referencesOf } from '../../library/references/references.rules.ts';
import { presetBlocks } from '../../library/references/references.store.ts';
import { findingsOf } from '../../rendering/design/findings/findings.rules.ts';
import { findingMessage, findingTexts, presetNote } from '../../rendering/design/findings/messages.rules.ts';
import { fillMail, renderMail } from '../../rendering/mails/render-mail.ts';
import { mailSourceOf, unsubscribePreviewOf } from '../compiling/mail-source.ts';
import { hashOf } from '../content/hash-text.ts';
import { mainContentOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { presetFacts } from '../content/preset-language.rules.ts';
import { MainTexts } from '../content/stale.rules.ts';
import type { Finding } from './finding.schema.ts';

/**
 * Renders a language as it would be sent with these variables, with names in place of secrets. `layoutId` is
 * null for unsaved content.
 */
export async function renderLanguage(
  ctx: ActorContext,
  layoutId: string | null,
  state: LayoutState,
  { locale, variables }: { locale: string; variables: JsonObject },
) {
  const made = await mailSourceOf(ctx, layoutId, state, locale);
  const mail = await renderMail(ctx, { ...made.source, hasDownloads: false }, { variables, secrets: null });
  if ('problems' in mail) return { ...made, problems: mail.problems };
  const unsubscribeUrl = unsubscribePreviewOf(ctx);
  const shown = fillMail(mail.shown, mail.secret, { unsubscribeUrl, downloads: [] });
  return { ...made, mail, shown, sizeBytes: Buffer.byteLength(shown.html) };
}

type RenderedLanguage = Awaited<ReturnType<typeof renderLanguage>>;

const idsOf = (references: References['files']) => [...new Set(references.map(({ id }) => id))];

/** The presets that a design refers to, and the images of both. Most designs refer to none. */
async function namedBy({ db }: ActorContext, design: Json | null, locale: string) {
  const own = referencesOf(design ?? {});
  const rows = own.presets.length === 0 ? [] : await db.rows(presetBlocks(idsOf(own.presets)));
  const presets = rows.map(({ id, ...preset }) => [id, presetFacts(preset, locale)] as const);
  const ofPresets = presets.flatMap(([, { blocks }]) => referencesOf([...blocks]).files);
  const files = await factsOfFiles(db, idsOf([...own.files, ...ofPresets]));
  return {
    files: Object.fromEntries(files.map(({ key, size, width }) => [key, { size, width }])),
    presets: Object.fromEntries(presets),
  };
}

/** The texts of the main language, computed once for all its translations. */
export const mainTextsOf = (ctx: ActorContext, state: LayoutState) =>
  new MainTexts(mainContentOf(state), hashOf(ctx));

/** Texts of a language that are untranslated or out of date; the main language has none. */
function languageFacts(content: LanguageContent, main: MainTexts | null) {
  if (main === null) return { untranslated: [], outdated: [] };
  const stale = main.staleOf(content);
  const untranslated = new Set(main.untranslatedIn(stale));
  const outdated = [...stale.keys()].filter((name) => !untranslated.has(name));
  return { untranslated: [...untranslated], outdated };
}

/** Checks one language and the email rendered from it. */
export async function findInLanguage(
  ctx: ActorContext,
  state: LayoutState,
  { locale, variables }: { locale: string; variables: JsonObject },
  rendered: RenderedLanguage,
  main?: MainTexts,
): Promise<Finding[]> {
  const content = state.languages[locale] as LanguageContent;
  const { subject, previewText, bodyDesign: design, body } = content;
  const isSent = 'shown' in rendered;
  const isMain = locale === state.defaultLocale;
  const found = findingsOf({
    ...{ subject, previewText, design, body, variables },
    ...(await namedBy(ctx, design, locale)),
    shownSubject: isSent ? rendered.shown.subject : null,
    htmlBytes: isSent ? rendered.sizeBytes : null,
    missing: isSent ? rendered.mail.missing : null,
    isLinkAdded: isSent && rendered.mail.mended.length > 0,
    footer: rendered.source.footer,
    requiredVariables: state.requiredVariables,
    ...languageFacts(content, isMain ? null : (main ?? mainTextsOf(ctx, state))),
    mainDesign: isMain ? null : mainContentOf(state).bodyDesign,
  });
  return found.map(({ preset, ...each }) => ({
    ...{ rule: each.rule, severity: each.severity, path: each.field, locale },
    message: [findingMessage(findingTexts, each), ...(preset ? [presetNote(preset.name)] : [])].join(' '),
    ...(preset && { preset: { id: preset.id, name: preset.name, path: preset.field } }),
  }));
}

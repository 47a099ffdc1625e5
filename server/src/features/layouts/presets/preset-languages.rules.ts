import { invalid, invalidField } from '../../../kernel/fields.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { OWN_LANGUAGE } from '../content/preset-language.rules.ts';
import { type HashText, MainTexts } from '../content/stale.rules.ts';
import { withLanguage } from '../translations/translations.rules.ts';
import { everyLanguage, type PresetContent, type PresetLanguage } from './preset-content.rules.ts';
import { MAX_PRESET_BYTES } from './presets.schema.ts';

/** The same limit as for a layout. */
const MAX_LANGUAGES = 30;

/**
 * The part of a write that concerns one language. Without blocks, the language is unchanged, or a new one
 * starts as a copy of the preset's own language.
 */
export interface LanguageChange {
  blocks?: Json[] | undefined;
  /** Texts that are up to date, as `stale` names them. */
  done?: readonly string[] | undefined;
}

const DESIGN = 'bodyDesign';

const contentOf = (blocks: Json[], writtenFor: Json): LanguageContent => ({
  ...{ subject: '', previewText: '', bodyDesign: { blocks }, body: null },
  ...{ attachments: null, marketingTexts: null, writtenFor },
});

/**
 * Represents the preset as a layout of blocks only, so that languages of both are written and become stale by
 * the same rules.
 */
function asLayout({ name, blocks, languages }: PresetContent): LayoutState {
  const others = Object.entries(languages).map(
    ([locale, { blocks: own, writtenFor }]) => [locale, contentOf(own, writtenFor)] as const,
  );
  return {
    ...{ name, description: '', bodyType: 'visual', category: 'transactional', requiredVariables: [] },
    completeLanguagesOnly: false,
    defaultLocale: OWN_LANGUAGE,
    languages: Object.fromEntries([[OWN_LANGUAGE, contentOf(blocks, null)], ...others]),
  };
}

const textsOf = (content: PresetContent, hash: HashText) =>
  new MainTexts(contentOf(content.blocks, null), hash);

/** The texts of each language that are out of date against the preset's own blocks: `blocks[0].html`. */
export function staleTexts(content: PresetContent, hash: HashText): (locale: string) => string[] {
  let texts: MainTexts | null = null;
  return (locale) => {
    texts ??= textsOf(content, hash);
    const { blocks, writtenFor } = content.languages[locale] as PresetLanguage;
    return [...texts.staleOf(contentOf(blocks, writtenFor)).keys()].map((name) =>
      name.slice(DESIGN.length + 1),
    );
  };
}

function requireTexts(content: PresetContent, locale: string, done: readonly string[], hash: HashText): void {
  const known = new Set(textsOf(content, hash).texts.map(({ name }) => name));
  const problems = done.flatMap((name, i) =>
    known.has(`${DESIGN}.${name}`)
      ? []
      : [{ path: ['languages', locale, 'done', i], reason: message('not_a_text_of_main_language') }],
  );
  if (problems.length > 0) throw invalid(problems);
}

function written(
  content: PresetContent,
  locale: string,
  sent: LanguageChange,
  hash: HashText,
): PresetLanguage {
  const { blocks, done } = sent;
  if (done) requireTexts(content, locale, done, hash);
  const names = done?.map((name) => `${DESIGN}.${name}`);
  const change = { subject: '', ...(blocks && { bodyDesign: { blocks } }) };
  const { bodyDesign, writtenFor } = withLanguage(asLayout(content), locale, change, hash, { done: names })
    .languages[locale] as LanguageContent;
  return { blocks: (bodyDesign as JsonObject)['blocks'] as Json[], writtenFor };
}

/**
 * Writes the named languages, or removes those set to `null`; the others are kept (contract: Presets 3).
 * `pause` yields to other work, because each language can take long for a large design.
 */
export async function withLanguages(
  content: PresetContent,
  sent: Readonly<Record<string, LanguageChange | null>>,
  hash: HashText,
  pause: () => Promise<void> = async () => undefined,
): Promise<PresetContent> {
  const languages = { ...content.languages };
  for (const [locale, change] of Object.entries(sent)) {
    if (change === null) delete languages[locale];
    else {
      // Checked before each write, because the request may name thousands of languages.
      if (!languages[locale] && Object.keys(languages).length === MAX_LANGUAGES)
        throw invalidField('languages', message('too_many_preset_languages', { max: MAX_LANGUAGES }));
      languages[locale] = written(content, locale, change, hash);
      await pause();
    }
  }
  const ordered = Object.entries(languages).sort(([a], [b]) => (a < b ? -1 : 1));
  return requireSound({ ...content, languages: Object.fromEntries(ordered) });
}

/**
 * Rejects content that exceeds the size limit in all languages together, and a second copy of the preset's
 * own language.
 */
function requireSound(content: PresetContent): PresetContent {
  const { defaultLocale, languages } = content;
  if (defaultLocale !== null && languages[defaultLocale])
    throw invalidField('defaultLocale', message('is_another_language'));
  const bytes = everyLanguage(content).reduce((sum, { blocks }) => sum + JSON.stringify(blocks).length, 0);
  if (bytes > MAX_PRESET_BYTES) throw invalidField('languages', message('design_larger_than_1_mb'));
  return content;
}

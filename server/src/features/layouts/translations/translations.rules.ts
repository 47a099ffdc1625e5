import { OperationError } from '../../../kernel/error.ts';
import { fieldName, invalid, invalidField, type PropertyPath } from '../../../kernel/fields.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { message } from '../../../kernel/messages/message.ts';
import { changed } from '../../../kernel/patch.ts';
import { mainContentOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { refuseOtherBodyType } from '../content/layouts.rules.ts';
import {
  type HashText,
  isTranslatable,
  isUntranslated,
  type MainText,
  MainTexts,
} from '../content/stale.rules.ts';
import { changeBetween, changedInDesign, matchedPartPaths, type TextChange } from './changed-texts.rules.ts';
import { type ChangeTranslation, MAX_TRANSLATIONS, type PutTranslation } from './translations.schema.ts';

/** Prefixes the fields that a rule rejects with the language's path. */
export function viewLanguage<T>(at: PropertyPath, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof OperationError) || error.kind !== 'invalid') throw error;
    throw invalid(error.problems.map(({ path, reason }) => ({ path: [...at, ...path], reason })));
  }
}

/** The main language is written with the layout, not as a translation (contract: Translations 5). */
export function refuseMainLanguage(state: Pick<LayoutState, 'defaultLocale'>, locale: string): void {
  if (locale === state.defaultLocale) throw invalidField('locale', message('is_main_language'));
}

/** Uses the sent text, the current one, or a copy of the main language's. */
function settle<T>(sent: T | null | undefined, current: T | undefined, main: T) {
  if (sent !== undefined && sent !== null) return { text: sent, from: 'sent' } as const;
  if (sent === undefined && current !== undefined) return { text: current, from: 'kept' } as const;
  return { text: main, from: 'copied' } as const;
}

/** The fields of a language after a PUT, and where each comes from. */
const settleFields = (sent: PutTranslation, current: LanguageContent | undefined, main: LanguageContent) => ({
  subject: settle(sent.subject, undefined, ''),
  previewText: settle(sent.previewText, current?.previewText, main.previewText),
  bodyDesign: settle(sent.bodyDesign, current?.bodyDesign, main.bodyDesign),
  body: settle(sent.body, current?.body, main.body),
});
type SettledFields = ReturnType<typeof settleFields>;

/** The changes that a PUT makes to main-language texts, by name. */
function changedTexts(
  settled: SettledFields,
  current: LanguageContent,
  main: LanguageContent,
): ReadonlyMap<string, TextChange> {
  const lines = (['subject', 'previewText', 'body'] as const).flatMap((field) => {
    const change = changeBetween(current[field], settled[field].text);
    return change ? [[field, change] as const] : [];
  });
  const [before, after] = [current.bodyDesign, settled.bodyDesign.text];
  const isOther = settled.bodyDesign.from === 'sent' && before && after && main.bodyDesign;
  const inDesign = isOther ? changedInDesign({ before, after, main: main.bodyDesign as JsonObject }) : [];
  return new Map([...lines, ...inDesign]);
}

/**
 * Returns whether the sent content contains a main-language text. A block that it omits was not translated.
 */
function sentIn(settled: SettledFields, main: LanguageContent): (text: MainText) => boolean {
  let own: ReadonlySet<string> | null = null;
  return ({ field, part }) => {
    if (settled[field].from !== 'sent' || !part) return settled[field].from === 'sent';
    own ??= matchedPartPaths(settled.bodyDesign.text ?? {}, main.bodyDesign ?? {});
    return own.has(fieldName(part.path));
  };
}

/** The texts marked as up to date; all of them must exist in the main language. */
function requireTexts(done: readonly string[], { texts }: MainTexts): ReadonlySet<string> {
  const known = new Set(texts.map(({ name }) => name));
  const problems = done.flatMap((name, i) =>
    known.has(name) ? [] : [{ path: ['done', i], reason: message('not_a_text_of_main_language') }],
  );
  if (problems.length > 0) throw invalid(problems);
  return new Set(done);
}

/**
 * Texts that are stale after a write (contract: Translations 1; Translations 6): previously stale texts that
 * it did not change, and copies until they are translated. With `done`, previously stale texts that it does
 * not name. Texts in `stillRight` are up to date in any case. In a replacement, every text that was sent
 * counts as translated, even if it is unchanged.
 */
function staleAfter(
  settled: SettledFields,
  current: LanguageContent | undefined,
  main: LanguageContent,
  { texts, done, stillRight = {}, isReplacement = false }: TranslationWrite,
): ReadonlyMap<string, Json> {
  const named = done && requireTexts(done, texts);
  const changed = current ? changedTexts(settled, current, main) : new Map<string, TextChange>();
  const isSent = sentIn(settled, main);
  const stale = new Map(current && texts.staleOf(current));
  for (const text of texts.texts) {
    const { name, field } = text;
    const isCopy = settled[field].from === 'copied';
    // A new language has no earlier text to compare with, so everything sent is up to date unless `done` is
    // more specific.
    const isUntold = isCopy || (!current && named !== undefined);
    const isNew = isUntranslated(stale.get(name) ?? null);
    // Translating only a default does not translate the words around it.
    const isWritten = !isCopy && (isNew ? changed.get(name) === 'words' : changed.has(name));
    const isGiven = isReplacement && isNew && stale.has(name) && isSent(text);
    const isDone = named ? named.has(name) : isWritten || isGiven || stillRight[name] === text.text;
    if (isUntold && isTranslatable(text)) stale.set(name, null);
    if (isDone || (isUntold && !isTranslatable(text))) stale.delete(name);
  }
  return stale;
}

/** Main-language texts that a person marked as translated: by path, each with its wording at that time. */
export type TranslationMarks = Readonly<Record<string, string>>;

interface TranslationWrite {
  /** The texts of the main language. */
  texts: MainTexts;
  done?: readonly string[] | undefined;
  stillRight?: TranslationMarks | undefined;
  /** Whether the write replaces the translation, rather than being an edit (contract: Translations 6). */
  isReplacement?: boolean;
}

function put(state: LayoutState, locale: string, sent: PutTranslation, putting: TranslationWrite) {
  refuseOtherBodyType(state.bodyType, sent);
  const current = state.languages[locale];
  const main = mainContentOf(state);
  const settled = settleFields(sent, current, main);
  const content: LanguageContent = {
    ...{ subject: sent.subject, previewText: settled.previewText.text },
    ...{ bodyDesign: settled.bodyDesign.text, body: settled.body.text },
    writtenFor: putting.texts.writtenExcept(staleAfter(settled, current, main, putting)),
    attachments: changed(sent.attachments, current?.attachments ?? null),
    marketingTexts: changed(sent.marketingTexts, current?.marketingTexts ?? null),
  };
  return { ...state, languages: { ...state.languages, [locale]: content } };
}

/** Writes the sent fields of a language, and keeps or copies the rest. */
export function withLanguage(
  state: LayoutState,
  locale: string,
  sent: PutTranslation,
  hash: HashText,
  writing: Omit<TranslationWrite, 'texts'> = {},
): LayoutState {
  refuseMainLanguage(state, locale);
  if (!state.languages[locale] && Object.keys(state.languages).length > MAX_TRANSLATIONS)
    throw invalidField('locale', message('too_many_layout_languages', { max: MAX_TRANSLATIONS }));
  return put(state, locale, sent, { texts: new MainTexts(mainContentOf(state), hash), ...writing });
}

function requireTranslations({ defaultLocale, languages }: LayoutState, locales: readonly string[]): void {
  const problems = locales
    .filter((locale) => locale === defaultLocale || !Object.hasOwn(languages, locale))
    .map((locale) => ({
      path: ['translations', locale],
      reason: locale === defaultLocale ? message('is_main_language') : message('not_a_translation'),
    }));
  if (problems.length > 0) throw invalid(problems);
}

/**
 * Changes several existing languages, each only in the fields that were sent (contract: The app 14). Awaits
 * `between` before each of them, because a large design takes tens of milliseconds per language.
 */
export async function withLanguages(
  state: LayoutState,
  sent: Readonly<Record<string, ChangeTranslation & { stillRight?: TranslationMarks | undefined }>>,
  hash: HashText,
  between: () => Promise<void>,
): Promise<LayoutState> {
  const changes = Object.entries(sent);
  if (changes.length === 0) return state;
  requireTranslations(state, Object.keys(sent));
  const texts = new MainTexts(mainContentOf(state), hash);
  let next = state;
  for (const [locale, { done, stillRight, ...change }] of changes) {
    await between();
    const { subject } = next.languages[locale] as LanguageContent;
    const whole = { ...change, subject: change.subject ?? subject };
    next = viewLanguage(['translations', locale], () =>
      put(next, locale, whole, { texts, done, stillRight }),
    );
  }
  return next;
}

export function withoutLanguage(state: LayoutState, locale: string): LayoutState {
  const { [locale]: _, ...languages } = state.languages;
  return { ...state, languages };
}

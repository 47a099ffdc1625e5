import { z } from 'zod';
import { invalid, type PropertyPath, problemsOf } from '../../../kernel/fields.ts';
import { jsonLimitError } from '../../../kernel/json-bounds.ts';
import { normalLocale } from '../../../kernel/locale-code.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import type { RepositoryFile } from '../../../kernel/repository.ts';
import { hasSameContent } from '../content/change-summary.rules.ts';
import type { LayoutState } from '../content/layout-state.schema.ts';
import { createdLayout } from '../content/layouts.rules.ts';
import { createLayoutInput } from '../content/layouts.schema.ts';
import { viewSnapshot } from '../content/layouts.view.ts';
import type { HashText } from '../content/stale.rules.ts';
import { viewLanguage, withLanguage } from '../translations/translations.rules.ts';
import { putTranslationInput } from '../translations/translations.schema.ts';

const LAYOUT = 'layout.json';
const TRANSLATION = /^translations\/([^/]+)\.json$/;

/** Pretty-printed and always in the same order, so that a diff shows only real changes. */
const written = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The files of a layout's folder. Translations of visual layouts have no separate attachments. */
export function filesOf(state: LayoutState): RepositoryFile[] {
  const { layout, translations } = viewSnapshot(state);
  return [
    { path: LAYOUT, content: written(layout) },
    ...translations.map(({ locale, attachments, marketingTexts, ...content }) => ({
      path: `translations/${locale}.json`,
      content: written({
        ...content,
        ...(state.bodyType === 'text' && { attachments }),
        marketingTexts,
      }),
    })),
  ];
}

/** Whether a file is part of a layout; people may keep other files in its folder. */
export const isLayoutFile = (path: string) => path === LAYOUT || TRANSLATION.test(path);

type RepositoryFileContent = { path: string; content: string | null };

/** Problems name the layout's fields at `[]`, as in a save, and a translation's fields below its language. */
function parsed<S extends z.ZodObject>(
  schema: S,
  { path, content }: RepositoryFileContent,
  at: PropertyPath,
): z.output<S> {
  const refuse = (reason: Message) => invalid([{ path: at.length > 0 ? at : [path], reason }]);
  if (content === null) throw refuse(message('file_too_large_or_not_text'));
  const excess = jsonLimitError(new TextEncoder().encode(content));
  if (excess !== null) throw refuse(excess);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw refuse(message('json_invalid'));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(message('must_be_object'));
  const result = z.strictObject(schema.shape).safeParse(value);
  if (result.success) return result.data as z.output<S>;
  throw invalid(
    problemsOf(result.error, value).map((problem) => ({ ...problem, path: [...at, ...problem.path] })),
  );
}

/**
 * Reads a layout from the files of a commit. A person may have written them, so all rules of a save apply
 * except those that need the store. Returns `null` if there is no `layout.json`.
 */
export function layoutFrom(files: readonly RepositoryFileContent[], hash: HashText): LayoutState | null {
  const main = files.find(({ path }) => path === LAYOUT);
  if (!main) return null;
  let state = createdLayout(parsed(createLayoutInput, main, []));
  for (const file of files) {
    const named = TRANSLATION.exec(file.path)?.[1];
    if (named === undefined) continue;
    const at = ['translations', named];
    const locale = normalLocale(named);
    if (locale === null) throw invalid([{ path: at, reason: message('must_be_locale') }]);
    if (locale !== state.defaultLocale && state.languages[locale])
      throw invalid([{ path: at, reason: message('language_twice') }]);
    const content = parsed(putTranslationInput, file, at);
    state = viewLanguage(at, () => withLanguage(state, locale, content, hash));
  }
  return state;
}

/** A translation that restoring leaves unchanged is as stale as before. */
export function applyRestoredState(current: LayoutState, restored: LayoutState): LayoutState {
  if (restored.bodyType !== current.bodyType)
    throw invalid([{ path: ['bodyType'], reason: message('immutable') }]);
  const languages = Object.entries(restored.languages).map(([locale, content]) => {
    const now = current.languages[locale];
    const isTranslation = locale !== restored.defaultLocale && locale !== current.defaultLocale;
    const isSame = isTranslation && hasSameContent(now, content);
    return [locale, isSame && now ? { ...content, writtenFor: now.writtenFor } : content] as const;
  });
  return { ...restored, languages: Object.fromEntries(languages) };
}

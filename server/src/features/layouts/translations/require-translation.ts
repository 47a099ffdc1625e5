import { notFound } from '../../../kernel/error.ts';
import { normalLocale } from '../../../kernel/locale-code.ts';
import type { Context, PathParams } from '../../../kernel/operation.ts';
import { hashOf } from '../content/hash-text.ts';
import { requireWholeLayout } from '../content/layout-document.ts';
import type { LanguageContent } from '../content/layout-state.schema.ts';
import type { StoredLayout } from '../content/layouts.store.ts';
import { MainTexts, type StaleTexts } from '../content/stale.rules.ts';
import type { Translation } from './translations.schema.ts';

interface TranslationRow extends LanguageContent {
  locale: string;
  createdAt: Date;
  updatedAt: Date;
}

/** `main` is `null` for the main language itself. */
function viewTranslation(row: TranslationRow, main: MainTexts | null): Translation {
  const { locale, subject, previewText, bodyDesign, body, attachments, marketingTexts } = row;
  const stale: StaleTexts = main === null ? new Map() : main.staleOf(row);
  const untranslated = main === null ? [] : main.untranslatedIn(stale);
  return {
    locale,
    isMain: main === null,
    ...{ subject, previewText },
    ...(bodyDesign === null ? { body: body ?? '' } : { bodyDesign }),
    ...{ attachments, marketingTexts },
    ...{ stale: [...stale.keys()], untranslated, incomplete: untranslated.length > 0 },
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
  };
}

/** The layout and the language identified by a path. */
export async function requireTranslation(ctx: Pick<Context, 'db'>, path: PathParams) {
  const stored = await requireWholeLayout(ctx, path);
  const locale = normalLocale(path['locale'] ?? '');
  const language = stored.languages.find((each) => each.locale === locale);
  if (!language) throw notFound();
  return { ...stored, version: stored.row.version, locale: language.locale };
}

/**
 * Languages of a layout as callers see them. The texts of the main language are computed once for all of
 * them.
 */
export function viewsOfLanguages(ctx: Pick<Context, 'sha256'>, { row, languages }: StoredLayout) {
  const named = (code: string) => languages.find((each) => each.locale === code);
  const main = named(row.defaultLocale);
  if (!main) throw notFound();
  let texts: MainTexts | null = null;
  return (locale: string) => {
    const own = named(locale);
    if (!own) throw notFound();
    if (own === main) return viewTranslation(own, null);
    texts ??= new MainTexts(main, hashOf(ctx));
    return viewTranslation(own, texts);
  };
}

export const viewOfLanguage = (ctx: Pick<Context, 'sha256'>, stored: StoredLayout, locale: string) =>
  viewsOfLanguages(ctx, stored)(locale);

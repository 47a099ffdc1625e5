import { notFound } from '../../../kernel/error.ts';
import { normalLocale } from '../../../kernel/locale-code.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { StoredLayout } from '../content/layouts.store.ts';
import { requireWholeLayout } from '../content/require-layout.ts';
import { type Hash, MainTexts } from '../content/stale.rules.ts';
import { viewTranslation } from './translations.view.ts';

type Path = Record<string, string>;

/** The layout and the language that a path names. */
export async function requireTranslation(ctx: Pick<Context, 'db'>, path: Path) {
  const stored = await requireWholeLayout(ctx, path);
  const locale = normalLocale(path['locale'] ?? '');
  const language = stored.languages.find((each) => each.locale === locale);
  if (!language) throw notFound();
  return { ...stored, version: stored.row.version, locale: language.locale };
}

const DIGEST_LENGTH = 12;

export const hashOf =
  ({ sha256 }: Pick<Context, 'sha256'>): Hash =>
  (text) =>
    sha256(text).toString('base64url').slice(0, DIGEST_LENGTH);

/** Languages of a layout as callers see them; the main one is looked at once for all of them. */
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

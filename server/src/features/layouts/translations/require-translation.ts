import { notFound } from '../../../kernel/error.ts';
import { normalLocale } from '../../../kernel/locale-code.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { StoredLayout } from '../content/layouts.store.ts';
import { requireWholeLayout } from '../content/require-layout.ts';
import type { Hash } from '../content/stale.rules.ts';
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

export function viewOfLanguage(
  ctx: Pick<Context, 'sha256'>,
  { row, languages }: StoredLayout,
  locale: string,
) {
  const named = (code: string) => languages.find((each) => each.locale === code);
  const [own, main] = [named(locale), named(row.defaultLocale)];
  if (!own || !main) throw notFound();
  return viewTranslation(own, main, hashOf(ctx));
}

import { invalid } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { BoundStatement } from '../../../kernel/ports.ts';
import { safeName } from '../../../kernel/safe-name.ts';
import { fileKeysIn, publicFileUrl } from '../../library/files/file-keys.rules.ts';
import { referencesOf } from '../../library/references/references.rules.ts';
import {
  type FileRestoring,
  fileReferenceRows,
  findUsableFiles,
  languagesOfUsers,
  largestUsers,
} from '../../library/references/references.store.ts';
import { compilationOf } from '../compiling/compile-language.ts';
import { findWholeLayout } from '../content/layouts.store.ts';
import { presetLanguage } from '../content/preset-language.rules.ts';
import type { BlocksOfLanguage, PresetContent } from './preset-content.rules.ts';

/** If the largest ones compile, so do the rest. */
const USERS_TRIED = 10;

export const fileKeysOfPreset = (languages: readonly BlocksOfLanguage[]) =>
  fileKeysIn(JSON.stringify(languages.map(({ blocks }) => blocks)));

/** Compiles the blocks as a separate email, so that problems appear before a layout uses them. */
export async function requireCompiles(
  ctx: Context & FileRestoring,
  language: BlocksOfLanguage,
): Promise<void> {
  const { storeId, baseUrl } = ctx;
  const { locale, blocks, path } = language;
  const known = await findUsableFiles(ctx.db, fileKeysOfPreset([language]), ctx);
  const outcome = await ctx.designs.compile(storeId, {
    ...{ design: { blocks }, path, locale: locale || 'en', previewText: '' },
    files: Object.fromEntries([...known].map((key) => [key, publicFileUrl(baseUrl, storeId, key)])),
    ...{ presets: {}, logoUrl: null, assetsUrl: baseUrl },
  });
  if ('problems' in outcome) throw invalid(outcome.problems);
}

/**
 * Compiles the largest layouts that use a preset with its new blocks. Together they may be too large, which
 * should not surface only when an email is sent.
 */
export async function requireUsersCompile(
  ctx: Context & FileRestoring,
  { id, ...before }: PresetContent & { id: string },
  after: PresetContent,
  /** The changed languages of the preset. */
  changed: ReadonlySet<string>,
): Promise<void> {
  const isOther = (locale: string) => {
    const language = presetLanguage(after, locale);
    return changed.has(language) || presetLanguage(before, locale) !== language;
  };
  const locales = (await languagesOfUsers(ctx.db, id)).filter(isOther);
  if (locales.length === 0) return;
  const unsavedPresets = new Map([[id, after]]);
  for (const { layoutId, locale } of await largestUsers(ctx.db, id, locales, USERS_TRIED)) {
    const layout = await findWholeLayout(ctx.db, layoutId);
    const content = layout?.languages.find((each) => each.locale === locale);
    if (!layout || !content) continue;
    const language = { bodyType: layout.row.bodyType, locale, content };
    const outcome = await (await compilationOf({ ...ctx, unsavedPresets }, language)).run();
    const [problem] = 'problems' in outcome ? outcome.problems : [];
    if (!problem) continue;
    const where = { name: safeName(layout.row.name), locale };
    const reason = message('cannot_be_made_with_preset', { ...where, reason: problem.reason });
    throw invalid([{ path: ['blocks'], reason }]);
  }
}

/**
 * Records which files a preset uses. Rejects files that are not locked, because they may have been deleted
 * since the check.
 */
export function fileRows(
  { storeId, id }: { storeId: string; id: string },
  languages: readonly BlocksOfLanguage[],
  locked: readonly string[],
): BoundStatement<never>[] {
  const unknown = languages.flatMap(({ blocks, path: at }) =>
    referencesOf({ blocks })
      .files.filter(({ id: key }) => !locked.includes(key))
      .map(({ path }) => ({ path: [...at, ...path], reason: message('unknown_file') })),
  );
  if (unknown.length > 0) throw invalid(unknown);
  return fileReferenceRows(storeId, { layoutId: null, presetId: id }, locked);
}

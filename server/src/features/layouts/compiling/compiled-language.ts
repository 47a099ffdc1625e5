import { invalid } from '../../../kernel/fields.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { CompiledDesign, DesignOutcome } from '../../../kernel/ports.ts';
import { type PageDigest, pageDigest } from '../../rendering/design/page-digest.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { type CompilableLanguage, compilationOf } from './compile-language.ts';
import { compiledRow, findCompiled } from './compiled.store.ts';

export interface CompiledLanguage {
  /** Digest of what it was compiled from. */
  input: Buffer;
  outcome: DesignOutcome;
  /** Whether the outcome was stored before. */
  isKept: boolean;
}

/**
 * The stored result, unless a preset, the logo or the release has changed since; then a new one. `layoutId` is
 * null for content that is not saved.
 */
export async function compileOrReuse(
  ctx: Context,
  layoutId: string | null,
  language: CompilableLanguage,
): Promise<CompiledLanguage> {
  const { input, run } = await compilationOf(ctx, language);
  const kept = layoutId && (await findCompiled(ctx.db, layoutId, language.locale, input));
  return kept ? { input, outcome: kept, isKept: true } : { input, outcome: await run(), isKept: false };
}

/**
 * What the saved page of a design was compiled from and came to, so that an editor can tell whether it still draws as
 * the server does. `null` if it would have to be compiled to tell.
 */
export async function digestOfSaved(
  ctx: Context,
  layoutId: string,
  language: CompilableLanguage,
): Promise<PageDigest | null> {
  const { input, job } = await compilationOf(ctx, language);
  if (!('design' in job)) return null;
  const kept = await findCompiled(ctx.db, layoutId, language.locale, input);
  return kept && pageDigest(job, kept.html);
}

/** A compiled language; a new result is stored for the next time. */
export async function compileAndStore(
  ctx: Context,
  layoutId: string | null,
  { bodyType, languages }: LayoutState,
  locale: string,
): Promise<CompiledDesign> {
  const content = languages[locale] as LanguageContent;
  const { input, outcome, isKept } = await compileOrReuse(ctx, layoutId, { bodyType, locale, content });
  if ('problems' in outcome) throw invalid(outcome.problems);
  if (layoutId && !isKept) await ctx.db.rows(compiledRow(ctx.storeId, layoutId, locale, input, outcome));
  return outcome;
}

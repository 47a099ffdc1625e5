import { invalid } from '../../../kernel/fields.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { CompiledDesign, DesignOutcome } from '../../../kernel/ports.ts';
import { type PageDigest, pageDigest } from '../../rendering/design/page-digest.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { type CompilableLanguage, compilationOf } from './compile-language.ts';
import { compiledRow, findCompiled } from './compiled.store.ts';

export interface CompiledLanguage {
  /** Digest of the compiler input. */
  input: Buffer;
  outcome: DesignOutcome;
  /** Whether the outcome was already stored. */
  isKept: boolean;
}

/**
 * Returns the stored result, or compiles again if a preset, the logo or the release has changed since.
 * `layoutId` is null for unsaved content.
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
 * A digest of the input and output of the saved page, so that an editor can check whether it still renders
 * the design as the server does. `null` if the page would have to be compiled first.
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

/** Compiles a language and stores a new result for reuse. */
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

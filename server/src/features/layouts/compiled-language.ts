import { invalid } from '../../kernel/fields.ts';
import type { KeyedContext } from '../../kernel/operation.ts';
import type { CompiledDesign } from '../../kernel/ports.ts';
import { compilationOf } from '../mails/index.ts';
import { findCompiled } from './compiled.store.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';

/**
 * What was compiled when it was saved, unless a preset, the logo or the release has changed since. `layoutId` is null
 * for what is not saved as it is.
 */
export async function compiledOf(
  ctx: KeyedContext,
  layoutId: string | null,
  state: LayoutState,
  locale: string,
): Promise<CompiledDesign> {
  const content = state.languages[locale] as LanguageContent;
  const compilation = await compilationOf(ctx, { bodyType: state.bodyType, locale, content });
  const known = layoutId && (await findCompiled(ctx.db, layoutId, locale, compilation.input));
  if (known) return known;
  const outcome = await compilation.run();
  if ('problems' in outcome) throw invalid(outcome.problems);
  return outcome;
}

import { invalid } from '../../../kernel/fields.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import type { PresetKindRow } from '../../library/references/preset-references.store.ts';
import { checkLanguage } from '../compiling/check-language.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { locksOf, requireKnown, toExistingReferences, usedBy } from './save-references.ts';

/** Refuses what saving this language would refuse, and saves nothing. */
export async function checkUnsaved(ctx: ActorContext, state: LayoutState, locale: string): Promise<void> {
  const content = state.languages[locale] as LanguageContent;
  const checked = await checkLanguage(ctx, null, state.bodyType, locale, content);
  if ('problems' in checked) throw invalid(checked.problems);
  const own = { ...state, languages: { [locale]: content } };
  const [presets, files] = await ctx.db.batch<[PresetKindRow, { key: string }]>([...locksOf(usedBy(own))]);
  requireKnown(own, toExistingReferences(presets, files), { languages: [locale], fieldsOf: () => [] });
}

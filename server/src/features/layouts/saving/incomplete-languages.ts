import type { Context } from '../../../kernel/operation.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { hashOf } from '../content/hash-text.ts';
import { localesOf, mainContentOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { MainTexts } from '../content/stale.rules.ts';

/**
 * Languages with untranslated texts. Stored with every save, because lists and steps can't afford to compare
 * every text of every language with the main one.
 */
export async function incompleteLocales(
  ctx: Pick<Context, 'sha256'>,
  state: LayoutState,
): Promise<readonly string[]> {
  const [, ...translations] = localesOf(state);
  if (translations.length === 0) return [];
  const texts = new MainTexts(mainContentOf(state), hashOf(ctx));
  const found: string[] = [];
  for (const locale of translations) {
    await yieldToEventLoop();
    const stale = texts.staleOf(state.languages[locale] as LanguageContent);
    if (texts.untranslatedIn(stale).length > 0) found.push(locale);
  }
  return found;
}

import { type FieldProblem, fieldName, invalid, type PropertyPath } from '../../../kernel/fields.ts';
import { textOf } from '../../../kernel/messages/message.ts';
import type { ActorContext } from '../../../kernel/operation.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { checkLanguage, type LanguageCheck } from '../compiling/check-language.ts';
import { hasSameContent } from '../content/change-summary.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { addressWarnings } from '../content/marketing-warnings.rules.ts';
import {
  type LockRows,
  referenceLocks,
  requireKnown,
  toExistingReferences,
  usedReferencesOf,
} from './save-references.ts';

/** Describes the texts that a write received. */
export interface SubmittedTexts {
  /** Languages whose texts were sent, even if unchanged: their warnings are returned. */
  written?(after: LayoutState): readonly string[];
  /** The path of a language's fields in the input; by default the top level. */
  fieldsOf?(locale: string): PropertyPath;
}

/** By default fields of a language are at the top level of the input. */
export const topLevelFields = (): PropertyPath => [];

type ValidatedLanguage = Exclude<LanguageCheck, { problems: unknown }>;

/** Languages validated for this write, so that exactly the validated content is saved. */
export class ValidatedLanguages {
  readonly #ctx: ActorContext;
  /** `null` for a new layout. */
  readonly #layoutId: string | null;
  /** By language, then by digest of the content, so that a language that was not checked needs no digest. */
  readonly #byLocale = new Map<string, Map<string, ValidatedLanguage>>();
  /** Digests of contents, each with the kind and language that it was computed for. */
  readonly #names = new WeakMap<LanguageContent, { under: string; name: string }>();

  constructor(ctx: ActorContext, layoutId: string | null) {
    this.#ctx = ctx;
    this.#layoutId = layoutId;
  }

  of({ bodyType }: LayoutState, locale: string, content: LanguageContent): ValidatedLanguage | undefined {
    return this.#byLocale.get(locale)?.get(this.#nameOf(bodyType, locale, content));
  }

  /**
   * Checks changed languages, and those whose texts were sent. Runs outside of any transaction, because it
   * may take a second.
   */
  async find(
    before: LayoutState | null,
    after: LayoutState,
    { fieldsOf = topLevelFields, written }: SubmittedTexts,
  ) {
    const problems: FieldProblem[] = [];
    const sent = written?.(after) ?? [];
    for (const [locale, content] of Object.entries(after.languages)) {
      await yieldToEventLoop();
      if (hasSameContent(before?.languages[locale], content) && !sent.includes(locale)) continue;
      if (this.of(after, locale, content)) continue;
      const checked = await checkLanguage(this.#ctx, this.#layoutId, after.bodyType, locale, content);
      if (!('problems' in checked)) this.#keep(after, locale, content, checked);
      else
        problems.push(
          ...checked.problems.map((each) => ({ ...each, path: [...fieldsOf(locale), ...each.path] })),
        );
    }
    if (problems.length > 0) throw invalid(problems);
  }

  #keep({ bodyType }: LayoutState, locale: string, content: LanguageContent, proof: ValidatedLanguage) {
    const known = this.#byLocale.get(locale) ?? new Map<string, ValidatedLanguage>();
    this.#byLocale.set(locale, known.set(this.#nameOf(bodyType, locale, content), proof));
  }

  /** Warnings of the validated languages. */
  warnings(after: LayoutState, { fieldsOf = topLevelFields }: SubmittedTexts): string[] {
    return Object.entries(after.languages).flatMap(([locale, content]) => {
      const place = fieldsOf(locale);
      const checked = this.of(after, locale, content);
      const warnings = checked ? [...checked.warnings, ...addressWarnings(after, content).map(textOf)] : [];
      return warnings.map((each) => (place.length === 0 ? each : `${fieldName(place)}.${each}`));
    });
  }

  #nameOf(bodyType: string, locale: string, content: LanguageContent): string {
    const under = `${bodyType} ${locale}`;
    const known = this.#names.get(content);
    if (known?.under === under) return known.name;
    const { writtenFor: _, ...sent } = content;
    const name = this.#ctx.sha256(JSON.stringify([bodyType, locale, sent])).toString('base64');
    this.#names.set(content, { under, name });
    return name;
  }
}

export const changedLanguages = (before: LayoutState | null, after: LayoutState) =>
  Object.entries(after.languages).filter(
    ([locale, content]) => !hasSameContent(before?.languages[locale], content),
  );

/** Rejects what saving this language would reject, without saving. */
export async function checkUnsaved(ctx: ActorContext, state: LayoutState, locale: string): Promise<void> {
  const content = state.languages[locale] as LanguageContent;
  const checked = await checkLanguage(ctx, null, state.bodyType, locale, content);
  if ('problems' in checked) throw invalid(checked.problems);
  const own = { ...state, languages: { [locale]: content } };
  const [presets, ...files] = await ctx.db.batch<LockRows>(referenceLocks(usedReferencesOf(own)));
  requireKnown(own, toExistingReferences(presets, files), { languages: [locale], fieldsOf: () => [] });
}

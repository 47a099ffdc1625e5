import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash } from '../../../../test/layouts/arbitrary.ts';
import {
  applyCreate,
  applyToModel,
  filesOf,
  footerOf,
  type Model,
  type Write,
  type WriteSequence,
  writeSequences,
} from '../../../../test/layouts/writes.ts';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { parseFields } from '../../../kernel/fields.ts';
import { refuseMainLanguage, withLanguage, withoutLanguage } from '../translations/translations.rules.ts';
import { putTranslationInput } from '../translations/translations.schema.ts';
import { effectiveContentOf, localesOf } from './languages.rules.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';
import { applyLayoutChange, createdLayout } from './layouts.rules.ts';
import { createLayoutInput, updateLayoutInput } from './layouts.schema.ts';
import { promoteLanguage } from './promote.rules.ts';

function written(state: LayoutState, write: Exclude<Write, { kind: 'restore' }>): LayoutState {
  if (write.kind === 'patch') return applyLayoutChange(state, parseFields(updateLayoutInput, write.body));
  const { kind, locale } = write;
  if (kind === 'put') return withLanguage(state, locale, parseFields(putTranslationInput, write.body), hash);
  refuseMainLanguage(state, locale);
  if (!state.languages[locale]) throw notFound();
  return kind === 'promote' ? promoteLanguage(state, locale, hash) : withoutLanguage(state, locale);
}

/** The next state, or the error status. */
function outcome(work: () => LayoutState): LayoutState | number {
  try {
    return work();
  } catch (error) {
    if (error instanceof OperationError) return error.code === 'not_found' ? 404 : 400;
    throw error;
  }
}

function asModel({ defaultLocale, languages, requiredVariables, ...meta }: LayoutState): Model {
  const modeled = ({ subject, previewText, ...rest }: LanguageContent) => ({
    ...{ subject, previewText, content: rest.bodyDesign ?? rest.body, attachments: rest.attachments },
    texts: rest.marketingTexts,
  });
  const all = Object.entries(languages).map(([locale, content]) => [locale, modeled(content)]);
  return {
    ...{ ...meta, main: defaultLocale, requiredVariables: [...requiredVariables] },
    languages: Object.fromEntries(all),
  };
}

/** Runs a story in the service's rules and in the model, and compares after each write. */
function follow({ bodyType, create, writes }: WriteSequence): { state: LayoutState; model: Model } {
  let state = createdLayout(parseFields(createLayoutInput, create));
  let model = applyCreate(bodyType, create);
  expect(asModel(state)).toEqual(model);
  const past = [{ state, model }];
  for (const write of writes) {
    if (write.kind === 'restore') ({ state, model } = past[write.pick % past.length] as (typeof past)[0]);
    else {
      const [done, told] = [outcome(() => written(state, write)), applyToModel(model, write)];
      if (typeof done === 'number' || typeof told === 'number') {
        expect(done).toBe(told);
        continue;
      }
      [state, model] = [done, told];
    }
    expect(asModel(state)).toEqual(model);
    past.push({ state, model });
  }
  return { state, model };
}

/** Two of the store's files. */
const keys = ['f_00000000000000000000000001.pdf', 'f_00000000000000000000000002.png'];

describe('under any sequence of writes', () => {
  test('keeps an omitted field; null inherits or clears, [] means none, a list overrides (spec: Translation: attachments; Translation: marketingTexts; Layout version 1)', () => {
    fc.assert(
      fc.property(writeSequences(keys, 12), (story) => {
        follow(story);
      }),
      { numRuns: 3000 },
    );
  });

  test('each language sends the files and footer texts that the model predicts (spec: marketingTexts 1; Translations 3)', () => {
    fc.assert(
      fc.property(writeSequences(keys, 12), (story) => {
        const { state, model } = follow(story);
        for (const locale of localesOf(state)) {
          const { attachments, marketingTexts } = effectiveContentOf(state, locale);
          expect(attachments).toEqual(filesOf(model, locale));
          expect(marketingTexts).toEqual(footerOf(model, locale));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the generated stories', () => {
  test('include every kind of write, both accepted and rejected', () => {
    const seen = new Map<string, number>();
    for (const { bodyType, create, writes } of fc.sample(writeSequences(keys, 12), {
      numRuns: 500,
      seed: 1,
    })) {
      let model = applyCreate(bodyType, create);
      for (const write of writes) {
        if (write.kind === 'restore') continue;
        const told = applyToModel(model, write);
        const name = `${write.kind} ${typeof told === 'number' ? told : 'accepted'}`;
        seen.set(name, (seen.get(name) ?? 0) + 1);
        if (typeof told !== 'number') model = told;
      }
    }
    expect([...seen].filter(([, count]) => count >= 20).map(([name]) => name)).toEqual(
      expect.arrayContaining([
        ...['patch accepted', 'patch 400', 'put accepted', 'put 400', 'delete accepted', 'delete 400'],
        ...['delete 404', 'promote accepted', 'promote 400', 'promote 404'],
      ]),
    );
  });
});

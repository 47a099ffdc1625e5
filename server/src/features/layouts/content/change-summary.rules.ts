import type { Json } from '../../../kernel/json.ts';
import { localesOf, mainContentOf } from './languages.rules.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';

const metaFields = [
  'name',
  'description',
  'category',
  'defaultLocale',
  'requiredVariables',
  'completeLanguagesOnly',
] as const;
const contentFields = [
  'subject',
  'previewText',
  'bodyDesign',
  'body',
  'attachments',
  'marketingTexts',
] as const;

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a as Json) === JSON.stringify(b as Json);

/**
 * The last comparison of each content, cached because a save compares several times and a design may be
 * megabytes.
 */
const compared = new WeakMap<LanguageContent, { with: LanguageContent; isSame: boolean }>();

/** Whether both languages send the same content; `writtenFor` does not count. */
export function hasSameContent(a: LanguageContent | undefined, b: LanguageContent | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const known = compared.get(b);
  if (known?.with === a) return known.isSame;
  const isSame = contentFields.every((field) => same(a[field], b[field]));
  compared.set(b, { with: a, isSame });
  return isSame;
}

const listed = (verb: string, things: string[]) =>
  things.length === 0 ? [] : [`${verb} ${things.join(', ')}`];

interface LayoutChanges {
  fields: string[];
  /** The translations before and after the change. */
  old: string[];
  now: string[];
  isSame: (locale: string) => boolean;
}

/** One-line summary of the fields and translations that a write changed. */
export function summaryOfChanges({ fields, old, now, isSame }: LayoutChanges): string {
  const lines = [
    ...listed('changed', fields),
    ...listed(
      'added translation',
      now.filter((locale) => !old.includes(locale)),
    ),
    ...listed(
      'changed translation',
      now.filter((locale) => old.includes(locale) && !isSame(locale)),
    ),
    ...listed(
      'removed translation',
      old.filter((locale) => !now.includes(locale)),
    ),
  ].join('; ');
  return lines === '' ? 'Saved without changes' : `${lines.charAt(0).toUpperCase()}${lines.slice(1)}`;
}

/** One-line summary of a write. */
export function summaryOf(before: LayoutState | null, after: LayoutState): string {
  if (before === null) return 'Created';
  const [was, is] = [mainContentOf(before), mainContentOf(after)];
  const translations = (state: LayoutState) => localesOf(state).slice(1);
  return summaryOfChanges({
    fields: [
      ...metaFields.filter((field) => !same(before[field], after[field])),
      ...contentFields.filter((field) => !same(was[field], is[field])),
    ],
    ...{ old: translations(before), now: translations(after) },
    isSame: (locale) => hasSameContent(before.languages[locale], after.languages[locale]),
  });
}

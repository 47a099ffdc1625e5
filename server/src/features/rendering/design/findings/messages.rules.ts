import { safeName } from '../../../../kernel/safe-name.ts';
import type { FindingValues, Found } from './finding.rules.ts';

/** A sentence for each rule. */
export type FindingTexts = { readonly [R in keyof FindingValues]: (values: FindingValues[R]) => string };

/** As they are said over REST and to assistants, and by the app in English. */
export const findingTexts: FindingTexts = {
  'subject-empty': () => 'The subject is empty: a step fails.',
  'link-empty': () => 'The link leads nowhere.',
  'mail-too-large': ({ kilobytes, ofBlock }) =>
    `The HTML has ${kilobytes} KB, and Gmail cuts a mail off at 102 KB. About ${ofBlock} KB of it are this block.`,
  'company-details-missing': () =>
    "Marketing mail must name its sender's postal address: set the company details.",
  'alt-missing': () => 'The picture has no alternative text. Describe it, or say that it is decorative.',
  contrast: ({ ratio, theme }) => `Hard to read in ${theme} mode: the contrast is ${ratio} to 1.`,
  'link-unnamed': () => 'The link has no words.',
  'link-vague': ({ words }) => `“${safeName(words)}” does not say where the link leads.`,
  'text-small': ({ pixels }) => `Text of ${pixels} pixels is too small to read.`,
  'picture-heavy': ({ kilobytes }) => `The picture has ${kilobytes} KB, which takes long to load on the way.`,
  'mail-large': ({ kilobytes, ofBlock }) =>
    `The HTML has ${kilobytes} KB; Gmail cuts a mail off at 102 KB. About ${ofBlock} KB of it are this block.`,
  'unsubscribe-missing': () =>
    'The mail shows no link to unsubscribe, so the built-in sentence is added at its end.',
  'variable-unknown': ({ name }) =>
    `${safeName(name)} is always empty; did you mean variables.${safeName(name)}?`,
  'variable-missing': ({ name }) => `${safeName(name)} has no value with this data, and no default.`,
  'language-outdated': () => 'The main language has changed here, or this is still a copy of it.',
  'plain-text-empty': () => 'The plain text has no words: it is empty, or nothing but links.',
  'heading-order': ({ level, expected }) =>
    `A heading of level ${level} where ${expected} would follow: screen readers find a level missing.`,
  'picture-wide': ({ width, shown, kilobytes }) =>
    `The picture is ${width} pixels wide and shown at ${shown}: ${kilobytes} KB are more than needed.`,
  'subject-long': ({ characters }) =>
    `The subject has ${characters} characters; inboxes show about 70, phones 40.`,
  'preview-line-empty': () => 'There is no preview line, so inboxes show how the mail begins.',
  'default-missing': ({ name }) =>
    `${safeName(name)} has no default and is not required: without it there is a gap.`,
};

/** Said after the sentence of what is found in a preset. */
export const sayInPreset = (name: string): string => `It stands in the preset “${safeName(name)}”.`;

/** The sentence of a finding, whatever its rule. */
export const sayFinding = (texts: FindingTexts, { rule, values }: Pick<Found, 'rule' | 'values'>): string =>
  (texts[rule] as (values: Found['values']) => string)(values);

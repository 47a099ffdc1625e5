import { safeName } from '../../../../kernel/safe-name.ts';
import type { FindingValues, RawFinding } from './finding.rules.ts';

/** A message for each rule. */
export type FindingTexts = { readonly [R in keyof FindingValues]: (values: FindingValues[R]) => string };

const blocks = (count: number, which = '') => `${count} ${which}${count === 1 ? 'block' : 'blocks'}`;

/** The English messages, used by REST, tools and the English app. */
export const findingTexts: FindingTexts = {
  'subject-empty': () => 'The subject is empty, so emails can’t be sent. Add a subject.',
  'link-empty': () => 'The link has no URL. Add one.',
  'mail-too-large': ({ kilobytes, ofBlock }) =>
    `The HTML is ${kilobytes} KB, and Gmail clips emails at 102 KB. This block adds about ${ofBlock} KB. Shorten the email.`,
  'company-details-missing': () =>
    'Marketing emails must include your postal address. Add your company details.',
  'alt-missing': () => 'The image has no alt text. Add it, or mark the image as decorative.',
  contrast: ({ ratio, theme }) => `Hard to read in ${theme} mode: the contrast ratio is only ${ratio}:1.`,
  'link-unnamed': () => 'The link has no text. Add text that says where it goes.',
  'link-vague': ({ words }) =>
    `“${safeName(words)}” doesn’t say where the link goes. Use more specific text.`,
  'text-small': ({ pixels }) => `Text at ${pixels} pixels is too small to read. Make it larger.`,
  'picture-heavy': ({ kilobytes }) =>
    `The image is ${kilobytes} KB and loads slowly on phones. Use a smaller file.`,
  'mail-large': ({ kilobytes, ofBlock }) =>
    `The HTML is ${kilobytes} KB. Gmail clips emails at 102 KB. This block adds about ${ofBlock} KB.`,
  'unsubscribe-missing': () =>
    'The email has no unsubscribe link, so the default unsubscribe text is added at the end.',
  'variable-unknown': ({ name }) =>
    `${safeName(name)} is always empty. Did you mean variables.${safeName(name)}?`,
  'variable-missing': ({ name }) => `${safeName(name)} has no value in this data and no fallback text.`,
  'language-incomplete': () => 'This text isn’t translated, so the language is incomplete.',
  'language-outdated': () => 'The text in the main language changed after this one was translated.',
  'structure-differs': ({ missing, added }) =>
    missing + added === 0
      ? 'This language has its blocks in a different order from the main language.'
      : `This language ${[missing > 0 && `lacks ${blocks(missing)} of the main language`, added > 0 && `has ${blocks(added, 'additional ')}`].filter(Boolean).join(' and ')}.`,
  'plain-text-empty': () => 'The plain text version is empty or only has links. Add some text.',
  'heading-order': ({ level, expected }) =>
    `This heading is level ${level}, but level ${expected} should come next. Screen reader users rely on the order.`,
  'picture-wide': ({ width, shown, kilobytes }) =>
    `The image is ${width} pixels wide but shown at ${shown}. Use a smaller file: ${kilobytes} KB is more than needed.`,
  'subject-long': ({ characters }) =>
    `The subject has ${characters} characters. Inboxes show about 70, phones about 40.`,
  'preview-line-empty': () => 'There’s no preview text, so inboxes show the beginning of the email.',
  'default-missing': ({ name }) =>
    `${safeName(name)} has no fallback text and isn’t required. If it’s missing, the email has a gap.`,
};

/** Appended to the message of a finding in a preset. */
export const presetNote = (name: string): string => `Found in the preset “${safeName(name)}”.`;

/** The message of a finding for any rule. */
export const findingMessage = (
  texts: FindingTexts,
  { rule, values }: Pick<RawFinding, 'rule' | 'values'>,
): string => (texts[rule] as (values: RawFinding['values']) => string)(values);

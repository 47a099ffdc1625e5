import { plural } from '../grammar/plural.ts';

export const translate = {
  label: 'Texts to translate',
  open: (count: number, all: number) =>
    count === 0
      ? plural('en', all, { one: 'The text is up to date', other: 'All # texts are up to date' })
      : plural('en', count, {
          one: `# of ${all} texts needs translation`,
          other: `# of ${all} texts need translation`,
        }),
  onlyOpen: 'Only texts that need translation',
  keys: 'Press Ctrl+Enter to go to the next text that needs translation, Ctrl+S to save.',
  nothingOpen: 'Nothing to translate',
  nothingOpenHint: 'Every text is up to date. Turn off “Only texts that need translation” to see all texts.',
  more: (count: number) => plural('en', count, { one: 'Show # more text', other: 'Show # more texts' }),
  states: {
    new: 'Not translated',
    changed: 'Out of date',
    suggested: 'Fallback text not translated',
    done: 'Up to date',
  },
  /** For a value that may be empty. */
  fallback: (text: string) => `Fallback for “${text}”, used if the value is empty`,
  fallbackField: (name: string, language: string, number: number) =>
    `Fallback text ${number} of ${name}, ${language}`,
  /** Precede marked words, for screen readers. */
  removed: 'removed:',
  added: 'added:',
  unknownBefore: 'The previous text is no longer stored.',
  stillRight: 'Keep as is',
  /** The frame that shows it. */
  mail: (language: string) => `Email in ${language}`,
  /** Liquid tags around words. */
  tags: {
    if: (what: string) => `if ${what}`,
    unless: (what: string) => `unless ${what}`,
    elsif: (what: string) => `otherwise, if ${what}`,
    else: 'otherwise',
    endOfCondition: 'end of condition',
    for: (list: string) => `for each item in ${list}`,
    endOfLoop: 'end of repeat',
  },
  notHere: (language: string) => `This block doesn’t exist in ${language}.`,
  asCode: 'This text has an unclosed HTML or Liquid tag, so you can only edit it as code.',
  grown: (percent: number) => `${percent}% longer`,
  grownHint: 'Much longer than the original. Check that it still fits.',
  missing: 'Missing here:',
  insert: (name: string) => `Insert ${name}`,
  field: (name: string, language: string) => `${name}, ${language}`,
  allDone: 'All texts are up to date. Press Ctrl+S to save.',
};

import { plural } from '../grammar/plural.ts';

export const translate = {
  label: 'Texts to translate',
  open: (count: number, all: number) =>
    count === 0
      ? plural('en', all, { one: 'The text is up to date', other: 'All # texts are up to date' })
      : plural('en', count, { one: `# of ${all} texts is open`, other: `# of ${all} texts are open` }),
  onlyOpen: 'Only open texts',
  keys: 'Ctrl+Enter: done, and on to the next open text. Ctrl+S saves.',
  nothingOpen: 'Nothing to translate',
  nothingOpenHint: 'Every text is up to date. Turn off “Only open texts” to see all of them.',
  more: (count: number) => plural('en', count, { one: 'Show # more text', other: 'Show # more texts' }),
  states: { new: 'New', changed: 'Changed', done: 'Done' },
  /** Before words, for whoever does not see how they are marked. */
  removed: 'removed:',
  added: 'new:',
  unknownBefore: 'What it said before is not kept any more.',
  stillRight: 'Still right',
  /** The frame that shows it. */
  mail: (language: string) => `Mail in ${language}`,
  /** Tags of Liquid around words. */
  tags: {
    if: (what: string) => `if ${what}`,
    unless: (what: string) => `unless ${what}`,
    elsif: (what: string) => `otherwise, if ${what}`,
    else: 'otherwise',
    endOfCondition: 'end of condition',
    for: (list: string) => `for each of ${list}`,
    endOfLoop: 'end of repetition',
  },
  notHere: (language: string) => `${language} does not have this block.`,
  asCode: 'Liquid or markup in it is not closed: this text is written as code.',
  grown: (percent: number) => `${percent} % longer`,
  grownHint: 'Much longer than the source: look whether it still fits.',
  missing: 'Missing here:',
  insert: (name: string) => `Insert ${name}`,
  field: (name: string, language: string) => `${name}, ${language}`,
  allDone: 'That was the last open text. Ctrl+S saves.',
};

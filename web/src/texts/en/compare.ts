import { plural } from '../grammar/plural.ts';

export const compare = {
  title: 'Before and after',
  before: 'As it is saved',
  after: 'As you have it now',
  nothing: 'Nothing a recipient sees changes.',
  nothingHere: 'With this data the mail looks the same. What is different shows with other data:',
  differs: (count: number) =>
    plural('en', count, { one: '# place looks different:', other: '# places look different:' }),
  otherLines: 'Only subject or preview line are different.',
  otherPage: 'The mail looks different.',
  /** After the name of a block. */
  how: { changed: 'changed', added: 'new', removed: 'gone', moved: 'moved' },
  unseen: 'not seen with this data',
  whole: 'Look of the whole mail',
  filledWith: (name: string) => `Both are shown with: ${name}.`,
  cannot: 'The mail cannot be drawn:',
  notHere: 'This browser cannot draw mails, so nothing can be shown here.',
  follows: (language: string) => `${language} (follows the main language)`,
  layout: 'Layout',
  request: {
    nothing: 'Nothing that is sent changes.',
    nothingNow: 'With these test values nothing that is sent changes.',
    differs: (count: number) =>
      plural('en', count, {
        one: '# part of what is sent is different:',
        other: '# parts of what is sent are different:',
      }),
    hidden: 'in what is masked or not shown',
    cannot: 'This cannot be sent:',
    hint: 'Both are filled in with the test values as you have them now. Nothing was sent. Personal data and credentials are masked.',
    /** Said before a line that differs. */
    other: 'Different:',
    left: (count: number) =>
      plural('en', count, { one: '⋯ # line that is the same', other: '⋯ # lines that are the same' }),
    cut: 'Only the beginning is shown.',
  },
};

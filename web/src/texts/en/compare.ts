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
};

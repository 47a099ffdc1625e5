import { plural } from '../grammar/plural.ts';

export const compare = {
  title: 'Compare changes',
  before: 'Saved version',
  after: 'Your changes',
  nothing: 'Recipients won’t see any difference.',
  nothingHere: 'With this data, the email looks the same. These changes show with other data:',
  differs: (count: number) => plural('en', count, { one: '# visible change:', other: '# visible changes:' }),
  otherLines: 'Only the subject or preview text changed.',
  otherPage: 'The email looks different.',
  /** Follows the name of a block. */
  how: { changed: 'changed', added: 'added', removed: 'removed', moved: 'moved' },
  unseen: 'not visible with this data',
  whole: 'Email styles',
  filledWith: (name: string) => `Both versions use this data: ${name}.`,
  cannot: 'Couldn’t render the email:',
  notHere: 'This browser can’t render emails. Use a current browser to see the preview.',
  follows: (language: string) => `${language} (follows the main language)`,
  layout: 'Layout',
  request: {
    nothing: 'The request stays the same.',
    nothingNow: 'With these test values, the request stays the same.',
    differs: (count: number) =>
      plural('en', count, {
        one: '# part of the request changed:',
        other: '# parts of the request changed:',
      }),
    hidden: 'in values that are masked or hidden',
    cannot: 'This request can’t be sent:',
    hint: 'Both versions use your current test values. Nothing was sent. Personal data and credentials are masked.',
    /** Precedes a line that differs, for screen readers. */
    other: 'Changed:',
    left: (count: number) => plural('en', count, { one: '⋯ # unchanged line', other: '⋯ # unchanged lines' }),
    cut: 'Only the beginning is shown.',
  },
};

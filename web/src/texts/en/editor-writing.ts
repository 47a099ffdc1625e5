import { plural } from '../grammar/plural.ts';

export const writing = {
  entryOf: (list: string) => `An entry of ${list}`,
  kinds: {
    text: 'Text',
    number: 'Number',
    amount: 'Amount',
    date: 'Date',
    boolean: 'Yes or no',
    list: 'List',
  },
  as: { amount: 'with its currency', date: 'as a date', items: 'As a table of articles below' },
  sent: (steps: number, fromOthers: boolean) =>
    fromOthers
      ? 'Sent to other layouts'
      : plural('en', steps, { one: 'Sent by the last step', other: 'Sent by the last # steps' }),
  share: (some: number, all: number) => `${some} of ${all}`,
  notes: {
    never: (_some: number, all: number) =>
      plural('en', all, {
        one: 'The last step did not send it, so mails show nothing here.',
        other: 'None of the last # steps sent it, so mails show nothing here.',
      }),
    seldom: (some: number, all: number) =>
      plural('en', all - some, {
        one: `One of the last ${all} steps did not send it; its mail shows nothing here.`,
        other: `# of the last ${all} steps did not send it; their mails show nothing here.`,
      }),
  },
  instead: 'Shown instead',
  useInstead: 'Use',
  repeat: (count: number) => `Repeat for each (${count})`,
  noneYet: 'No variables yet. Type one, such as variables.customer.city, and press Enter.',
  split: 'Split the block here',
  splitDone: 'Block split in two',
  splitCannot:
    'Put the cursor between two words or paragraphs, outside of tables and of Liquid that is open.',
  keepLook: 'Keep look',
  lookDropped: 'Pasted in the look of your mail. “Keep look” in the bar brings its own colours and fonts.',
  picturesLeft: 'Pictures in it were left out. Copy each one by itself and paste it.',
};

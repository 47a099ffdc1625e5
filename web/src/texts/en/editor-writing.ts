import { plural } from '../grammar/plural.ts';

export const writing = {
  entryOf: (list: string) => `Item in ${list}`,
  kinds: {
    text: 'Text',
    number: 'Number',
    amount: 'Amount',
    date: 'Date',
    boolean: 'Yes or no',
    list: 'List',
  },
  as: { amount: 'with currency', date: 'as a date', items: 'Insert as a line items table below' },
  sent: (steps: number, fromOthers: boolean) =>
    fromOthers
      ? 'Sent to other layouts'
      : plural('en', steps, { one: 'Sent by the last step', other: 'Sent by the last # steps' }),
  share: (some: number, all: number) => `${some} of ${all}`,
  notes: {
    never: (_some: number, all: number) =>
      plural('en', all, {
        one: 'The last step didn’t send this variable, so emails are blank here.',
        other: 'None of the last # steps sent this variable, so emails are blank here.',
      }),
    seldom: (some: number, all: number) =>
      plural('en', all - some, {
        one: `One of the last ${all} steps didn’t send this variable. Its email is blank here.`,
        other: `# of the last ${all} steps didn’t send this variable. Their emails are blank here.`,
      }),
  },
  instead: 'Fallback text',
  useInstead: 'Use',
  repeat: (count: number) => `Repeat for each item (${count})`,
  noneYet: 'No variables yet. Type one, such as variables.customer.city, and press Enter.',
  split: 'Split block here',
  splitDone: 'Block split in two',
  splitCannot: 'Place the cursor between two words or paragraphs, outside tables and unclosed Liquid tags.',
  keepLook: 'Keep formatting',
  lookDropped:
    'Pasted with your email’s styles. To use the original colors and fonts, choose “Keep formatting”.',
  picturesLeft: 'Images weren’t pasted. Copy and paste each image on its own.',
};

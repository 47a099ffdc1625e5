export const writing = {
  entryOf: (list: string) => `An entry of ${list}`,
  kinds: {
    text: 'Text',
    number: 'Number',
    amount: 'Amount',
    date: 'Date',
    choice: 'Yes or no',
    list: 'List',
  },
  as: { amount: 'with its currency', date: 'as a date' },
  repeat: (count: number) => `Repeat for each (${count})`,
  split: 'Split the block here',
  splitDone: 'Block split in two',
  splitCannot:
    'Put the cursor between two words or paragraphs, outside of tables and of Liquid that is open.',
  keepLook: 'Keep look',
  lookDropped: 'Pasted in the look of your mail. “Keep look” in the bar brings its own colours and fonts.',
  picturesLeft: 'Pictures in it were left out. Copy each one by itself and paste it.',
};

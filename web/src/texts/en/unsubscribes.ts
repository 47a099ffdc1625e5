import { plural } from '../grammar/plural.ts';

export const unsubscribes = {
  lead: 'Addresses that get no marketing mail from this store. Order mails still reach them.',
  add: 'Add an address',
  search: 'Search addresses',
  searchHint: 'Addresses that were erased are found by the whole address only.',
  address: 'Address',
  source: 'Came by',
  since: 'Since',
  sources: { link: 'Link in a mail', import: 'Import', app: 'Added here' },
  addHint: 'It gets no marketing mail from now on.',
  addAction: 'Unsubscribe',
  added: (address: string) => `${address} is unsubscribed`,
  removeAction: 'Subscribe again',
  removeTitle: (address: string) => `Subscribe ${address} again?`,
  removeText:
    'It gets marketing mail again. Do this only if the person has asked for it: without their consent it is against the law in most countries.',
  removed: (address: string) => `${address} is subscribed again`,
  wasGone: (address: string) => `${address} was subscribed already`,
  import: 'Import',
  importTitle: 'Import addresses',
  importHint: 'A text file with one address a line, or CSV with a column “email” or “address”. Up to 32 MB.',
  importFile: 'File',
  importChoose: 'Choose a file',
  importAction: 'Import',
  importing: (percent: number) => (percent < 100 ? `${percent} % sent` : 'Being read…'),
  importProgress: 'Progress of the import',
  importTooLarge: 'The file is larger than 32 MB. Split it and import each part.',
  importTooMany:
    'The file has more than 1,000,000 lines. Those before are imported; split it and import the rest.',
  importNoFile: 'Choose a file first.',
  imported: (count: number) =>
    plural('en', count, {
      one: '# address is unsubscribed from now on',
      other: '# addresses are unsubscribed from now on',
    }),
  known: (count: number) =>
    plural('en', count, { one: '# was unsubscribed already', other: '# were unsubscribed already' }),
  refused: (count: number) =>
    plural('en', count, {
      one: '# line held no address and was passed over',
      other: '# lines held no address and were passed over',
    }),
  importDone: 'The import is done',
  export: 'Export',
  exportHint: 'All addresses as CSV',
  empty: 'Nobody has unsubscribed',
  emptyHint:
    'Who follows the link in a marketing mail appears here. Bring the list of your old mail program along with an import.',
};

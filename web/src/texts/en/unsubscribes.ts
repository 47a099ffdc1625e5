import { plural } from '../grammar/plural.ts';

export const unsubscribes = {
  lead: 'Addresses that don’t get marketing emails from this store. They still get transactional emails.',
  add: 'Add address',
  search: 'Search addresses',
  searchHint: 'Addresses of erased customers are hidden. To find one, enter the full address.',
  address: 'Email address',
  source: 'Source',
  since: 'Date',
  sources: { link: 'Unsubscribe link', import: 'Import', app: 'Added manually' },
  addHint: 'This address won’t get marketing emails anymore.',
  addAction: 'Unsubscribe',
  added: (address: string) => `${address} unsubscribed`,
  removeAction: 'Resubscribe',
  removeTitle: (address: string) => `Resubscribe ${address}?`,
  removeText:
    'This address will get marketing emails again. Only do this if the person asked for it. In most countries, sending without consent is illegal.',
  removed: (address: string) => `${address} resubscribed`,
  wasGone: (address: string) => `${address} was already subscribed`,
  import: 'Import',
  importTitle: 'Import addresses',
  importHint:
    'A text file with one address per line, or a CSV export of another email tool with an “email” column. Up to 32 MB. You can review its contents before anything is imported.',
  importFile: 'File',
  importChoose: 'Choose file',
  importAction: 'Import',
  importing: (percent: number) => (percent < 100 ? `${percent}% uploaded` : 'Processing…'),
  importProgress: 'Import progress',
  importTooLarge: 'The file is larger than 32 MB. Split it and import each part.',
  importNoFile: 'Choose a file first.',
  importCheck: 'Continue',
  importBack: 'Choose another file',
  importEmpty: 'The file has no addresses.',
  importFound: (count: number) =>
    plural('en', count, { one: '# line with an address', other: '# lines with an address' }),
  importMeaning: 'What kind of addresses are in this file?',
  importMeanings: {
    unsubscribed: 'People who unsubscribed',
    bounced: 'Addresses that bounced',
  },
  importMeaningHints: {
    unsubscribed: 'They won’t get marketing emails anymore. They still get transactional emails.',
    bounced: 'They won’t get any emails.',
  },
  importNotSubscribers: 'Don’t import a list of your subscribers here: they would stop getting emails.',
  importChooseMeaning: 'Choose what kind of addresses they are.',
  importStatuses: 'Status in the file',
  importRows: (count: number) => plural('en', count, { one: '# line', other: '# lines' }),
  importResult: 'Import as',
  importOutcomes: { unsubscribed: 'Unsubscribed', bounced: 'Bounced', skipped: 'Skipped' },
  importNoStatus: 'No status',
  importUnknown: (count: number) =>
    plural('en', count, {
      one: 'One status isn’t recognized. Choose what it means.',
      other: '# statuses aren’t recognized. Choose what they mean.',
    }),
  importChooseEach: 'Choose what each status means.',
  importPick: 'Choose…',
  importPickFor: (status: string) => `Import “${status}” as`,
  importEncoding: (encoding: string) => `Read as ${encoding}.`,
  importOpenLine: (line: number) =>
    `The last line (line ${line}) doesn’t end with a line break. If the file was cut off, the address in this line may be incomplete.`,
  refusedLine: (line: number, reason: string) => `Line ${line}: ${reason}`,
  refusedMore: (count: number) => plural('en', count, { one: 'and # more line', other: 'and # more lines' }),
  imported: (count: number) =>
    plural('en', count, {
      one: '# address unsubscribed',
      other: '# addresses unsubscribed',
    }),
  suppressed: (count: number) =>
    plural('en', count, {
      one: '# bounced address suppressed',
      other: '# bounced addresses suppressed',
    }),
  known: (count: number) =>
    plural('en', count, {
      one: '# was already in the list, or in the file twice',
      other: '# were already in the list, or in the file twice',
    }),
  skipped: (count: number) =>
    plural('en', count, {
      one: '# line skipped because of its status',
      other: '# lines skipped because of their status',
    }),
  refused: (count: number) =>
    plural('en', count, { one: '# line can’t be imported', other: '# lines can’t be imported' }),
  importDone: 'Import complete',
  export: 'Export',
  exportHint: 'Export all addresses as CSV',
  empty: 'No unsubscribes yet',
  emptyHint:
    'People who use the unsubscribe link in a marketing email appear here. Switching from another email tool? Import your existing list.',
};

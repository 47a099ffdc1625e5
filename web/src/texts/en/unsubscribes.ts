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
    'A text file with one address per line, or a CSV file with an “email” or “address” column. Up to 32 MB.',
  importFile: 'File',
  importChoose: 'Choose file',
  importAction: 'Import',
  importing: (percent: number) => (percent < 100 ? `${percent}% uploaded` : 'Processing…'),
  importProgress: 'Import progress',
  importTooLarge: 'The file is larger than 32 MB. Split it and import each part.',
  importTooMany:
    'The file has more than 1,000,000 lines. The first 1,000,000 were imported. Import the rest from a separate file.',
  importNoFile: 'Choose a file first.',
  imported: (count: number) =>
    plural('en', count, {
      one: '# address unsubscribed',
      other: '# addresses unsubscribed',
    }),
  known: (count: number) =>
    plural('en', count, { one: '# was already unsubscribed', other: '# were already unsubscribed' }),
  refused: (count: number) =>
    plural('en', count, {
      one: '# line without a valid address skipped',
      other: '# lines without a valid address skipped',
    }),
  importDone: 'Import complete',
  export: 'Export',
  exportHint: 'Export all addresses as CSV',
  empty: 'No unsubscribes yet',
  emptyHint:
    'People who use the unsubscribe link in a marketing email appear here. Switching from another email tool? Import your existing list.',
};

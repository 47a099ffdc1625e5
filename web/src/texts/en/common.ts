import { plural } from '../grammar/plural.ts';
import { mailboxSentences } from './mailboxes.ts';

export const common = {
  save: 'Save',
  saved: 'Saved',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  delete: 'Delete',
  deleted: 'Deleted',
  remove: 'Remove',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Try again',
  back: 'Back',
  next: 'Next page',
  previous: 'Previous page',
  pagesOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  results: (count: number) => plural('en', count, { one: '# entry', other: '# entries' }),
  search: 'Search',
  clearSearch: 'Clear the search',
  nothingFound: 'Nothing found',
  nothingFoundHint: 'Try other words, or clear the search and the filters.',
  clearFilters: 'Clear search and filters',
  loading: 'Loading…',
  actions: 'Actions',
  more: (name: string) => `Actions for ${name}`,
  never: 'never',
  name: 'Name',
  email: 'Email',
  optional: 'optional',
  keepItSafe: 'This is shown once. Keep it somewhere safe before you close this window.',
  done: 'I have copied it',
  theOperator: 'The operator',
  roles: { viewer: 'Viewer', editor: 'Editor', owner: 'Owner' },
  confirmTyping: (word: string) => `Type “${word}” to confirm`,
  sortBy: 'Sort by',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
};

export const errors = {
  title: 'That did not work',
  unexpected: 'Something unexpected happened. Please try again.',
  offline: 'The server cannot be reached. Check your connection and try again.',
  server: 'The server had a problem. Please try again in a moment.',
  tooMany: 'Too many attempts. Please wait a moment and try again.',
  forbidden: 'Your role in this store does not allow this.',
  missing: 'This does not exist, or no longer.',
  pageFailed: 'This page could not be shown',
  /** By the word the server gives as reason. */
  codes: {
    INVALID_EMAIL_OR_PASSWORD: 'Email or password is wrong.',
    INVALID_PASSWORD: 'The password is wrong.',
    INVALID_EMAIL: 'This is not an email address.',
    USER_ALREADY_EXISTS: 'There is an account with this email already. Sign in instead.',
    PASSWORD_TOO_SHORT: 'The password is too short: at least 12 characters.',
    PASSWORD_TOO_LONG: 'The password is too long: at most 128 characters.',
    INVALID_TOKEN: 'This link is used up or too old.',
    ACCOUNT_SUSPENDED: 'This account is suspended. The operator of this service can say why.',
    INVITED_ONLY: 'New accounts need an invitation here. Ask an owner of your store for one.',
    SETUP_CODE: 'This is not the setup code of this installation.',
    ACCOUNT_EXISTS:
      'There is an account with this email already. Sign in; if you cannot, ask the operator for a link to set a new password.',
    SESSION_EXPIRED: 'Please sign in again.',
    SESSION_NOT_FRESH: 'Please sign in again to change this.',
    PASSKEY_NOT_FOUND: 'This passkey belongs to no account here.',
    AUTHENTICATION_FAILED: 'The passkey was not accepted.',
    PREVIOUSLY_REGISTERED: 'This passkey is registered already.',
    PASSKEY_UNVERIFIED:
      'This passkey asks for no fingerprint, face or PIN. Sign in with your password and a code.',
    INVALID_CODE: 'The code is wrong, too old or was used before.',
    INVALID_BACKUP_CODE: 'This is not one of your recovery codes, or it was used before.',
    INVALID_TWO_FACTOR_COOKIE: 'That took too long. Enter your password again.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Enter your password again.',
    TOO_MANY_ATTEMPTS: 'Too many attempts. Try again in a few minutes.',
    SECOND_FACTOR_ON: 'Two-factor sign-in is on already. Turn it off first.',
  } as Record<string, string>,
};

/** Sentences of the server that people of the app meet. */
export const sentences: Record<string, string> = {
  ...mailboxSentences,
  'a store needs an owner: make somebody else one first':
    'A store needs an owner. Make somebody else owner first.',
  'not signed in': 'Your session has ended. Sign in again.',
  'prove again that it is you': 'This was not done: it takes a fresh proof that it is you.',
  'they are a member already': 'This person is a member already.',
  'this is the default sender: make another one the default first':
    'This is the default sender. Make another one the default first.',
  'there is a key for this domain already':
    'There is a key for this domain already: a colleague has just made it. Check again.',
  'other checks of this store are under way: try again soon':
    'Other checks are under way. Try again in a few seconds.',
  'this invitation was sent to another address': 'This invitation was sent to another address.',
  'there is a secret of this name already':
    'There is a secret with this name already. Set a new value there instead.',
};

/** What the server says about one field, where it is worth saying in the reader's language. */
export const reasons: Record<string, string> = {
  'still masked; send the value or {{ secrets.NAME }}':
    'This is still masked. Enter the value, or use a secret.',
  required: 'Required',
  'is wrong': 'This is wrong.',
  'is wrong, too old or was used before': 'The code is wrong, too old or was used before.',
  'must be one address such as maria@example.com': 'This is not an email address.',
  'must be owner/name': 'Write it as owner/name, such as acme/mail.',
  'is no name of a branch': 'A branch cannot have this name.',
  'must be a path such as emails/shop': 'Write it as a path, such as emails/shop.',
  'GitHub refused the token': 'GitHub refused the token. It may have ended, or not be copied whole.',
  'that is not a token of GitHub': 'This is not a token of GitHub.',
  'must contain {{ unsubscribe_link }} or {{ unsubscribe_url }}':
    'Write {{ unsubscribe_link }} where the link belongs.',
  'must show its link always, not only in some branches or in a comment':
    'Show the link in every case, not only in some.',
  'must be a whole number from 1 to 999999999999': 'A whole number from 1 upwards, or nothing.',
  'at most 2000 characters': 'At most 2000 characters.',
  'at most 100 characters': 'At most 100 characters.',
  'unknown file': 'This picture is not there any more.',
  'is not a picture': 'This file is not a picture.',
  'must be a host name or an IP address': 'Write a host name, such as smtp.example.com.',
  'must be one address such as orders@example.com': 'Write one address, such as orders@example.com.',
  'only plain letters before the @: many servers take no others':
    'Write the part before the @ without letters such as ü: many servers take no others.',
  'a saved login is not sent to another server: give it again':
    'A saved login is not sent to another server. Give it again.',
  'letters, digits and _ only, at most 100, no digit first':
    'Letters, digits and _ only, at most 100, no digit first.',
  'at most 16384 characters': 'At most 16384 characters.',
};

import type { MessageCode } from 'outstep/kernel/messages/catalog.ts';
import { plural } from '../grammar/plural.ts';
import { mailboxSentences } from './mailboxes.ts';

export const common = {
  /** Translations of the code editor's own panels; empty for English. */
  codePhrases: {} as Record<string, string>,
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
  results: (count: number) => plural('en', count, { one: '# result', other: '# results' }),
  search: 'Search',
  clearSearch: 'Clear search',
  nothingFound: 'No results',
  nothingFoundHint: 'Try different words, or clear your search and filters.',
  clearFilters: 'Clear search and filters',
  loading: 'Loading…',
  actions: 'Actions',
  more: (name: string) => `Actions for ${name}`,
  never: 'never',
  name: 'Name',
  email: 'Email',
  optional: 'optional',
  keepItSafe: 'You can only see this once. Copy it to a safe place before you close this window.',
  done: 'I’ve copied it',
  theOperator: 'The operator',
  roles: { viewer: 'Viewer', editor: 'Editor', owner: 'Owner' },
  confirmTyping: (word: string) => `Type “${word}” to confirm`,
  sortBy: 'Sort by',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
};

export const errors = {
  title: 'Something went wrong',
  unexpected: 'An unexpected error occurred. Please try again.',
  offline: 'Couldn’t reach the server. Check your connection and try again.',
  server: 'Something went wrong on our side. Please try again in a moment.',
  tooMany: 'Too many attempts. Wait a moment and try again.',
  forbidden: 'Your role doesn’t allow this. Ask an owner of this store for access.',
  missing: 'Not found. It may have been deleted.',
  pageFailed: 'Couldn’t load this page',
  /** By the error code of the response. */
  codes: {
    INVALID_EMAIL_OR_PASSWORD: 'Incorrect email or password.',
    INVALID_PASSWORD: 'Incorrect password.',
    INVALID_EMAIL: 'Enter a valid email address.',
    USER_ALREADY_EXISTS: 'An account with this email already exists. Sign in instead.',
    PASSWORD_TOO_SHORT: 'Use at least 12 characters.',
    PASSWORD_TOO_LONG: 'Use at most 128 characters.',
    INVALID_TOKEN: 'This link has expired or was already used. Request a new one.',
    ACCOUNT_SUSPENDED: 'This account is suspended. Contact the operator of this service.',
    INVITED_ONLY: 'You need an invitation to create an account. Ask an owner of your store for one.',
    SETUP_CODE:
      'This setup code is incorrect, has expired or was already used. Run outstep setup-code on the server to get a new one.',
    ACCOUNT_EXISTS:
      'An account with this email already exists. Sign in, or ask the operator for a password reset link.',
    SESSION_EXPIRED: 'Your session has expired. Sign in again.',
    SESSION_NOT_FRESH: 'Sign in again to change this.',
    PASSKEY_NOT_FOUND: 'No account uses this passkey. Sign in with your password.',
    AUTHENTICATION_FAILED: 'Couldn’t verify the passkey. Try again.',
    PREVIOUSLY_REGISTERED: 'You’ve already added this passkey.',
    PASSKEY_UNVERIFIED:
      'This passkey doesn’t ask for a fingerprint, face or PIN. Sign in with your password and a code.',
    INVALID_CODE: 'This code is incorrect, expired or already used.',
    INVALID_BACKUP_CODE: 'This recovery code is incorrect or already used.',
    INVALID_TWO_FACTOR_COOKIE: 'Your sign-in timed out. Enter your password again.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many incorrect codes. Enter your password again.',
    TOO_MANY_ATTEMPTS: 'Too many attempts. Try again in a few minutes.',
    CHALLENGE_NOT_FOUND: 'That took too long. Try again.',
    FAILED_TO_VERIFY_REGISTRATION: 'Couldn’t add the passkey. Try again.',
    CREDENTIAL_ACCOUNT_NOT_FOUND:
      'This account doesn’t have a password yet. Request a link with “Forgot your password?” on the sign-in page.',
    TWO_FACTOR_NOT_ENABLED: 'Two-factor authentication isn’t on.',
    TOTP_NOT_ENABLED: 'Two-factor authentication isn’t on.',
    BACKUP_CODES_NOT_ENABLED: 'Two-factor authentication isn’t on.',
    SECOND_FACTOR_ON: 'Two-factor authentication is already on. Turn it off first.',
  } as Record<string, string>,
};

/** Messages of the server, reworded for people using the app. */
export const sentences: Partial<Record<MessageCode, string>> = {
  ...mailboxSentences,
  owner_needed: 'A store needs at least one owner. Make someone else an owner first.',
  not_signed_in: 'Your session has expired. Sign in again.',
  step_up_needed: 'Nothing was changed. Confirm it’s you and try again.',
  already_a_member: 'This person is already on the team.',
  default_sender: 'This is the default sender. Make another sender the default first.',
  domain_has_key:
    'This domain already has a key. Someone on your team may have just created it. Check again.',
  checks_running: 'Other checks are still running. Try again in a few seconds.',
  invitation_for_another: 'This invitation was sent to a different email address. Sign in with that address.',
  secret_exists: 'A secret with this name already exists. Set a new value for it instead.',
};

/** Reasons for rejecting a field, reworded for the app. */
export const reasons: Partial<Record<MessageCode, string>> = {
  still_masked: 'This value is masked. Enter it again or use a secret.',
  required: 'Required',
  wrong: 'Incorrect.',
  code_wrong: 'This code is incorrect, expired or already used.',
  must_be_repository_name: 'Use the format owner/name, such as acme/emails.',
  not_a_branch_name: 'Enter a valid branch name.',
  must_be_folder_path: 'Enter a path, such as emails/shop.',
  github_refused_token: 'GitHub rejected the token. It may have expired or be incomplete.',
  not_a_github_token: 'This isn’t a GitHub token.',
  unsubscribe_link_missing: 'Add {{ unsubscribe_link }} where you want the link.',
  unsubscribe_link_hidden: 'The link must always show. Don’t put it in a condition or a comment.',
  must_be_quota: 'Enter a whole number of 1 or more, or leave empty.',
  text_too_long: 'Use at most {max} characters.',
  must_be_email_address: 'Enter one email address, such as {example}.',
  unknown_file: 'This file no longer exists.',
  not_an_image: 'This file isn’t an image.',
  must_be_host: 'Enter a host name, such as smtp.example.com.',
  local_part_not_ascii:
    'Don’t use accented letters before the @. Many mail servers reject letters such as ü.',
  login_for_another_server: 'For security, enter the username and password again when you change the server.',
  must_be_secret_name: 'Use up to 100 letters, digits and underscores. Don’t start with a digit.',
};

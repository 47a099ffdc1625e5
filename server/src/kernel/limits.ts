import type { Refusal } from './error.ts';
import { invalidField } from './fields.ts';

/** What the operator may limit for a store; `quota` is what it may send in a month. */
export const limitNames = [
  'keys',
  'layouts',
  'drafts',
  'presets',
  'requests',
  'files',
  'file-bytes',
  'people',
  'test-mails',
  'quota',
] as const;

/** What the default of an installation may be; a quota is for each store alone, stores are for each account. */
export const defaultLimitNames = ['stores', ...limitNames.filter((name) => name !== 'quota')] as const;

const MEGABYTE = 1024 * 1024;

const refusals: Readonly<Record<string, (allowed: number) => Refusal>> = {
  stores: (allowed) =>
    invalidField('limit', `${allowed} stores are allowed; delete one, or ask the operator for more`),
  keys: (allowed) =>
    invalidField('limit', `${allowed} API keys are allowed; revoke one, or ask the operator for more`),
  layouts: (allowed) =>
    invalidField('limit', `${allowed} layouts are allowed; delete one, or ask the operator for more`),
  drafts: (allowed) =>
    invalidField(
      'limit',
      `${allowed} drafts of layouts are allowed; save or discard one, or ask the operator for more`,
    ),
  presets: (allowed) =>
    invalidField(
      'limit',
      `${allowed} headers, footers and parts are allowed; delete one, or ask the operator for more`,
    ),
  requests: (allowed) =>
    invalidField('limit', `${allowed} HTTP requests are allowed; delete one, or ask the operator for more`),
  files: (allowed) =>
    invalidField('limit', `${allowed} files are allowed; delete one, or ask the operator for more`),
  'file-bytes': (allowed) => {
    const megabytes = Math.floor(allowed / MEGABYTE);
    return invalidField(
      'limit',
      `${megabytes} MB of files are allowed; delete one, or ask the operator for more`,
    );
  },
  people: (allowed) =>
    invalidField(
      'limit',
      `${allowed} people and open invitations are allowed; remove one, or ask the operator for more`,
    ),
  'test-mails': (allowed) =>
    invalidField(
      'limit',
      `${allowed} test mails an hour are allowed; wait for the next hour, or ask the operator for more`,
    ),
};

/** The refusal of what would be more than is allowed. */
export const limitReached = (name: string, allowed: number): Refusal =>
  refusals[name]?.(allowed) ?? invalidField('limit', 'no more is allowed');

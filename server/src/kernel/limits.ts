import type { OperationError } from './error.ts';
import { invalidField } from './fields.ts';
import { message } from './messages/message.ts';

/**
 * Limits that the operator may set for a store; `quota` limits what it may send in a month
 * (contract: Limits 1).
 */
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

/**
 * Limits that may have an installation-wide default; a quota is only set per store, and stores are limited
 * per account.
 */
export const defaultLimitNames = ['stores', ...limitNames.filter((name) => name !== 'quota')] as const;

const MEGABYTE = 1024 * 1024;

const refusals: Readonly<Record<string, (allowed: number) => OperationError>> = {
  stores: (allowed) => invalidField('limit', message('limit_stores', { count: allowed })),
  keys: (allowed) => invalidField('limit', message('limit_keys', { count: allowed })),
  layouts: (allowed) => invalidField('limit', message('limit_layouts', { count: allowed })),
  drafts: (allowed) => invalidField('limit', message('limit_drafts', { count: allowed })),
  presets: (allowed) => invalidField('limit', message('limit_presets', { count: allowed })),
  requests: (allowed) => invalidField('limit', message('limit_http_requests', { count: allowed })),
  files: (allowed) => invalidField('limit', message('limit_files', { count: allowed })),
  'file-bytes': (allowed) => {
    const megabytes = Math.floor(allowed / MEGABYTE);
    return invalidField('limit', message('limit_file_bytes', { count: megabytes }));
  },
  people: (allowed) => invalidField('limit', message('limit_people', { count: allowed })),
  'test-mails': (allowed) => invalidField('limit', message('limit_test_emails', { count: allowed })),
};

/** The `OperationError` for exceeding a limit (contract: Limits 2). */
export const limitReached = (name: string, allowed: number): OperationError =>
  refusals[name]?.(allowed) ?? invalidField('limit', message('limit_reached'));

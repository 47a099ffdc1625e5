import { note, type Section, section } from './rule.ts';

/** Keys, errors, limits and versioning: rules that hold for every endpoint. */
export const accessSections: readonly Section[] = [
  section('Authentication', {
    'Authentication 1':
      'Only `GET /api/v1` works without `Authorization: Bearer <API_KEY>`; tools use the same header',
    'Authentication 2':
      'Keys begin with `fak_`, are made on the Developer page and seen once; the API cannot manage them',
    'Authentication 3': 'A key has one level, and a level includes those below it',
    'Key level read': 'Reads layouts, senders, secret names, files, HTTP requests, history and stats',
    'Key level write':
      'Adds writing HTTP requests, layouts, translations and restores, and deleting files that nothing uses',
    'Key level execute': 'Adds running an HTTP request against its real target',
    'Authentication 4': 'Running live requests is a level of its own; read is the one offered first',
    'Authentication 5': '401 without a key, with a malformed or a revoked one; 403 when its level is too low',
    'Authentication 6': 'A record of another store is 404 and never 403',
    'Authentication 7': '`GET /api/v1/me` and the `get_stats` tool tell what the key can do',
    'Authentication 8': 'Each key has its own rate budgets',
  }),

  section('Errors', {
    'Errors: body': 'Every error, whatever its status, is `{ error: <string> }`',
    'Status 200': 'Success',
    'Status 201': 'Something was created',
    'Status 400': 'Malformed request or failed validation; `error` is `<field>: <reason>`',
    'Status 401': 'Key missing, malformed or revoked',
    'Status 403': 'Key good, level too low',
    'Status 404': "No such record, or another store's",
    'Status 405': 'The path does not know the method',
    'Status 409': 'The file is in use (the users are named), or no repository is connected',
    'Status 429': 'A rate limit is used up; `error` explains which',
    'Status 502': 'The HTTP request test ran and the target failed',
    'Errors 1':
      "Refused writes: Liquid that does not parse, another store's `fileKey`, `unsubscribeText` without placeholder, a url that is not http or https",
    'Errors 2': 'An unknown `actionType` is no error',
    'Errors 3': 'Deleting a layout in use is no error; it answers a `warning`',
  }),

  section('Limits', {
    'Limit: Requests per key': '300 in 60 seconds, all endpoints together',
    'Limit: Execute calls per key': '60 in an hour on `POST /api/v1/http-requests/:id/test`',
    'Limit: limit parameter': '25 unless given, up to 100, on every list',
    'Limit: days parameter': '30 unless given, up to 365, on stats',
    'Limit: Languages per layout': '30',
    'Limit: Saved versions kept': 'The newest 25',
    'Limit: Repository versions per page': '20',
    'Limit: Unsubscribe links per step': '20, for marketing layouts',
    'Limit: name': '200 characters, for a layout',
    'Limit: description': '2000 characters, for a layout',
    'Limit: unsubscribeText and companyDetails': '2000 characters each',
    'Limit: unsubscribeLinkLabel': '100 characters',
    'Limit: Attachments per layout':
      '20 MB for all files of a text layout; beyond that they are download links in the footer',
    'Limits 1': 'The two rate budgets do not touch each other',
    'Limits 2': 'Budgets belong to the key, not to the store',
    'Limits 3': 'Going over either budget is 429',
  }),

  section('Versioning', {
    'Versioning 1': 'REST is versioned by the prefix `/api/v1`, and the index says which version is current',
    'Versioning 2': 'Layout content has its own version history',
    'Versioning 3': note(
      'More tools may come; a client sees them in a new session',
      'asks something of clients; what the service does about it is Tool server 3',
    ),
  }),
];

import { type Section, section } from './rule.ts';

/** The endpoint tables with the rules written below each, and the tool server. */
export const endpointSections: readonly Section[] = [
  section('Endpoints', {
    'Endpoints 1': 'Each endpoint has a lowest key level that it accepts; `none` needs no key',
  }),

  section('Endpoints: index and identity', {
    'Endpoint GET /api/v1':
      'No key: says that the API is up and which version it is; serves as a health check',
    'Endpoint GET /api/v1/me': 'Read: says that the key works and which level it has',
  }),

  section('Endpoints: email layouts', {
    'Endpoint GET /api/v1/email-templates':
      'Read: lists layouts by `page` and `limit`; each shows its `category`',
    'Email layout list: q': 'Search looks into name, subject and description',
    'Email layout list: category': 'Can be narrowed to `transactional` or `marketing`',
    'Email layout list: bodyType': 'There is no filter by `bodyType`',
    'Endpoint POST /api/v1/email-templates': 'Write: creates a layout and answers 201',
    'Endpoint GET /api/v1/email-templates/:id':
      'Read: one layout with design or attachments, footer texts and its languages',
    'Endpoint PUT/PATCH /api/v1/email-templates/:id':
      'Write: either method changes only the fields that are sent',
    'Endpoint DELETE /api/v1/email-templates/:id':
      'Write: removes layout, translations and versions, always; a `warning` counts the workflow steps that still use it',
    'Endpoint GET /api/v1/layout-schema':
      'Read: design format, defaults of each block, usable Liquid, constraints and an example',
  }),

  section('Endpoints: translations', {
    'Endpoint GET /api/v1/email-templates/:id/translations':
      'Read: all languages of a layout with their content',
    'Endpoint GET /api/v1/email-templates/:id/translations/:locale': 'Read: one language',
    'Endpoint PUT /api/v1/email-templates/:id/translations/:locale':
      'Write: creates or replaces a language from its full content',
    'Endpoint DELETE /api/v1/email-templates/:id/translations/:locale':
      "Write: removes a language; mail in it then uses the layout's own content",
    'Endpoint POST /api/v1/email-templates/:id/translations/:locale/promote':
      'Write: makes the language the main one of the layout',
    'Translations 1': 'A layout has 30 languages at most',
    'Translations 2':
      'Mail looks for the exact locale, then the base language, then a regional variant, then the layout',
    'Translations 3':
      'Promote exchanges content, locale, attachments and footer texts, so that each language sends what it sent before; answers `promoted`, `previousMainLanguage` and the layout; is one version and can be undone',
  }),

  section('Endpoints: layout versions', {
    'Endpoint GET /api/v1/email-templates/:id/versions': 'Read: versions, newest first; 25 are kept',
    'Endpoint GET /api/v1/email-templates/:id/versions/:version':
      'Read: one version with layout and all translations',
    'Endpoint POST /api/v1/email-templates/:id/versions/:version/restore':
      'Write: brings the version back and records that as a new one',
    'Endpoint GET /api/v1/email-templates/:id/versions/repo':
      'Read: all versions in the connected repository, 20 on a `page`',
    'Endpoint GET /api/v1/email-templates/:id/versions/repo/:sha': 'Read: the layout as it was at a commit',
    'Endpoint POST /api/v1/email-templates/:id/versions/repo/:sha/restore':
      'Write: brings a repository version back, with the effect of saving',
    'Repository versions 1': 'The path segment is the name of the repository provider',
    'Repository versions 2':
      'All three endpoints answer 409 while the Developer page has no repository connected',
  }),

  section('Endpoints: senders and secrets', {
    'Endpoint GET /api/v1/smtp-configs':
      'Read: lists SMTP senders with `hasUsername` and `hasPassword`, no credentials',
    'Endpoint GET /api/v1/senders': 'Read: lists the mailboxes of two providers with masked addresses',
    'Endpoint GET /api/v1/secrets':
      'Read: lists names, descriptions and `hasValue`; values are nowhere to be had',
    'Senders and secrets 1': 'Only the app creates or edits senders and secrets',
  }),

  section('Endpoints: uploaded files', {
    'Endpoint GET /api/v1/files':
      'Read: lists logos, images and attachments by `page`, `limit` (up to 100), filename `q` and `usage`',
    'Endpoint DELETE /api/v1/files': 'Write: deletes the file that the JSON body names by `key`',
    'Uploaded files 1':
      'Usage is looked up only for `usage=true`, which adds `inUse` and `usedBy` to each file',
    'Uploaded files 2':
      'A file that a layout or preset uses is kept: 409 naming the users; an unused one is gone at once and for good',
  }),

  section('Endpoints: HTTP requests', {
    'Endpoint GET /api/v1/http-requests': 'Read: lists by `page`, `limit` and `q` as layouts are listed',
    'Endpoint POST /api/v1/http-requests': 'Write: creates one',
    'Endpoint GET /api/v1/http-requests/:id': 'Read: gets one',
    'Endpoint PUT/PATCH /api/v1/http-requests/:id': 'Write: either method updates one',
    'Endpoint DELETE /api/v1/http-requests/:id': 'Write: deletes one',
    'Endpoint POST /api/v1/http-requests/:id/test':
      'Execute: calls the real target; 502 when the call was made and the target failed',
  }),

  section('Endpoints: history and stats', {
    'Endpoint GET /api/v1/history':
      'Read: lists mail and HTTP executions by `page`, `limit` (up to 100), `actionType`, `status` and `actionConfigId`',
    'Endpoint GET /api/v1/history/:id': 'Read: one execution with request and response data',
    'Endpoint GET /api/v1/stats':
      'Read: totals and success rate of the last `days`, 30 unless given, up to 365',
    'History filter rules 1': '`actionType` filters on exactly `EMAIL` or `HTTP_REQUEST`',
    'History filter rules 2': 'Any other `actionType` is passed over, and everything is listed',
    'History filter rules 3': '`status` is `PENDING`, `SUCCESS`, `FAILED` or `SKIPPED`',
  }),

  section('Tool server', {
    'Endpoint POST /api/mcp': 'Tools over Streamable HTTP with the bearer key of REST',
    'Tool levels 1': "A tool above the key's level is missing from the list, not just refused",
    'Tool level read': 'A read key has the ten reading tools of the table',
    'Tool level write': 'A write key also has the three that create, update and delete HTTP requests',
    'Tool level execute': 'An execute key also has the one that runs an HTTP request',
    'Tool list_http_requests': 'Lists HTTP requests',
    'Tool get_http_request': 'Gets one HTTP request',
    'Tool list_smtp_configs': 'Lists SMTP senders',
    'Tool list_email_templates': 'Lists layouts',
    'Tool get_email_template': 'Gets one layout',
    'Tool list_secret_keys': 'Lists secrets by name',
    'Tool list_senders': 'Lists connected mailboxes',
    'Tool list_history': 'Lists executions',
    'Tool get_history_entry': 'Gets one execution',
    'Tool get_stats': 'Gets the statistics',
    'Tool create_http_request': 'Creates an HTTP request',
    'Tool update_http_request': 'Updates an HTTP request',
    'Tool delete_http_request': 'Deletes an HTTP request',
    'Tool test_http_request': 'Runs a configured HTTP request against its real target',
    'Tool list_files': 'Lists uploaded files',
    'Tool delete_file': 'Deletes an uploaded file unless it is in use, as REST does',
    'Tool server 1':
      'No tool gives out a secret value, SMTP password or OAuth token; `list_secret_keys` answers names and nothing else',
    'Tool server 2': 'History is masked through tools as it is over REST',
    'Tool server 3': "A new session sees the tools of a key's changed level, and tools that were added",
  }),
];

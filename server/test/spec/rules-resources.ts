import { type Section, section } from './rule.ts';

/** From the introduction to the states: which things exist, their fields, and how they behave. */
export const resourceSections: readonly Section[] = [
  section('Introduction', {
    'Introduction 1': 'One base address carries everything; it can be set, and all paths hang below it',
  }),

  section('What the service does', {
    'What the service does 1':
      'A key works on one store: layouts with translations and versions, senders, secret names, files, HTTP requests, history, stats',
    'What the service does 2':
      'REST under `/api/v1` and tools at `/api/mcp` take the same key and obey the same rules',
    'What the service does 3':
      'Writable: layouts, translations, version restore, HTTP requests; files can only be deleted; senders, secrets, history and stats only read; no upload',
    'What the service does 4':
      'At no level does any endpoint or tool give out a secret value, SMTP password or OAuth token; only names and a has-value flag',
    'What the service does 5':
      'Personal data in history is masked (heuristically) on both surfaces before it leaves',
    'What the service does 6':
      'Credentials typed literally into header or body of an HTTP request are masked in every answer; `{{ secrets.<NAME> }}` is shown as written',
    'What the service does 7': 'A record of another store is simply not found, on every endpoint',
    'What the service does 8':
      'Layout text is Liquid with `{{ variables.<path> }}` and `{{ secrets.<NAME> }}`',
    'What the service does 9':
      'A transactional layout goes unchanged to every recipient; a marketing layout follows 9a to 9d',
    'What the service does 9a': 'Marketing mail leaves out recipients who unsubscribed',
    'What the service does 9b':
      'Marketing mail whose To recipients all unsubscribed: nothing sent, no quota spent, execution `SKIPPED`',
    'What the service does 9c':
      'Marketing mail is one message for each To recipient with a link of its own, at most 20 in a step',
    'What the service does 9d': 'Marketing mail closes with the unsubscribe sentence and the company details',
    'What the service does 10':
      '`{{ unsubscribe_url }}` and `{{ unsubscribe_link }}` appear where the author put them; both are empty in transactional mail',
    'What the service does 11':
      'A layout that workflow steps use can be deleted; those steps fail until they use another layout',
  }),

  section('Conventions', {
    'Conventions 1': 'Requests and answers are JSON',
    'Conventions 2': 'Lists take `page` (1 unless given), `limit` (25 unless given, up to 100) and `q`',
    'Conventions 3': 'An error is an object whose only member is the text `error`',
  }),

  section('Email layout', {
    'Email layout: name': 'Required text of up to 200 characters',
    'Email layout: description': 'Internal note of up to 2000 characters that no customer gets to see',
    'Email layout: bodyType': '`visual` unless `text` is asked for; never changes afterwards',
    'Email layout: defaultLocale': "Language code of the layout's own content, `en` unless given",
    'Email layout: category': '`transactional` unless `marketing` is asked for',
    'Email layout: subject': 'Required text that may hold Liquid',
    'Email layout: previewText': 'Preview line of the inbox, may hold Liquid',
    'Email layout: bodyDesign':
      'Only visual layouts: `blocks` and optionally `global`, `header`, `footer`, `testVariables`; sent whole on change; HTML is made from it',
    'Email layout: body': 'Only text layouts: the HTML of the mail',
    'Email layout: attachments':
      'Only text layouts: items are an uploaded file (`filename`, `fileKey`, optional `sendAsLink`) or an https address fetched when sending (`filename`, `url`)',
    'Email layout: marketingTexts': 'Footer texts of marketing mail, an object or `null`',
  }),

  section('Layout validation', {
    'Layout validation 1':
      'Every write: Liquid of subject, preview text, body and each text block has to parse',
    'Layout validation 2': "Every write: each `fileKey` has to be a file of the caller's store",
    'Layout validation 3':
      'A failing write is 400 with `<field>: <reason>`; no subject is `subject: required`',
    'Layout schema 1':
      'A visual design is written against, and held to, what `GET /api/v1/layout-schema` serves',
  }),

  section('marketingTexts', {
    'marketingTexts: unsubscribeText':
      'Optional, up to 2000 characters, refused without `{{ unsubscribe_link }}` or `{{ unsubscribe_url }}`',
    'marketingTexts: unsubscribeLinkLabel': 'Optional, up to 100 characters',
    'marketingTexts: companyDetails': 'Optional, up to 2000 characters',
    'marketingTexts 1':
      "A field that is set wins over the store's settings text, alone; the others stay as in settings",
    'marketingTexts 2': "`null`, the default, takes the settings texts in the mail's language",
    'marketingTexts 3': 'Kept for every layout, sent with marketing layouts only',
  }),

  section('Translation', {
    'Translation: content':
      'PUT carries `subject` (required), `previewText`, and `bodyDesign` (visual) or `body` (text)',
    'Translation: Liquid and URLs': 'Liquid tags and addresses in a translation stay untouched',
    'Translation: attachments':
      "Text layouts: a list is the language's own, `[]` none, `null` the layout's, omitted keeps (a new language takes the layout's); visual layouts refuse it",
    'Translation: marketingTexts':
      "Lies over the layout's texts field by field; `null` takes the layout's, omitted keeps what was chosen",
    'Translation: returned fields':
      "Answers carry `attachments` and `marketingTexts`, each `null` while the layout's are in use",
    'Translation: locale':
      'Language codes such as `pt-br` mean the same in any letter case and with any separator',
  }),

  section('Layout version', {
    'Layout version 1': 'A version holds the complete layout and all its translations',
    'Layout version 2': 'Every write through the API leaves a version, as saving in the app does',
    'Layout version 3': 'Restoring leaves a new version',
  }),

  section('SMTP sender', {
    'SMTP sender 1': 'Shows `hasUsername` and `hasPassword` and hides both values',
    'SMTP sender 2': 'Can be told apart by name, host and sending address',
  }),

  section('Connected mailbox', {
    'Connected mailbox 1':
      'Shows two characters of the address, asterisks and the domain; never a login token',
  }),

  section('Secret', {
    'Secret 1': 'Shows name, description and `hasValue`, never the value',
  }),

  section('Uploaded file', {
    'Uploaded file 1':
      'Known by its `key`, which a delete names in its body; its filename can be searched with `q`',
    'Uploaded file 2':
      '`usage=true` adds `inUse` and `usedBy`, which names the layouts and presets that use the file',
  }),

  section('HTTP request', {
    'HTTP request 1': 'A `url` with any scheme but `http://` and `https://` is refused when saving',
    'HTTP request 2': 'Knows GET, POST, PUT, PATCH and DELETE, own headers and a JSON body that may be empty',
    'HTTP request 3': 'Text fields may hold Liquid with `{{ variables.<path> }}` and `{{ secrets.<NAME> }}`',
  }),

  section('History entry', {
    'History entry 1':
      'Mail and HTTP request executions are both kept, each with masked request and response data',
    'History entry 2': 'Executions can be filtered by `actionType`, `status` and `actionConfigId`',
  }),

  section('Stats', {
    'Stats 1': 'Totals and success rate of a number of days; `SKIPPED` stays out of the success rate',
  }),

  section('States and transitions', {
    'State PENDING': 'A status that executions have and can be filtered by',
    'State SUCCESS': 'A status that executions have and can be filtered by',
    'State FAILED': 'A status that executions have and can be filtered by',
    'State SKIPPED':
      'Marketing mail whose To recipients all unsubscribed: not sent, no quota, not in the success rate',
    'States 1': 'The `bodyType` of a layout cannot change once it exists',
    'States 2': 'Promoting a translation exchanges it with the layout',
  }),
];

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Selects the tests that cover a change, for `npm run check -- --changed`. Integration and browser tests run
 * a bundled server and a built app, so Vitest cannot derive from their imports what they depend on; tests
 * that do import a changed file are added. Unit tests are not selected: all of them run each time.
 */
type Room = readonly string[];

/**
 * A change below one of these folders, or to a file in no room, runs everything. Add new folders here or to a
 * room.
 */
export const runEverythingPaths: readonly string[] = [
  'server/src/adapters/cache/',
  'server/src/adapters/postgres/',
  'server/src/features/access/service/',
  'server/src/features/documents/',
  'server/src/kernel/',
  'server/src/processes/',
  'server/src/surfaces/calls/',
  'web/src/api/',
  'web/src/parts/',
  'web/src/shell/',
];

/** Tests that compare the lists of routes, tools, roles and tables, which contain every operation. */
const everyOperation: Room = [
  'app/matrix',
  'contract/errors',
  'inventory',
  'mcp',
  'openapi/',
  'spec/',
  'tenants/catalog',
];
const serverRoom = (...tests: string[]): Room => [...everyOperation, ...tests];

/** The page suites also read every page of the app and check it with axe. */
const page = (...tests: string[]): Room => ['e2e/app-pages', ...tests];

const editor = page('design/editor-commands', 'e2e/app-compare', 'e2e/app-editor', 'e2e/app-story');

/** Tests for each folder or file, as prefixes of their paths below `server/test`. */
export const testsByPath: Readonly<Record<string, Room>> = {
  '.github/': [],
  'CHANGELOG.md': [],
  'CONTRIBUTING.md': [],
  LICENSE: [],
  'README.md': [],
  'SECURITY.md': [],
  'bench/': [],
  'deploy/': [],
  'docs/': ['layouts/guide', 'observe/metrics', 'openapi/', 'platforms/guide', 'spec/'],

  'server/src/adapters/blobs/': [
    'contract/add-file',
    'contract/file',
    'faults/storage',
    'layouts/file-races',
  ],
  'server/src/adapters/child-processes/': ['offload-pool', 'hostile/', 'layouts/bombs', 'render-'],
  'server/src/adapters/crypto/': ['faults/master-key', 'faults/sealed', 'sealed'],
  'server/src/adapters/github/': ['app/developer', 'repository/'],
  'server/src/adapters/mailboxes/': ['app/mailboxes', 'mailboxes/'],
  'server/src/adapters/outbound/': [
    'contract/test-http-request',
    'outbound/',
    'smtp/connections',
    'unsubscribes/downloads',
  ],
  'server/src/adapters/people/': ['app/', 'e2e/app-sign-in', 'lifecycle/people'],
  'server/src/adapters/redis/': ['app/limits', 'budgets', 'contract/errors'],
  'server/src/adapters/restate/': ['chaos/', 'engine/', 'faults/step-leaks', 'sending/delivery'],
  'server/src/adapters/smtp/': ['sending/', 'smtp/'],
  'server/src/adapters/telemetry/': ['faults/leaks', 'observe/'],
  'server/src/adapters/uploads/': [
    'contract/add-file',
    'contract/file',
    'e2e/app-files',
    'outbound/downloads',
  ],

  'server/src/features/access/audit/': serverRoom('app/audit', 'app/sign-in-events', 'e2e/app-team'),
  'server/src/features/access/idempotency/': serverRoom(
    'contract/',
    'engine/message-queues',
    'layouts/guide',
  ),
  'server/src/features/access/keys/': serverRoom(
    'app/developer',
    'app/key-addresses',
    'budgets',
    'contract/authentication',
    'e2e/app-developer',
    'faults/keys',
    'tenants/',
  ),
  'server/src/features/access/limits/': serverRoom('app/limits', 'e2e/app-lifecycle', 'lifecycle/'),
  'server/src/features/access/people/': serverRoom('app/', 'e2e/app-team', 'lifecycle/people'),
  'server/src/features/access/quota/': serverRoom('lifecycle/', 'sending/', 'unsubscribes/quota'),
  'server/src/features/access/secrets/': serverRoom(
    'app/secrets',
    'contract/secrets',
    'e2e/app-secrets',
    'faults/',
    'sealed',
    'secrets/',
  ),
  'server/src/features/access/signals/': serverRoom('alerts/', 'e2e/app-alerts'),
  'server/src/features/access/stores/': serverRoom(
    'app/audit',
    'app/sign-in-events',
    'e2e/app-lifecycle',
    'lifecycle/',
    'tenants/',
  ),
  'server/src/features/alerts/': serverRoom('alerts/', 'app/notices', 'e2e/app-alerts'),
  'server/src/features/customers/': serverRoom('contract/customers', 'customers/', 'platforms/shopify-steps'),
  'server/src/features/delivery/': serverRoom(
    'chaos/',
    'contract/reach',
    'contract/workflow-steps',
    'e2e/app-dashboard',
    'engine/',
    'observe/delivery-lines',
    'platforms/',
    'recovery/hold',
    'sending/',
  ),
  'server/src/features/http-requests/': serverRoom(
    'app/compare-http-request',
    'app/http-request-versions',
    'contract/http-requests',
    'contract/masked',
    'contract/nulls',
    'contract/revisions',
    'contract/test-http-request',
    'contract/workflow-steps',
    'e2e/app-compare',
    'e2e/app-http-requests',
    'engine/steps',
    'outbound/answers',
    'secrets/',
  ),
  'server/src/features/layouts/': serverRoom(
    'app/all-languages',
    'app/drafts',
    'app/layout-runs',
    'app/parts',
    'app/preset',
    'app/ready-designs',
    'app/translation-work',
    'contract/change-layouts',
    'contract/duplicate-layout',
    'contract/findings',
    'contract/layout',
    'contract/presets',
    'contract/preview',
    'contract/promote',
    'contract/reach',
    'contract/sort-layouts',
    'contract/translations',
    'contract/variables',
    'contract/versions',
    'e2e/app-drafts',
    'e2e/app-editor-views',
    'e2e/app-layout',
    'e2e/app-merge',
    'e2e/app-presets',
    'e2e/app-translate',
    'layouts/',
    'sending/canvas-delivery',
    'sending/mails',
  ),
  'server/src/features/layouts/drafts/': serverRoom('app/drafts', 'e2e/app-drafts', 'e2e/app-unsaved'),
  'server/src/features/layouts/presets/': serverRoom(
    'app/parts',
    'app/preset',
    'contract/presets',
    'e2e/app-presets',
    'layouts/compiled-mails',
  ),
  'server/src/features/layouts/repository/': serverRoom('app/developer', 'e2e/app-developer', 'repository/'),
  'server/src/features/layouts/starter-designs/': serverRoom(
    'app/add-language',
    'app/ready-designs',
    'design/findings/starters',
    'design/starter-designs',
    'e2e/app-add-language',
    'e2e/app-editor.test',
    'e2e/app-layout',
  ),
  'server/src/features/layouts/translations/': serverRoom(
    'app/add-language',
    'app/all-languages',
    'app/translation-work',
    'contract/incomplete-languages',
    'contract/promote',
    'contract/translations',
    'e2e/app-add-language',
    'e2e/app-editor-languages',
    'e2e/app-translate',
    'layouts/story',
  ),
  'server/src/features/library/files/': serverRoom(
    'app/deleted-files',
    'contract/add-file',
    'contract/file',
    'e2e/app-editor-pictures',
    'e2e/app-files',
    'layouts/file-races',
    'sending/files',
  ),
  'server/src/features/library/references/': serverRoom('contract/', 'e2e/app-files', 'layouts/'),
  'server/src/features/library/settings/': serverRoom(
    'app/settings',
    'contract/brand',
    'contract/settings',
    'e2e/app-brand',
    'e2e/app-settings',
    'sending/mails',
  ),
  'server/src/features/records/history/': serverRoom(
    'alerts/',
    'contract/history',
    'contract/masked',
    'contract/workflow-steps',
    'customers/',
    'e2e/app-history',
    'faults/leaks',
    'history/',
    'sending/capture',
    'sending/recipients',
  ),
  'server/src/features/records/masking/': serverRoom(
    'contract/history',
    'contract/http-requests',
    'contract/masked',
    'faults/leaks',
    'secrets/',
    'sending/masked-mails',
  ),
  'server/src/features/records/stats/': serverRoom('contract/history', 'e2e/app-dashboard', 'history/'),
  'server/src/features/rendering/': serverRoom(
    'contract/preview',
    'contract/render-patience',
    'design/',
    'e2e/app-editor-data',
    'e2e/app-editor-text',
    'e2e/design/',
    'e2e/mails',
    'layouts/',
    'render-',
    'secrets/',
    'sending/canvas-delivery',
    'sending/mails',
  ),
  'server/src/features/sending/': serverRoom(
    'contract/workflow-steps',
    'e2e/mails',
    'mailboxes/',
    'secrets/',
    'sending/',
    'smtp/',
    'unsubscribes/',
  ),
  'server/src/features/sending/capture/': serverRoom('e2e/app-capture', 'secrets/', 'sending/capture'),
  'server/src/features/sending/mailboxes/': serverRoom('app/mailboxes', 'e2e/app-mailboxes', 'mailboxes/'),
  'server/src/features/sending/sender-domains/': serverRoom(
    'app/sender-domains',
    'e2e/app-sender-domains',
    'sender-domains/',
  ),
  'server/src/features/sending/senders/': serverRoom(
    'app/sender-domains',
    'app/senders',
    'contract/add-smtp-sender',
    'contract/senders',
    'e2e/app-sender-domains',
    'e2e/app-senders',
    'sender-domains/',
    'sending/capture',
    'sending/test-mail',
    'smtp/',
  ),
  'server/src/features/sending/unsubscribes/': serverRoom(
    'app/unsubscribes',
    'design/unsubscribe-link',
    'e2e/app-unsubscribes',
    'e2e/unsubscribe',
    'unsubscribes/',
  ),
  'server/src/features/trash/': serverRoom('app/trash', 'e2e/app-trash', 'platforms/trashed-steps'),
  'server/src/features/workflow-platforms/': serverRoom(
    'contract/platform-secret',
    'contract/workflow-steps',
    'e2e/app-step-samples',
    'platforms/',
  ),
  'server/src/processes/commands/demo/': ['e2e/app-dashboard', 'e2e/app-words', 'lifecycle/demo'],
  'server/src/surfaces/app/': serverRoom('app/', 'clock', 'e2e/app-sign-in', 'e2e/app-weight', 'e2e/pages'),
  'server/src/surfaces/cli/': serverRoom('faults/', 'lifecycle/', 'recovery/'),
  'server/src/surfaces/engine/': serverRoom('chaos/', 'engine/', 'recovery/serve'),
  'server/src/surfaces/mcp/': serverRoom('fuzz/tools', 'layouts/from-schema', 'layouts/story'),
  'server/src/surfaces/openapi/': everyOperation,
  'server/src/surfaces/public/': serverRoom('contract/base-url', 'e2e/unsubscribe', 'unsubscribes/'),
  'server/src/surfaces/rest/': serverRoom('contract/', 'fuzz/'),
  'server/src/surfaces/workflow-platforms/': serverRoom('contract/workflow-steps', 'engine/', 'platforms/'),

  // Tests that read the database cover migrations first; every test's template has the new tables and grants.
  'server/migrations/': [
    ...everyOperation,
    'customers/',
    'database',
    'history/',
    'migrations/',
    'recovery/',
    'batched-queries',
    'tenants/',
  ],

  'web/src/features/account/': page('e2e/app-passkeys', 'e2e/app-second-factor', 'e2e/app-sign-in'),
  'web/src/features/alerts/': page('e2e/app-alerts'),
  'web/src/features/audit-log/': page('e2e/app-team'),
  'web/src/features/capture/': page('e2e/app-capture'),
  'web/src/features/compare/': page('e2e/app-compare', 'e2e/app-http-requests'),
  'web/src/features/dashboard/': page('e2e/app-dashboard'),
  'web/src/features/developer/': page('e2e/app-developer', 'e2e/app-step-samples'),
  'web/src/features/editor/': editor,
  'web/src/features/files/': page('e2e/app-editor-pictures', 'e2e/app-files'),
  'web/src/features/history/': page('e2e/app-history'),
  'web/src/features/http-requests/': page('e2e/app-compare', 'e2e/app-http-requests'),
  'web/src/features/layouts/': page(
    'design/merge-work',
    'e2e/app-add-language',
    'e2e/app-compare',
    'e2e/app-drafts',
    'e2e/app-editor-languages',
    'e2e/app-layout',
    'e2e/app-merge',
    'e2e/app-story',
    'e2e/app-translate',
    'e2e/app-unsaved',
  ),
  'web/src/features/presets/': page('e2e/app-presets'),
  'web/src/features/secrets/': page('e2e/app-secrets'),
  'web/src/features/sender-domains/': page('e2e/app-sender-domains'),
  'web/src/features/senders/': page('e2e/app-mailboxes', 'e2e/app-senders'),
  'web/src/features/settings/': page('e2e/app-brand', 'e2e/app-settings'),
  'web/src/features/sign-in/': page('e2e/app-second-factor', 'e2e/app-sign-in'),
  'web/src/features/stores/': page('e2e/app-lifecycle', 'e2e/app-team'),
  'web/src/features/team/': page('e2e/app-team'),
  'web/src/features/trash/': page('e2e/app-trash'),
  'web/src/features/unsubscribes/': page('e2e/app-unsubscribes'),
  'web/src/texts/': page('app/message-translations', 'e2e/app-words'),
};

const TESTS = 'server/test/';
/** Tests of other folders use the helpers in these folders too. */
const sharedFolders = ['server/test', 'server/test/harness'];

/** Path prefixes of the tests that cover a change to this file; null if any test might. */
function beginningsFor(file: string): Room | null {
  if (file.startsWith(TESTS)) {
    if (file.endsWith('.test.ts')) return [file.slice(TESTS.length)];
    const folder = dirname(file);
    return sharedFolders.some((shared) => folder === shared || folder.startsWith(`${TESTS}harness/`))
      ? null
      : [`${folder.slice(TESTS.length).split('/')[0]}/`];
  }
  // Unit tests run each time.
  if (file.endsWith('.test.ts')) return [];
  const [room] = Object.keys(testsByPath)
    .filter((each) => file === each || (each.endsWith('/') && file.startsWith(each)))
    .sort((one, other) => other.length - one.length);
  return room === undefined ? null : (testsByPath[room] ?? null);
}

const SOURCE = /^(?:server|web)\/src\//;
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/**
 * The sources that a test imports, directly or through helpers in its folder. Imports from the harness don't
 * count: it starts the whole product, which is no reason to run every test.
 */
function sourcesOf(test: string): string[] {
  const files = new Set([test]);
  // Iterating a set also visits entries that are added meanwhile.
  for (const file of files) {
    if (dirname(file) !== dirname(test) || !existsSync(file)) continue;
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
      files.add(join(dirname(file), path));
  }
  return [...files].filter((file) => SOURCE.test(file));
}

const readSources = new Map<string, readonly string[]>();

/** Whether the test imports one of these files. */
function importsAny(test: string, changed: ReadonlySet<string>): boolean {
  const sources = readSources.get(test) ?? sourcesOf(test);
  readSources.set(test, sources);
  return sources.some((file) => changed.has(file));
}

/** The tests among `tests` that cover changes to these files, or the first file that requires all tests. */
export function testsFor(changed: readonly string[], tests: readonly string[]) {
  const unknown = changed.find((file) => beginningsFor(file) === null);
  if (unknown !== undefined) return { unknown };
  const beginnings = [...new Set(changed.flatMap((file) => beginningsFor(file) ?? []))];
  const files = new Set(changed);
  const isShown = (test: string) =>
    beginnings.some((beginning) => test.startsWith(TESTS + beginning)) || importsAny(test, files);
  return { tests: tests.filter(isShown) };
}

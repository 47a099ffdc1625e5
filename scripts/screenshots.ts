import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import {
  type Appearance,
  contextOptions,
  launchChromium,
  pagePaths,
  pageSettled,
} from '../server/test/harness/app.ts';
import { demoStore } from '../server/test/harness/app-demo.ts';
import {
  addColleagues,
  emptyStore,
  type FilledStore,
  fillDeveloper,
  fillSenders,
  firstOf,
} from '../server/test/harness/app-store.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { startNameServer } from '../server/test/harness/name-server.ts';
import {
  databaseUrl,
  dropDatabase,
  randomName,
  serverUrl,
  withClient,
} from '../server/test/harness/postgres.ts';
import { runOutstep, startApi } from '../server/test/harness/process.ts';
import { editHere, failSaves, layoutShots, type Shot } from './layout-screenshots.ts';
import { language, texts } from './screenshot-texts.ts';

/**
 * Takes screenshots of every page of the built app, on the real server with its own database, into
 * docs/pictures/app. The store has the data of `outstep demo`, plus colleagues and keys. `npm run screenshots
 * -- team` takes those whose name begins with `team`; `-- --language=de` takes them in German.
 */
const folder = 'docs/pictures/app';
const { developer, httpRequests, senders, common } = texts;
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const connection = {
  ...{ provider: 'github', repository: 'harbour-lane/mails', branch: 'main', folder: 'emails/shop' },
  ...{ access: 'token', status: 'connected', lastError: null, waiting: 0 },
  lastCommit: '4f2c1a9e8b7d6c5f4e3d2c1b0a9f8e7d6c5b4a39',
  lastCommitAt: new Date(Date.now() - 7_200_000).toISOString(),
  connectedAt: '2026-03-14T09:26:00.000Z',
};
const ended = {
  status: 'reconnect',
  lastError: 'GitHub rejected the token; it may have expired',
  waiting: 3,
};

/** Fakes a connected repository, without GitHub. */
const withRepository = (fields: object) => (page: Page) =>
  page.route('**/app/api/stores/*/repository', (route) =>
    route.fulfill({ json: { connection: { ...connection, ...fields } } }),
  );

const toTheEnd = (page: Page) => page.keyboard.press('End');

async function makeKey(page: Page) {
  await page.getByRole('textbox', { name: common.name }).fill('Warehouse');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('tab', { name: 'Claude Code' }).click();
}

/** Scrolls to the call that sends an email, which is below the fold. */
const showStep = (page: Page) =>
  page
    .getByRole('heading', { name: developer.sample })
    .evaluate((heading) => heading.scrollIntoView({ block: 'center' }));

async function makeSigningSecret(page: Page) {
  await page.getByRole('button', { name: developer.rotate }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: developer.makeSecret }).click();
  await dialog.getByRole('tab', { name: 'Python' }).click();
}

/** A private address is rejected before anything is sent. */
async function trySender(page: Page) {
  await page.getByRole('textbox', { name: common.name, exact: true }).fill('Orders');
  await page.getByRole('textbox', { name: senders.host }).fill('10.0.0.1');
  await page.getByRole('combobox', { name: senders.login }).click();
  await page.getByRole('option', { name: senders.logins.none }).click();
  await page.getByRole('button', { name: senders.check }).click();
  await page.getByText(senders.fails).waitFor();
}

/** The Developer page is longer than a window and has several states. */
function developerShots({ id }: FilledStore): Omit<Shot, 'store'>[] {
  const path = `/stores/${id}/developer`;
  return [
    { name: 'developer-new-key', path: `${path}?new=1` },
    { name: 'developer-key-made', path: `${path}?new=1`, act: makeKey },
    { name: 'developer-repository', path, prepare: withRepository({}), act: toTheEnd },
    { name: 'developer-reconnect', path, prepare: withRepository(ended), act: toTheEnd },
    { name: 'developer-end', path, act: toTheEnd },
    { name: 'developer-step', path, act: showStep },
    { name: 'developer-secret-made', path, act: makeSigningSecret },
  ];
}

/** Opens the first item of a list. */
async function openFirst(page: Page) {
  await page.locator('table a, ul a').first().click();
  await page.waitForURL(/\/[0-9a-f-]{36}$/);
  await pageSettled(page);
}

async function completing(page: Page) {
  await page.getByRole('textbox', { name: httpRequests.url }).fill('https://warehouse.example.com/{{ sec');
}

/** The URL in the example does not exist, but a failed run is shown just as well. */
async function runFirst(page: Page) {
  await openFirst(page);
  await page.getByRole('button', { name: httpRequests.run, exact: true }).click();
  const outcome = page.getByText(httpRequests.failed);
  await outcome.waitFor();
  await outcome.scrollIntoViewIfNeeded();
}

/** A domain with mixed results: an SPF record without the server, no DKIM key, and a DMARC policy. */
const zone = {
  'smtp.tea.example': { addresses: ['93.184.215.14'] },
  'tea.example': { texts: ['v=spf1 ip4:198.51.100.7 ~all'] },
  '_dmarc.tea.example': { texts: ['v=DMARC1; p=none; rua=mailto:reports@tea.example'] },
};

async function openDomain(page: Page) {
  await page.locator('a[href$="/domain"]').last().click();
  await page.waitForURL(/\/domain$/);
  await pageSettled(page);
}

interface Stores {
  full: FilledStore;
  empty: FilledStore;
  /** A store whose email is sent; the demo store has no sender. */
  sending: FilledStore;
}

async function shotsOf({ full, empty, sending }: Stores): Promise<Shot[]> {
  const first = `/stores/${full.id}/${pagePaths[0]}`;
  const senders = `/stores/${sending.id}/senders`;
  const captured = await firstOf(full, origin, 'captured-mails');
  const sharing = await firstOf(full, origin, 'email-templates?q=Cart+reminder');
  return [
    ...pagePaths.flatMap((path) => {
      const store = path === 'senders' ? sending : full;
      return [
        { name: path, path: `/stores/${store.id}/${path}`, store },
        { name: `${path}-empty`, path: `/stores/${empty.id}/${path}`, store: empty },
        { name: `${path}-error`, path: `/stores/${store.id}/${path}`, store, prepare: failSaves },
      ];
    }),
    ...developerShots(full).map((shot) => ({ ...shot, store: full })),
    ...layoutShots(full, await firstOf(full, origin, 'email-templates')),
    { name: 'editor-here', path: `/stores/${full.id}/layouts/${sharing}`, store: full, act: editHere },
    { name: 'senders-add', path: `${senders}?new=1`, store: sending, act: trySender },
    { name: 'senders-domain', path: senders, store: sending, act: openDomain },
    ...['html', 'text', 'headers', 'source', 'findings'].map((tab) => ({
      ...{ name: `captured-mails-${tab}`, store: full },
      path: `/stores/${full.id}/captured-mails/${captured}?tab=${tab}`,
    })),
    { name: 'presets-new', path: `/stores/${full.id}/presets?new=1`, store: full },
    { name: 'presets-one', path: `/stores/${full.id}/presets`, store: full, act: openFirst },
    { name: 'account', path: '/account', store: full },
    { name: 'account-end', path: '/account', store: full, act: toTheEnd },
    { name: 'settings-end', path: `/stores/${full.id}/settings`, store: full, act: toTheEnd },
    { name: 'new-store', path: '/new-store', store: full },
    { name: 'not-found', path: '/nowhere', store: full },
    { name: 'palette', path: first, store: full, act: (page) => page.keyboard.press('Control+k') },
    { name: 'invite', path: `/stores/${full.id}/team?new=1`, store: full },
    { name: 'http-requests-new', path: `/stores/${full.id}/http-requests/new`, store: full, act: completing },
    { name: 'http-requests-one', path: `/stores/${full.id}/http-requests`, store: full, act: openFirst },
    { name: 'http-requests-run', path: `/stores/${full.id}/http-requests`, store: full, act: runFirst },
    { name: 'history-failed', path: `/stores/${full.id}/history?status=FAILED`, store: full, act: openFirst },
    { name: 'history-warned', path: `/stores/${full.id}/history?warnings=true`, store: full, act: openFirst },
    { name: 'sign-in', path: '/sign-in' },
    { name: 'sign-up', path: '/sign-up' },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'reset-password', path: '/reset-password?token=a' },
    { name: 'invitation-invalid', path: '/invitations/none' },
  ];
}

/** Light, then dark: the color scheme changes only the colors of a page. */
async function take(browser: Browser, origin: string, shot: Shot, device: Appearance['device']) {
  const context = await browser.newContext({
    ...contextOptions({ device, scheme: 'light' }, language),
    ...(shot.store && { storageState: shot.store.state }),
  });
  const page = await context.newPage();
  await shot.prepare?.(page);
  await page.goto(origin + shot.path);
  await pageSettled(page);
  await shot.act?.(page);
  // A dialog or the command palette may still be opening.
  await page.waitForTimeout(300);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: `${folder}/${shot.name}-${device}-${scheme}.png` });
  }
  await context.close();
}

const database = randomName('outstep_pictures');
const files = await mkdtemp(join(tmpdir(), 'outstep-pictures-'));
const port = await freePort();
const origin = `http://localhost:${port}`;
const names = await startNameServer(zone, await freePort());
const env = {
  DATABASE_URL: databaseUrl(database),
  REDIS_URL: process.env['OUTSTEP_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
  OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
  OUTSTEP_FILES: `dir:${files}`,
  OUTSTEP_BASE_URL: origin,
  OUTSTEP_SIGN_UP: 'open',
  OUTSTEP_DNS_SERVERS: `127.0.0.1:${names.port}`,
  OUTSTEP_RENDER_PATIENCE_MS: '10000',
  PORT: String(port),
};

await mkdir(folder, { recursive: true });
await withClient(serverUrl.toString(), (client) => client.query(`create database ${database}`));
try {
  const { code, stderr } = await runOutstep(env, ['migrate']);
  if (code !== 0) throw new Error(stderr);
  const api = await startApi(env);
  const browser = await launchChromium();
  try {
    const full = await demoStore(browser, origin, env, 'maria@harbour-lane.example');
    await addColleagues(browser, full, origin);
    await fillDeveloper(full, origin);
    const empty = await emptyStore(browser, origin, 'nobody@tea.example');
    const sending = await emptyStore(browser, origin, 'sender@tea.example');
    await fillSenders(sending, origin);
    const shots = (await shotsOf({ full, empty, sending })).filter(
      ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
    );
    for (const shot of shots)
      for (const device of ['desktop', 'phone'] as const) await take(browser, origin, shot, device);
    console.log(`${shots.length * 4} pictures in ${folder}`);
  } finally {
    await browser.close();
    await api.stop();
  }
} finally {
  await names.close();
  await dropDatabase(database);
  await rm(files, { recursive: true, force: true });
}

import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  appCall,
  contextOptions,
  findingsAtNight,
  newEmail,
  PASSWORD,
  pageSettled,
  show,
  signUp,
} from '../harness/app.ts';
import { readField, writeField } from '../harness/app-code.ts';
import { retryWhileBusy } from '../harness/app-layouts.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { sampled } from '../harness/size.ts';
import { eventually } from '../harness/test-stack.ts';

const { outstep, browser, origin } = await sharedApp();

const desktop = { device: 'desktop', scheme: 'light' } as const;
const CANARY = 'sk_live_51Hq8Zt0canaryCANARY99';

let store: FilledStore;
let context: BrowserContext;
let layoutId: string;
let presetId: string;
let requestId: string;

const call = <T = { id: string }>(method: string, path: string, data?: unknown) =>
  retryWhileBusy(() => appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data));

beforeAll(async () => {
  store = await emptyStore(browser, origin);
  const blocks = [{ type: 'text', html: '<p>Bye</p>' }];
  const preset = await call('POST', '/presets?kind=footer&name=Footer', blocks);
  const request = await call('POST', '/http-requests', { name: 'Warehouse', url: 'https://tea.example/' });
  presetId = preset.id;
  requestId = request.id;
});
beforeEach(async () => {
  const layout = { name: 'Receipt', subject: 'Thank you', bodyDesign: { blocks: [] } };
  layoutId = (await call('POST', '/email-templates', layout)).id;
  await call('PUT', `/email-templates/${layoutId}/translations/de`, { subject: 'Danke' });
  context = await browser.newContext({ ...contextOptions(desktop), storageState: await signedIn() });
});
afterEach(() => context.close());

/** A separate session, because the tests end it. */
async function signedIn() {
  const own = await browser.newContext(contextOptions(desktop));
  await appCall(own, origin, 'POST', '/app/auth/sign-in/email', { email: store.email, password: PASSWORD });
  const state = await own.storageState();
  await own.close();
  return state;
}

/** Ends this browser's sessions, as expiry or an operator would. */
async function endSession() {
  const cookies = await context.cookies(origin);
  const tokens = cookies.map(({ value }) => decodeURIComponent(value).split('.')[0]);
  const { rowCount } = await withClient(String(outstep.env['DATABASE_URL']), (client) =>
    client.query('delete from people_sessions where token = any($1)', [tokens]),
  );
  expect(rowCount).toBe(1);
}

async function open(path: string, page?: Page): Promise<Page> {
  const opened = page ?? (await context.newPage());
  await opened.goto(`${origin}/stores/${store.id}/${path}`);
  await pageSettled(opened);
  return opened;
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has expired' });

/**
 * Types a subject and waits for its preview, which would otherwise be the first call to detect the ended
 * session.
 */
async function write(page: Page, subject: string) {
  await field(page, 'Subject').fill(subject);
  await page.getByRole('region', { name: 'Preview' }).getByText(subject).waitFor();
}

/** All unsaved work that this browser keeps. */
const keptDrafts = (page: Page) =>
  page.evaluate<{ record: string; text: string }[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('outstep.drafts');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const names = opening.result.objectStoreNames;
      if (!names.contains('drafts')) return resolve([]);
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
      reading.onsuccess = () => { opening.result.close(); resolve(reading.result); };
    };
  })`);

const keeps = (page: Page, written: string) =>
  eventually(
    () => keptDrafts(page),
    (drafts) => drafts.some(({ text }) => text.includes(written)),
  );

test('signing in over the page completes the interrupted save (contract: The app 6)', async () => {
  const page = await open(`layouts/${layoutId}?view=code`);
  await write(page, 'Written before the session ended');
  await endSession();
  await button(page, 'Save').click();
  const dialog = signInDialog(page);
  await dialog.waitFor();
  expect(await field(page, 'Email').inputValue()).toBe(store.email);
  for (const look of [desktop, { device: 'phone', scheme: 'dark' } as const]) {
    await show(page, look);
    expect(await findingsAtNight(page)).toEqual([]);
  }
  await show(page, desktop);
  expect(await page.locator(':focus').getAttribute('type')).toBe('password');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await dialog.getByText('Incorrect email or password.').waitFor();
  await dialog.getByLabel('Password').first().fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({
    subject: 'Written before the session ended',
  });
  await eventually(
    () => keptDrafts(page),
    (drafts) => drafts.length === 0,
  );
});

nightlyOnly(
  'closing the sign-in dialog keeps the page and its work, and the next call asks to sign in again',
  async () => {
    const page = await open(`layouts/${layoutId}?view=code`);
    await endSession();
    await field(page, 'Subject').fill('Not lost');
    // The preview is a call too.
    await signInDialog(page).waitFor();
    await signInDialog(page).getByRole('button', { name: 'Close' }).click();
    await signInDialog(page).waitFor({ state: 'detached' });
    expect(await field(page, 'Subject').inputValue()).toBe('Not lost');
    await button(page, 'Save').click();
    await signInDialog(page).waitFor();
    // After signing in again in another tab, this one continues by itself.
    const other = await context.newPage();
    await other.goto(`${origin}/sign-in`);
    await field(other, 'Email').fill(store.email);
    await other.getByLabel('Password').first().fill(PASSWORD);
    await other.keyboard.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
  },
);

test('shows another account nothing of the page or its unsaved work (contract: The app 6)', async () => {
  const page = await open(`layouts/${layoutId}?view=code`);
  await write(page, 'A secret plan');
  await keeps(page, 'A secret plan');
  await endSession();
  const email = newEmail('eve');
  const elsewhere = await browser.newContext(contextOptions(desktop));
  await signUp(elsewhere, origin, 'Eve', email);
  await elsewhere.close();
  await button(page, 'Save').click();
  await signInDialog(page).getByRole('button', { name: 'Sign in as someone else' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await field(page, 'Email').fill(email);
  await page.getByLabel('Password').first().fill(PASSWORD);
  const [answer] = await Promise.all([
    page.waitForResponse('**/app/api/session'),
    page.keyboard.press('Enter'),
  ]);
  expect(await answer.json()).toMatchObject({ person: { name: 'Eve' } });
  await page.getByRole('heading', { name: 'Create your first store' }).waitFor();
  await appCall(page.context(), origin, 'POST', '/app/api/stores', { name: 'Hers' });
  await page.goto(`${origin}/stores/${store.id}/layouts/${layoutId}?view=code`);
  await page.getByRole('heading').first().waitFor();
  expect(await page.content()).not.toContain('A secret plan');
  expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({ subject: 'Thank you' });
});

nightlyOnly('leaves the page when another person signs in in another tab', async () => {
  const page = await open(`layouts/${layoutId}?view=code`);
  await field(page, 'Subject').fill('Mine alone');
  await endSession();
  const other = await context.newPage();
  await other.goto(`${origin}/sign-up`);
  await field(other, 'Your name').fill('Eve');
  await field(other, 'Email').fill(newEmail('eve'));
  await other.getByLabel('Password').first().fill(PASSWORD);
  await other.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create your first store' }).waitFor();
});

interface Editor {
  name: string;
  path: () => string;
  label: string;
  typed: string;
}

const editors: Editor[] = [
  {
    name: 'a layout',
    path: () => `layouts/${layoutId}?view=code`,
    ...{ label: 'Subject', typed: 'Thank you so much' },
  },
  {
    name: 'a translation',
    path: () => `layouts/${layoutId}?locale=de`,
    ...{ label: 'Subject', typed: 'Vielen Dank' },
  },
  {
    name: 'the details of a layout',
    path: () => `layouts/${layoutId}?tab=details`,
    ...{ label: 'Name', typed: 'Receipt of a purchase' },
  },
  {
    name: 'a preset',
    path: () => `presets/${presetId}`,
    ...{ label: 'Blocks', typed: '[{ "type": "divider" }]' },
  },
  {
    name: 'a request',
    path: () => `http-requests/${requestId}`,
    ...{ label: 'Name', typed: 'Tell the warehouse' },
  },
  {
    name: 'a new request',
    path: () => 'http-requests/new',
    ...{ label: 'Name', typed: 'A request to be' },
  },
  {
    name: 'the settings',
    path: () => 'settings',
    ...{ label: 'Company details', typed: 'Tea & Co., 1 Main Street' },
  },
];

// One module keeps all of them; the regular check covers one page of each kind: a layout, a preset, the
// settings.
test.each(sampled(editors, 7))(
  '$name: offers unsaved work again after the tab crashed (contract: The app 7)',
  async (editor) => {
    const { path, label, typed } = editor;
    const first = await open(path());
    const before = await readField(field(first, label));
    await writeField(first, field(first, label), typed);
    await keeps(first, JSON.stringify(typed).slice(1, -1));
    await first.close();

    const page = await open(path());
    await page.getByText('You have unsaved changes').waitFor();
    expect(await readField(field(page, label))).toBe(before);
    await button(page, 'Restore').click();
    await eventually(
      () => readField(field(page, label)),
      (value) => value === typed,
    );
    await eventually(
      () => keptDrafts(page),
      (drafts) => drafts.length === 1,
    );
  },
);

nightlyOnly('unsaved work on a record saved in the meantime says so, and saving it asks first', async () => {
  const first = await open(`layouts/${layoutId}?view=code`);
  await field(first, 'Subject').fill('Mine');
  await keeps(first, 'Mine');
  await first.close();
  await call('PUT', `/email-templates/${layoutId}`, { subject: 'Theirs' });
  const page = await open(`layouts/${layoutId}?view=code`);
  await page.getByText(/^Someone saved a newer version in the meantime/).waitFor();
  expect(await field(page, 'Subject').inputValue()).toBe('Theirs');
  expect(await findingsAtNight(page)).toEqual([]);
  await button(page, 'Restore').click();
  await page.getByText('Someone else saved this layout').waitFor();
  await button(page, 'Save').click();
  const asked = page.getByRole('dialog', { name: 'Resolve conflicts' });
  await asked.waitFor();
  expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({ subject: 'Theirs' });
  await asked.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({ subject: 'Mine' });
});

test('never stores a typed credential locally and asks for it again (contract: The app 7)', async () => {
  const first = await open(`http-requests/${requestId}`);
  await field(first, 'Name').fill('With a key');
  await button(first, 'Add header').click();
  await field(first, 'Name of header 1').fill('X-Api-Key');
  await field(first, 'Value of header 1').fill(CANARY);
  await field(first, 'Body').fill(`{"password":"${CANARY}"}`);
  await keeps(first, '"body":null');
  expect(JSON.stringify(await keptDrafts(first))).not.toContain(CANARY);
  await first.close();
  const page = await open(`http-requests/${requestId}`);
  expect(JSON.stringify(await keptDrafts(page))).not.toContain(CANARY);
  await page.getByText('Enter them again: X-Api-Key, Body.').waitFor();
  await button(page, 'Restore').click();
  expect(await field(page, 'Name').inputValue()).toBe('With a key');
  expect(await field(page, 'Value of header 1').inputValue()).toBe('');
});

nightlyOnly('two tabs: each keeps its own work, and the second one warns about the first', async () => {
  const one = await open(`layouts/${layoutId}?view=code`);
  // Wait until the server has it too, because it is unknown whether a closing tab's request arrives.
  const sent = one.waitForResponse(
    (answer) => answer.url().endsWith('/draft') && answer.request().method() === 'PUT' && answer.ok(),
  );
  await field(one, 'Subject').fill('In the first tab');
  await keeps(one, 'In the first tab');
  await sent;
  const two = await open(`layouts/${layoutId}?view=code`);
  await two.getByText('You have unsaved changes in another tab.').waitFor();
  await field(two, 'Subject').fill('In the second tab');
  await keeps(two, 'In the second tab');
  await two.close();
  await one.close();
  const page = await open(`layouts/${layoutId}?view=code`);
  await button(page, 'Discard').click();
  await eventually(
    () => keptDrafts(page),
    (drafts) => drafts.length === 1,
  );
  expect(await field(page, 'Subject').inputValue()).toBe('Thank you');
  await page.close();
  const again = await open(`layouts/${layoutId}?view=code`);
  await button(again, 'Restore').click();
  expect(await field(again, 'Subject').inputValue()).toBe('In the first tab');
});

test('signing out confirms, deletes unsaved work and signs out other tabs (contract: The app 7)', async () => {
  const one = await open(`layouts/${layoutId}?view=code`);
  await field(one, 'Subject').fill('Forgotten');
  await keeps(one, 'Forgotten');
  const two = await open('team');
  await button(two, 'Account menu: Maria Lindqvist').click();
  await two.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = two.getByRole('dialog', { name: 'Sign out without saving?' });
  await dialog.waitFor();
  expect(await findingsAtNight(two)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await button(two, 'Account menu: Maria Lindqvist').click();
  await two.getByRole('menuitem', { name: 'Sign out' }).click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await two.getByRole('heading', { name: 'Sign in' }).waitFor();
  await one.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await keptDrafts(one)).toEqual([]);
});

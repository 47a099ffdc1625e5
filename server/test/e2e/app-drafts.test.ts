import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { unpackLanguages } from '../../src/features/layouts/drafts/draft-content.ts';
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
import { retryWhileBusy } from '../harness/app-layouts.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { withClient } from '../harness/postgres.ts';
import { startApi } from '../harness/process.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { eventually } from '../harness/test-stack.ts';

const { outstep, browser, origin } = await sharedApp();

const desktop = { device: 'desktop', scheme: 'light' } as const;

let store: FilledStore;
let context: BrowserContext;
let layoutId: string;

const call = <T>(method: string, path: string, data?: unknown) =>
  retryWhileBusy(() => appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data));
const layout = () => call<{ subject: string; version: number }>('GET', `/email-templates/${layoutId}`);

/**
 * The subject in the writer's draft on the server; `null` if there is none. Read from the database, because
 * calls have a budget.
 */
async function keptSubject(): Promise<string | null> {
  await sleep(200);
  const { rows } = await withClient(String(outstep.env['DATABASE_URL']), (client) =>
    client.query<{ content: Buffer }>('select content from layout_drafts where layout_id = $1', [layoutId]),
  );
  const [row] = rows;
  return row ? ((await unpackLanguages(row.content))['en']?.subject ?? null) : null;
}
const keeps = (subject: string | null) => eventually(keptSubject, (kept) => kept === subject, 30_000);

/** A separate browser, signed in on its own. */
async function newBrowser(email = store.email): Promise<BrowserContext> {
  const own = await browser.newContext(contextOptions(desktop));
  await appCall(own, origin, 'POST', '/app/auth/sign-in/email', { email, password: PASSWORD });
  return own;
}

async function open(from: BrowserContext, page?: Page): Promise<Page> {
  const opened = page ?? (await from.newPage());
  await opened.goto(`${origin}/stores/${store.id}/layouts/${layoutId}?view=code`);
  await pageSettled(opened);
  return opened;
}

const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const offer = (page: Page) => page.getByText(/^You have unsaved changes/);

async function endSession(of: BrowserContext) {
  const tokens = (await of.cookies(origin)).map(({ value }) => decodeURIComponent(value).split('.')[0]);
  await withClient(String(outstep.env['DATABASE_URL']), (client) =>
    client.query('delete from people_sessions where token = any($1)', [tokens]),
  );
}

beforeAll(async () => {
  store = await emptyStore(browser, origin);
});
beforeEach(async () => {
  const made = { name: 'Receipt', subject: 'Thank you', bodyDesign: { blocks: [] } };
  layoutId = (await call<{ id: string }>('POST', '/email-templates', made)).id;
  context = await newBrowser();
});
afterEach(() => context.close());

test('offers a draft in another browser, compares it and continues it (contract: Drafts 2; Drafts 7)', async () => {
  const first = await open(context);
  await subject(first).fill('Written on the train');
  await keeps('Written on the train');
  await context.close();

  context = await newBrowser();
  const page = await open(context);
  await offer(page).waitFor();
  expect(await subject(page).inputValue()).toBe('Thank you');
  for (const look of [desktop, { device: 'phone', scheme: 'dark' } as const]) {
    await show(page, look);
    expect(await findingsAtNight(page)).toEqual([]);
  }
  await show(page, desktop);
  await button(page, 'Compare').click();
  const dialog = page.getByRole('dialog', { name: 'Your unsaved changes' });
  await dialog.getByText('Written on the train').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await button(page, 'Restore').click();
  expect(await subject(page).inputValue()).toBe('Written on the train');
  await button(page, 'Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await layout()).toMatchObject({ subject: 'Written on the train', version: 2 });
  await keeps(null);
});

nightlyOnly(
  "offers this browser's last changes even if it never learned that the server had some of them",
  async () => {
    const page = await open(context);
    let sent = 0;
    await page.route('**/draft', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      // The first save arrives without its response; no other one is sent.
      if (sent++ === 0) await route.fetch();
      return route.abort();
    });
    await subject(page).fill('Thank you very');
    await keeps('Thank you very');
    await subject(page).fill('Thank you very much');
    await page.waitForTimeout(1000);
    await page.close();
    const again = await open(context);
    await offer(again).waitFor();
    await button(again, 'Restore').click();
    await eventually(
      () => subject(again).inputValue(),
      (text) => text === 'Thank you very much',
      30_000,
    );
    await keeps('Thank you very much');
    expect(await offer(again).count()).toBe(0);
  },
);

nightlyOnly('discarding a draft of another device deletes it there too', async () => {
  const first = await open(context);
  await subject(first).fill('Not wanted');
  await keeps('Not wanted');
  await context.close();
  context = await newBrowser();
  const page = await open(context);
  await offer(page).waitFor();
  await button(page, 'Discard').click();
  await keeps(null);
  await open(context, page);
  expect(await offer(page).count()).toBe(0);
});

nightlyOnly(
  'a draft survives a killed API in the middle of editing, and signing out (contract: Drafts 2; Drafts 7)',
  async () => {
    const page = await open(context);
    await subject(page).fill('Before the crash');
    await keeps('Before the crash');
    await outstep.apis[0]?.stop('SIGKILL');
    await subject(page).fill('While nobody listens');
    await page.getByText(/^You’re offline\. Your changes are kept in this browser/).waitFor();
    outstep.apis.splice(0, 1, await startApi(outstep.env));
    await eventually(keptSubject, (kept) => kept === 'While nobody listens', 60_000);
    await page.getByText(/^You’re offline\./).waitFor({ state: 'detached' });

    await subject(page).fill('At the moment of leaving');
    await button(page, 'Account menu: Maria Lindqvist').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const asked = page.getByRole('dialog', { name: 'Sign out without saving?' });
    await asked.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await keptSubject()).toBe('At the moment of leaving');
    await context.close();
    context = await newBrowser();
    const again = await open(context);
    await offer(again).waitFor();
    await button(again, 'Restore').click();
    expect(await subject(again).inputValue()).toBe('At the moment of leaving');
  },
);

test('keeps editing offline with a notice and saves once the network is back (contract: Drafts 7)', async () => {
  const page = await open(context);
  await context.setOffline(true);
  for (const text of ['Written', 'Written in', 'Written in a tunnel']) {
    await subject(page).fill(text);
    await page.waitForTimeout(2000);
  }
  await page.getByText(/^You’re offline\./).waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  expect(await keptSubject()).toBeNull();
  await context.setOffline(false);
  await keeps('Written in a tunnel');
  await page.getByText(/^You’re offline\./).waitFor({ state: 'detached' });
  await button(page, 'Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await layout()).toMatchObject({ subject: 'Written in a tunnel', version: 2 });
  await keeps(null);
});

nightlyOnly('signing in again over the page keeps unsaved work and saves it', async () => {
  const page = await open(context);
  await endSession(context);
  // The preview of the code view would find it first.
  await page.route('**/preview', (route) => route.fulfill({ status: 503, body: '{}' }));
  await subject(page).fill('Written on');
  await page.getByText(/^Your session has expired\. Your changes are kept/).waitFor();
  await button(page, 'Sign in').click();
  const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
  await dialog.getByLabel('Password').first().fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await keeps('Written on');
  expect(await subject(page).inputValue()).toBe('Written on');
  await page.unroute('**/preview');
  await button(page, 'Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('a second tab takes over editing from the first (contract: Drafts 7)', async () => {
  const one = await open(context);
  await subject(one).fill('Begun in the first tab');
  await keeps('Begun in the first tab');
  await subject(one).fill('Begun in the first tab, to its last letter');
  const two = await open(context);
  await two.getByText('You have unsaved changes in another tab.').waitFor();
  expect(await findingsAtNight(two)).toEqual([]);
  await button(two, 'Continue here').click();
  await eventually(
    () => subject(two).inputValue(),
    (value) => value === 'Begun in the first tab, to its last letter',
  );
  await one.getByText('You’re now editing in another tab.').waitFor();
  expect(await subject(one).inputValue()).toBe('Thank you');
  await subject(two).fill('Ended in the second tab');
  await keeps('Ended in the second tab');
  await button(two, 'Save').click();
  await two.getByText('Saved', { exact: true }).waitFor();
  expect(await layout()).toMatchObject({ subject: 'Ended in the second tab', version: 2 });
});

nightlyOnly(
  "two closed tabs: the newer work is offered once, without the first tab's afterwards",
  async () => {
    const one = await open(context);
    await subject(one).fill('First tab');
    await keeps('First tab');
    const two = await open(context);
    await two.getByText('You have unsaved changes in another tab.').waitFor();
    await subject(one).fill('First tab, to its end');
    // The browser stores both after a moment; a page that is left sends its work and gets no response.
    await sleep(500);
    await subject(two).fill('Second tab');
    await sleep(500);
    await one.goto('about:blank');
    await keeps('First tab, to its end');
    await two.goto('about:blank');
    await one.close();
    const again = await open(context, two);
    await offer(again).waitFor();
    await button(again, 'Restore').click();
    expect(await subject(again).inputValue()).toBe('Second tab');
    await keeps('Second tab');
    expect(await offer(again).count()).toBe(0);
  },
);

nightlyOnly(
  'two devices at once: who is late is asked, and nothing is written over (contract: Drafts 3)',
  async () => {
    const laptop = await open(context);
    const other = await newBrowser();
    const phone = await open(other);
    await subject(laptop).fill('On the laptop');
    await keeps('On the laptop');
    await subject(phone).fill('On the phone');
    await offer(phone).waitFor({ timeout: 30_000 });
    expect(await keptSubject()).toBe('On the laptop');
    await button(phone, 'Discard').click();
    await keeps('On the phone');
    await other.close();
  },
);

nightlyOnly('shows who else has unsaved changes, without their content (contract: Drafts 4)', async () => {
  const email = newEmail('jonas');
  const jonas = await browser.newContext(contextOptions(desktop));
  await signUp(jonas, origin, 'Jonas Weber', email);
  const { person } = await appCall<{ person: { id: string } }>(jonas, origin, 'GET', '/app/api/session');
  await withClient(String(outstep.env['DATABASE_URL']), (client) =>
    client.query("insert into store_members (store_id, person_id, role) values ($1, $2, 'editor')", [
      store.id,
      person.id,
    ]),
  );
  const theirs = await open(jonas);
  await subject(theirs).fill('A secret plan');
  await keeps('A secret plan');
  const page = await open(context);
  await page.getByText(/^Unsaved changes by Jonas Weber \(/).waitFor();
  expect(await page.content()).not.toContain('A secret plan');
  expect(await offer(page).count()).toBe(0);
  await jonas.close();
});

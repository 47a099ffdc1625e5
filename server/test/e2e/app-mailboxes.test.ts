import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Appearance,
  appCall,
  contextOptions,
  findingsAtNight,
  overflows,
  pageSettled,
} from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague } from '../harness/app-visit.ts';
import { freePort } from '../harness/free-port.ts';
import { type MailProvider, startMailProvider } from '../harness/mail-provider.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { eventually, startTestStack, type TestStack } from '../harness/test-stack.ts';

let google: MailProvider;
let microsoft: MailProvider;
let testStack: TestStack;
let origin: string;

/** This process's shared instance has no providers, so this file starts its own. */
const { browser, origin: bareOrigin } = await sharedApp();

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  google = await startMailProvider('google', origin);
  microsoft = await startMailProvider('microsoft', origin);
  testStack = await startTestStack({
    ...{ PORT: String(port), OUTSTEP_BASE_URL: origin, OUTSTEP_TRUSTED_PROXIES: '127.0.0.1' },
    ...google.env,
    ...microsoft.env,
  });
});
afterAll(async () => {
  await testStack?.close();
  await google?.close();
  await microsoft?.close();
});

const desktop = { device: 'desktop', scheme: 'light' } as const;

async function open(
  { id, state }: Pick<FilledStore, 'id' | 'state'>,
  look: Appearance = desktop,
  locale?: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...contextOptions(look, locale), storageState: state });
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${id}/senders`);
  await pageSettled(page);
  return { context, page };
}

/** From the app to the provider and back, as a person would. */
async function connect(page: Page, button: string, email: string) {
  await page.getByRole('button', { name: button }).press('Enter');
  await page.getByRole('textbox', { name: 'Address' }).fill(email);
  await page.getByRole('button', { name: 'Allow' }).click();
}

const mailboxes = (page: Page) => page.getByRole('list', { name: 'Connected mailboxes' });
const onSenders = (page: Page) => page.waitForURL(/\/stores\/[^/]+\/senders$/);

async function choose(page: Page, address: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${address}` }).press('Enter');
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

test('connects a mailbox at each provider by keyboard and sends a test email from it', async () => {
  const store = await emptyStore(browser, origin);
  const { context, page } = await open(store);
  await page.getByText('No mailboxes connected.').waitFor();
  await connect(page, 'Connect Google', 'shop@tea.example');
  await page.getByText('sh******@tea.example connected').waitFor();
  await onSenders(page);
  const first = mailboxes(page).getByRole('listitem').filter({ hasText: 'sh******@tea.example' });
  await first.getByText('Default').waitFor();
  await pageSettled(page);
  await connect(page, 'Connect Microsoft', 'office@tea.example');
  await page.getByText('of******@tea.example connected').waitFor();
  await onSenders(page);
  await eventually(
    () => mailboxes(page).getByRole('listitem').count(),
    (count) => count === 2,
  );
  expect(await page.content()).not.toContain('shop@tea.example');

  const at = `/app/api/stores/${store.id}`;
  const layout = { name: 'Welcome', subject: 'Welcome', bodyType: 'text', body: '<p>Hello</p>' };
  const { id } = await appCall<{ id: string }>(store.owner, origin, 'POST', `${at}/email-templates`, layout);
  await page.goto(`${origin}/stores/${store.id}/layouts/${id}`);
  await pageSettled(page);
  await page.getByRole('button', { name: 'Send test email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send test email' });
  await dialog.getByRole('textbox', { name: 'To' }).fill('anna@customer.example');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [mail] = await eventually(
    async () => google.api.to('anna@customer.example'),
    (sent) => sent.length > 0,
  );
  expect(mail).toMatchObject({ account: 'shop@tea.example', recipients: ['anna@customer.example'] });
  await context.close();
});

nightlyOnly(
  'explains a declined, repeated or empty return from the provider, and connects nothing',
  async () => {
    const store = await emptyStore(browser, origin);
    const { context, page } = await open(store);
    await page.getByRole('button', { name: 'Connect Google' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'Couldn’t connect the mailbox' }).waitFor();
    await page
      .getByText(
        'The mailbox isn’t connected, because you didn’t grant permission at Google. Connect again and allow access.',
      )
      .waitFor();
    expect(await findingsAtNight(page)).toEqual([]);
    const back = page.url();
    await page.getByRole('link', { name: 'Go to senders' }).click();
    await page.getByText('No mailboxes connected.').waitFor();
    for (const address of [
      back,
      `${origin}/connect-mailbox`,
      `${origin}/connect-mailbox?state=%252e%252e/x.y`,
    ]) {
      await page.goto(address);
      await page.getByText(/This connection expired/).waitFor();
    }
    await context.close();
  },
);

nightlyOnly(
  'marks a mailbox whose owner has revoked the permission, and lets them reconnect it in place',
  async () => {
    const store = await emptyStore(browser, origin);
    const { context, page } = await open(store);
    await connect(page, 'Connect Google', 'lost@tea.example');
    await page.getByText('lo******@tea.example connected').waitFor();
    await withClient(String(testStack.outstep.env['DATABASE_URL']), (client) =>
      client.query("update mailboxes set status = 'reconnect' where store_id = $1", [store.id]),
    );
    await page.reload();
    await pageSettled(page);
    await page.getByText(/revoked access/).waitFor();
    await connect(page, 'Reconnect', 'lost@tea.example');
    await page.getByText('lo******@tea.example connected').waitFor();
    await onSenders(page);
    await pageSettled(page);
    expect(await mailboxes(page).getByRole('listitem').count()).toBe(1);
    expect(await page.getByText(/revoked access/).count()).toBe(0);
    await context.close();
  },
);

nightlyOnly("doesn't disconnect the default while there are other senders, but any other one", async () => {
  const store = await emptyStore(browser, origin);
  await appCall(store.owner, origin, 'POST', `/app/api/stores/${store.id}/smtp-configs`, {
    ...{ name: 'Orders', host: 'smtp.tea.example', port: 587, from: 'orders@tea.example' },
  });
  const { context, page } = await open(store);
  await connect(page, 'Connect Microsoft', 'mary@tea.example');
  await page.getByText('ma******@tea.example connected').waitFor();
  await pageSettled(page);
  await choose(page, 'ma******@tea.example', 'Make default');
  await page.getByText('ma******@tea.example is now the default sender').waitFor();
  await mailboxes(page).getByText('Default').waitFor();
  await page
    .getByRole('row', { name: /Orders/ })
    .getByText('Default')
    .waitFor({ state: 'detached' });
  const sure = page.getByRole('dialog', { name: 'Disconnect ma******@tea.example?' });
  await choose(page, 'ma******@tea.example', 'Disconnect');
  await sure.getByRole('button', { name: 'Disconnect' }).click();
  await sure.getByText('This is the default sender. Make another sender the default first.').waitFor();
  await page.keyboard.press('Escape');
  await sure.waitFor({ state: 'detached' });
  await choose(page, 'Orders', 'Make default');
  await page.getByText('Orders is now the default sender').waitFor();
  await choose(page, 'ma******@tea.example', 'Disconnect');
  await sure.getByRole('button', { name: 'Disconnect' }).click();
  await sure.waitFor({ state: 'detached' });
  await page.getByText('No mailboxes connected.').waitFor();
  await context.close();
});

nightlyOnly(
  'a viewer sees mailboxes but nothing to change them with; the page is accessible in German too',
  async () => {
    const store = await emptyStore(browser, origin);
    const owned = await open(store);
    await connect(owned.page, 'Connect Google', 'a.rather.long.name@a-rather-long-domain-of-a-shop.example');
    await onSenders(owned.page);
    await withClient(String(testStack.outstep.env['DATABASE_URL']), (client) =>
      client.query("update mailboxes set status = 'reconnect' where store_id = $1", [store.id]),
    );
    await owned.context.close();
    const viewer = await colleague(browser, origin, store, 'viewer');
    const looking = await open({ id: store.id, state: viewer });
    await mailboxes(looking.page).getByRole('listitem').waitFor();
    expect(await looking.page.getByRole('main').getByRole('button').count()).toBe(0);
    await looking.context.close();
    const { context, page } = await open(store, { device: 'phone', scheme: 'dark' }, 'de-DE');
    await page.getByRole('button', { name: 'Google verbinden' }).waitFor();
    await page.getByRole('button', { name: 'Neu verbinden' }).waitFor();
    expect(await findingsAtNight(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await context.close();
  },
);

test('explains missing provider settings and offers no connection', async () => {
  const store = await emptyStore(browser, bareOrigin);
  const context = await browser.newContext({ storageState: store.state });
  const page = await context.newPage();
  await page.goto(`${bareOrigin}/stores/${store.id}/senders`);
  await page.getByText(/Ask the operator of this service to set up Google and Microsoft/).waitFor();
  expect(await page.getByRole('button', { name: /^Connect/ }).count()).toBe(0);
  await context.close();
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  appCall,
  appearances,
  contextOptions,
  findingsAtNight,
  overflows,
  pageSettled,
  show,
} from '../harness/app.ts';
import { putCaptured } from '../harness/app-captured.ts';
import { inviteMember } from '../harness/app-person.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { visit } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { appTestStack, sharedApp } from '../harness/shared-app.ts';
import type { TestStack } from '../harness/test-stack.ts';

const { outstep, browser, origin } = await sharedApp();

const TEST_MODE = 'Test mode: emails aren’t delivered. HTTP requests still run.';
const banner = (page: Page, name = TEST_MODE) => page.getByRole('complementary', { name });
const callOf =
  (store: FilledStore) =>
  <T>(method: string, path: string, data?: unknown) =>
    appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data);

/** The page is accessible on either device. */
async function isForEverybody(page: Page) {
  for (const look of appearances) {
    await show(page, look);
    await pageSettled(page);
    expect(await findingsAtNight(page), `${look.device} ${page.url()}`).toEqual([]);
    expect(await overflows(page), `${look.device} ${page.url()}`).toBe(false);
  }
  await show(page, appearances[0]);
}

describe('a new store', () => {
  let testStack: TestStack;
  beforeAll(async () => {
    testStack = await appTestStack();
  });
  afterAll(() => testStack?.close());

  test('sends its first email to the test inbox and goes live with the first sender (contract: Test inbox 1; Test inbox 2; Test inbox 6)', async () => {
    const store = await emptyStore(browser, origin);
    const call = callOf(store);
    const layout = { name: 'Order', subject: 'Order 1001', bodyType: 'text', body: '<p>Thank you, Anna</p>' };
    const { id } = await call<{ id: string }>('POST', '/email-templates', layout);
    const { page, context, wrongs } = await visit(browser, origin, store, `layouts/${id}`);
    await banner(page).waitFor();
    await page.getByRole('button', { name: 'Send test email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send test email' });
    await dialog.getByText('the email goes to the test inbox', { exact: false }).waitFor();
    await dialog.getByRole('textbox', { name: 'To' }).fill('anna@customer.example');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sent to the test inbox').waitFor();

    await banner(page).getByRole('link', { name: 'Test inbox' }).click();
    await page.getByRole('heading', { name: 'Test inbox', level: 1 }).waitFor();
    await page.getByText('To anna@customer.example').waitFor();
    await page.getByRole('link', { name: 'Order 1001' }).click();
    await page.getByRole('heading', { name: 'Order 1001', level: 1 }).waitFor();
    await page.getByText('Captured, not delivered.', { exact: false }).waitFor();
    await page.frameLocator('iframe').getByText('Thank you, Anna').waitFor();
    await page.getByRole('link', { name: 'View run' }).click();
    // The run must never claim that the email was delivered.
    await page
      .getByText('This email went to the test inbox and wasn’t delivered.', { exact: false })
      .waitFor();
    expect(await page.getByText(/^(Completed|Sent|Delivered)$/).count()).toBe(0);

    // It doesn't count as the first live email.
    await page.goto(`${origin}/stores/${store.id}/dashboard`);
    await page.getByText('Send a test email (Done)').waitFor();
    await page.getByText('Add a sender (To do)').waitFor();
    await page.getByText('Connect a workflow (To do)').waitFor();

    await banner(page).getByRole('link', { name: 'Add sender' }).click();
    const adding = page.getByRole('dialog', { name: 'Add sender' });
    await adding.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders');
    await adding.getByRole('textbox', { name: 'From address' }).fill('orders@tea.example');
    await adding.getByRole('textbox', { name: 'Mail server' }).fill('smtp.tea.example');
    await adding.getByRole('combobox', { name: 'Login' }).click();
    await page.getByRole('option', { name: 'No login' }).click();
    await adding.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Orders.*Default/ }).waitFor();
    await banner(page).waitFor({ state: 'detached' });

    // Losing the sender doesn't lead back to test mode.
    const { items } = await call<{ items: { id: string }[] }>('GET', '/smtp-configs');
    await call('DELETE', `/smtp-configs/${items[0]?.id}`);
    await page.reload();
    await banner(page, 'No sender: emails can’t be sent.').waitFor();
    expect(await findingsAtNight(page)).toEqual([]);
    expect(await wrongs()).toEqual([]);
    await context.close();
  });
});

nightlyOnly(
  'every page of a store in test mode says so, in German too, and none of a store that is live (contract: Test inbox 6)',
  async () => {
    const store = await emptyStore(browser, origin);
    const { page, context } = await visit(browser, origin, store, 'dashboard');
    for (const path of ['captured-mails', 'layouts', 'history', 'developer']) {
      await page.goto(`${origin}/stores/${store.id}/${path}`);
      await banner(page).waitFor();
    }
    await page.goto(`${origin}/stores/${store.id}/captured-mails`);
    await page.getByText('No emails yet').waitFor();
    await isForEverybody(page);
    await page.goto(`${origin}/account`);
    await pageSettled(page);
    expect(await banner(page).count()).toBe(0);
    await context.close();

    const german = await visit(browser, origin, store, 'captured-mails', { locale: 'de-DE' });
    await banner(
      german.page,
      'Testmodus: E-Mails werden nicht zugestellt. HTTP-Anfragen werden trotzdem ausgeführt.',
    ).waitFor();
    await german.page.getByRole('heading', { name: 'Test-Postfach', level: 1 }).waitFor();
    await german.context.close();

    const viewer = await inviteMember(browser, outstep, store.id, 'viewer');
    const reading = await viewer.newPage();
    await reading.goto(`${origin}/stores/${store.id}/captured-mails`);
    await reading.getByText('You don’t have access to this page').waitFor();
    await banner(reading).waitFor();
    expect(await banner(reading).getByRole('link').count()).toBe(0);
    await viewer.close();
  },
);

const TRACKER = 'https://tracker.example';
const hostile = `<!doctype html><html><head>
<meta http-equiv="refresh" content="0;url=${TRACKER}/refresh"><base href="${TRACKER}/" target="_top">
<link rel="preconnect" href="${TRACKER}"><link rel="prefetch" href="${TRACKER}/prefetch">
<link rel="stylesheet" href="${TRACKER}/style.css"><style>@import "${TRACKER}/import.css"; .a { background: url(${TRACKER}/css.png) }
@font-face { font-family: f; src: url(${TRACKER}/font.woff) }</style><script>parent.ran = 1; top.ran = 1</script></head>
<body onload="parent.ran = 1" background="${TRACKER}/body.png" class="a" style="font-family: f">
<img src="${TRACKER}/pixel.gif" alt="" width="10" height="10"><img srcset="${TRACKER}/set.png 2x" src="x" onerror="parent.ran = 1">
<picture><source srcset="${TRACKER}/source.png"><img alt=""></picture><video poster="${TRACKER}/poster.png" src="${TRACKER}/a.mp4" autoplay></video>
<svg onload="parent.ran = 1"><image href="${TRACKER}/svg.png" /></svg><math><style><img src=x onerror=parent.ran=1></style></math>
<iframe src="${TRACKER}/frame"></iframe><object data="${TRACKER}/object"></object><embed src="${TRACKER}/embed">
<form action="${TRACKER}/form" target="_top"><button>Give</button></form>
<a href="${TRACKER}/top" target="_top">Leave</a> <a href="${TRACKER}/self" target="_self" ping="${TRACKER}/ping">Stay</a>
<a href="javascript:parent.ran=1">Run</a> <a href="http://shop.example/plain">Plain</a> <a href="#">Nowhere</a></body></html>`;

test('isolates a hostile email: no scripts, no remote loads, no navigation (contract: Test inbox 7)', async () => {
  const store = await emptyStore(browser, origin);
  const id = await putCaptured(outstep, store.id, {
    html: hostile,
    subject: '<img src=x onerror=window.ran=1>',
  });
  const context = await browser.newContext({ ...contextOptions(appearances[0]), storageState: store.state });
  const page = await context.newPage();
  const asked: string[] = [];
  const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  await context.route(`${TRACKER}/**`, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: 'image/gif', body: picture });
  });
  const opened: string[] = [];
  context.on('page', (other) => opened.push(other.url()));
  await page.goto(`${origin}/stores/${store.id}/captured-mails/${id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const frame = page.frameLocator('iframe');
  await frame.getByText('Leave').waitFor();
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
  const shown = (await page.locator('iframe').getAttribute('srcdoc')) ?? '';
  expect(shown).toMatch(
    /^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /,
  );
  expect(shown).not.toMatch(/<(link|script|iframe|object|embed)\b|http-equiv="refresh"|<base href|ping=/i);

  for (const link of ['Leave', 'Stay', 'Run']) await frame.getByText(link, { exact: true }).click();
  await frame.getByRole('button', { name: 'Give' }).click();
  await page.waitForTimeout(500);
  expect({ asked, opened, url: page.url() }).toEqual({
    ...{ asked: [], opened: [] },
    url: `${origin}/stores/${store.id}/captured-mails/${id}`,
  });
  expect(await page.evaluate('"ran" in window')).toBe(false);

  await page.getByText('external images are blocked', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Load images' }).click();
  // Only images. All of them, because a late one would be counted below.
  const pictures = ['/css.png', '/pixel.gif', '/poster.png', '/source.png', '/svg.png'];
  await expect.poll(() => [...asked].sort()).toEqual(pictures);
  expect(await page.evaluate('"ran" in window')).toBe(false);

  // The next visit asks again.
  await page.reload();
  await page.getByRole('button', { name: 'Load images' }).waitFor();
  await frame.getByText('Leave').waitFor();
  expect(asked).toHaveLength(pictures.length);

  await page.getByRole('tab', { name: /Issues/ }).click();
  const findings = page.getByRole('list', { name: 'Issues' });
  for (const said of [/links aren’t secure/, /1 link has no URL/, /scripts found/])
    await findings.getByText(said).waitFor();
  const link = page.getByRole('link', { name: `${TRACKER}/top` });
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  await context.close();
});

nightlyOnly(
  'shows an email as HTML, text, headers, source and findings, accessibly; the inbox can be emptied',
  async () => {
    const store = await emptyStore(browser, origin);
    const id = await putCaptured(outstep, store.id);
    const { page, context, wrongs } = await visit(browser, origin, store, `captured-mails/${id}`);
    await page.getByText('invoice-1001.pdf (47 KB)').waitFor();
    const seen: Record<string, string | RegExp> = {
      Text: /Hello Anna, your stoneware mug/,
      Headers: 'multipart/alternative; boundary="--_NmP-1"',
      Source: /Content-Type: text\/plain; charset=utf-8/,
      Issues: 'http://tea.example/orders/1001',
    };
    for (const [tab, text] of Object.entries(seen)) {
      await page.getByRole('tab', { name: tab }).press('Enter');
      await page.getByText(text).first().waitFor();
      if (tab !== 'Text') await isForEverybody(page);
    }
    await page.getByRole('link', { name: 'Back to test inbox' }).click();
    await page.getByRole('button', { name: 'Empty inbox' }).click();
    const dialog = page.getByRole('dialog', { name: 'Empty the test inbox?' });
    await dialog.getByRole('button', { name: 'Empty inbox' }).click();
    await page.getByText('No emails yet').waitFor();
    await page.goto(`${origin}/stores/${store.id}/captured-mails/${id}`);
    await page.getByText('Not found. It may have been deleted.').waitFor();
    expect(await wrongs()).toEqual([]);
    await context.close();
  },
);

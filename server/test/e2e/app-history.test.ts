import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recipientMac } from '../../src/features/records/history/recipients.rules.ts';
import {
  beginExecution,
  finishExecution,
  updateMailDetails,
} from '../../src/features/records/history/record-execution.store.ts';
import { appCall, findingsAtNight } from '../harness/app.ts';
import { HOSTILE, inviteMember } from '../harness/app-person.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { appTestStack, sharedApp, storeWithHistory } from '../harness/shared-app.ts';
import type { TestStack } from '../harness/test-stack.ts';

const { browser, origin } = await sharedApp();

let testStack: TestStack;
let editor: BrowserContext;
let page: Page;

beforeAll(async () => {
  testStack = await appTestStack();
  editor = await inviteMember(browser, testStack.outstep, testStack.storeId, 'editor');
});
afterAll(() => testStack?.close());
beforeEach(async () => {
  page = await editor.newPage();
  return () => page.close();
});

const at = (path: string) => `${origin}/stores/${testStack.storeId}/${path}`;
const table = () => page.getByRole('table', { name: 'History' });

test('shows a failed call live, escapes its details and repeats it by keyboard', async () => {
  await page.goto(at('history'));
  await page.getByText('No runs yet').waitFor();

  testStack.target.answer = (response) => {
    response.writeHead(500, { 'content-type': 'text/html', 'x-note': 'javascript:window.ran=1' });
    response.end(HOSTILE);
  };
  const requestId = await testStack.newRequest({
    name: HOSTILE,
    headers: { 'X-Note': HOSTILE },
    body: HOSTILE,
  });
  const failed = await testStack.step(requestId, HOSTILE);
  expect(failed.body.status).toBe('FAILED');

  const link = table().getByRole('link', { name: HOSTILE });
  await link.waitFor();
  await table().getByText('the server responded with 500').waitFor();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: HOSTILE, level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Response', exact: true }).getByText('500').waitFor();
  await page.getByRole('region', { name: 'Timeline' }).getByText('the server responded with 500').waitFor();
  expect(await page.getByRole('region', { name: 'Response: Body' }).textContent()).toContain('<script>');
  expect(await page.evaluate('window.ran')).toBeUndefined();

  testStack.target.answer = (response) => response.end('{"accepted":true}');
  const button = page.getByRole('button', { name: 'Retry' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Retry this request?' });
  await dialog.waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('button:focus', { hasText: 'Retry' }).waitFor();

  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Retry' }).focus();
  await page.keyboard.press('Enter');
  const about = page.getByRole('region', { name: 'Details' });
  await about.getByText('Manual retry').waitFor();
  await about.getByText('Completed', { exact: true }).waitFor();
  expect(page.url()).not.toContain(failed.body.executionId);
  expect(testStack.target.received).toHaveLength(2);
});

test('keeps filters in the URL and offers to clear them when nothing matches', async () => {
  await testStack.step(await testStack.newRequest({ name: 'Tell the harbour' }), 'for-filters');
  await page.goto(at('history'));
  await table().getByRole('link', { name: 'Tell the harbour' }).waitFor();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Email' }).click();
  await page.locator('#content p', { hasText: 'No results' }).waitFor();
  expect(new URL(page.url()).searchParams.get('actionType')).toBe('EMAIL');
  await page.reload();
  await page.locator('#content p', { hasText: 'No results' }).waitFor();
  await page.getByText('Clear search and filters', { exact: true }).click();
  await table().getByRole('link', { name: 'Tell the harbour' }).waitFor();

  await page.getByRole('combobox', { name: 'Layout or HTTP request' }).click();
  await page.getByRole('option', { name: 'Tell the harbour' }).click();
  await page.getByText('1 result', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.locator('#content p', { hasText: 'No results' }).waitFor();
});

/** What the dialog shows before anything is sent; the server's part is tested on the server. */
async function expectSkippedRecipients(theirs: Page) {
  const dialog = theirs.getByRole('dialog');
  await theirs.route('**/history/*/replay', (route) =>
    route.fulfill({
      json: {
        isKept: true,
        failed: {
          send: ['an***@example.com'],
          skip: [
            { recipient: 'bo***@example.com', why: 'unsubscribed' },
            { recipient: 'ca***@example.com', why: 'suppressed' },
          ],
        },
        unknown: { send: [], skip: [] },
      },
    }),
  );
  await theirs.reload();
  await theirs.getByRole('button', { name: 'Resend' }).press('Enter');
  await dialog.getByText('Goes to an***@example.com.').waitFor();
  await dialog.getByText('Skipped (unsubscribed): bo***@example.com').waitFor();
  await dialog.getByText('Skipped (suppressed): ca***@example.com').waitFor();
  await dialog.getByText('No recipients.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Resend' }).isEnabled()).toBe(true);
}

nightlyOnly(
  'what is not kept any more cannot be done again, the dialog says so, and who would be skipped (contract: Sending 16); a viewer is not offered it',
  async () => {
    const storeId = await storeWithHistory();
    for (const role of ['editor', 'viewer'] as const) {
      const context = await inviteMember(browser, testStack.outstep, storeId, role);
      const theirs = await context.newPage();
      const failed = 'history?status=FAILED&actionType=EMAIL';
      const { items } = await appCall<{ items: { error: string }[] }>(
        ...([context, origin, 'GET', `/app/api/stores/${storeId}/${failed}`] as const),
      );
      await theirs.goto(`${origin}/stores/${storeId}/${failed}`);
      await theirs.getByRole('table', { name: 'History' }).getByRole('link').first().click();
      await theirs
        .getByText(items[0]?.error ?? 'nothing failed')
        .first()
        .waitFor();
      const button = theirs.getByRole('button', { name: 'Resend' });
      if (role === 'viewer') expect(await button.count()).toBe(0);
      else {
        await button.click();
        const dialog = theirs.getByRole('dialog');
        await dialog.getByText('no longer stored').waitFor();
        expect(await dialog.getByRole('button', { name: 'Resend' }).isDisabled()).toBe(true);
        await expectSkippedRecipients(theirs);
      }
      await context.close();
    }
  },
);

test('retries without a connection and shows 404 for an unknown run', async () => {
  await page.route('**/app/api/stores/*/history**', (route) => route.abort());
  await page.goto(at('history'));
  await page.getByText('Couldn’t reach the server').waitFor({ timeout: 60_000 });
  await page.unroute('**/app/api/stores/*/history**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await table().waitFor();
  await page.goto(at('history/0198a000-0000-7000-8000-000000000000'));
  await page.getByText('Not found. It may have been deleted.').waitFor();
});

test('an editor finds an email by recipient, previews it and reveals its recipients (contract: The app 9; The app 10)', async () => {
  const { outstep, storeId } = testStack;
  const db = outstep.core.database.forStore(storeId);
  const vault = await outstep.core.vaultFor(storeId).unlock();
  const id = outstep.core.runtime.newId();
  const layouts = `/app/api/stores/${storeId}/email-templates`;
  const layout = await appCall<{ id: string }>(editor, origin, 'POST', layouts, {
    ...{ name: 'Receipt', subject: 'As it was sent', bodyType: 'text', body: '<p>Thank you</p>' },
  });
  await appCall(editor, origin, 'PUT', `${layouts}/${layout.id}`, { subject: 'As it is now' });
  await beginExecution(db, {
    ...{
      storeId,
      id,
      actionType: 'EMAIL',
      actionConfigId: layout.id,
      actionConfigName: 'Receipt',
      trigger: 'workflow',
    },
    ...{ workflow: 'Order paid', stepId: 'thanks', createdAt: new Date() },
  });
  await updateMailDetails(db, id, {
    ...{
      locale: 'en',
      recipients: ['an******@example.com', 'bo******@example.com'],
      version: 1,
      captured: false,
    },
    addressed: [
      { mac: recipientMac(vault, 'anna@example.com'), position: null, isSkipped: false },
      { mac: recipientMac(vault, 'bo@example.com'), position: null, isSkipped: true },
    ],
  });
  await finishExecution(db, id, {
    ...{ status: 'SUCCESS', error: null, response: null, timeline: [], attempts: 1, startedAt: null },
    request: { subject: 'Thanks', text: 'Thanks', html: `<p>Thank you</p>${HOSTILE}`, files: [] },
    finishedAt: new Date(),
  });
  await page.goto(at('history'));
  await table().getByText('1 recipient skipped').waitFor();
  await page.getByRole('link', { name: 'Find a recipient' }).click();
  const ask = async (address: string) => {
    await page.getByRole('textbox', { name: 'Email address' }).fill(address);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
  };
  const results = page.getByRole('table', { name: 'Find a recipient' });
  await ask('bo@example.com');
  await results.getByText('Skipped').waitFor();
  await ask('nobody@example.com');
  await page.getByText('No emails to this address').waitFor();
  await ask('Anna@example.com');
  await results.getByText('Sent').waitFor();
  expect(page.url()).not.toContain('anna');
  expect(await findingsAtNight(page)).toEqual([]);
  await results.getByRole('link', { name: 'Receipt' }).click();
  const frame = page.locator('iframe[title="Email as sent"]');
  await frame.waitFor();
  expect(await frame.getAttribute('sandbox')).toBe('');
  const about = page.getByRole('region', { name: 'Details' });
  await about.getByText('Order paid').waitFor();
  await about.getByRole('button', { name: 'Show addresses' }).click();
  await about.getByText('The addresses are no longer stored.').waitFor();
  await about.getByRole('link', { name: 'Version 1' }).click();
  await page.getByRole('dialog', { name: 'Version 1' }).getByText('As it was sent').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?tab=versions');
  expect(await page.evaluate('window.ran')).toBeUndefined();
});

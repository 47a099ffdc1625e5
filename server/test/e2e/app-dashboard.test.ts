import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  beginExecution,
  finishExecution,
} from '../../src/features/records/history/record-execution.store.ts';
import { appCall, findingsAtNight, pagePaths, pageSettled } from '../harness/app.ts';
import { HOSTILE, inviteMember } from '../harness/app-person.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { plainMessage } from '../harness/plain-message.ts';
import { sharedApp, storeWithHistory } from '../harness/shared-app.ts';

const { outstep, browser, origin } = await sharedApp();

async function dashboardOf(storeId: string): Promise<{ page: Page; editor: BrowserContext }> {
  const editor = await inviteMember(browser, outstep, storeId, 'editor');
  const page = await editor.newPage();
  await page.goto(`${origin}/stores/${storeId}`);
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  return { page, editor };
}

/** The value of the figure with this name. */
const figure = async (page: Page, name: string) =>
  (await page
    .getByText(name, { exact: true })
    .first()
    .locator('xpath=following-sibling::p[1]')
    .textContent()) ?? '';

/** Inserts an execution directly, bypassing the features. */
async function insertExecution(
  storeId: string,
  trigger: 'workflow' | 'test',
  status: 'SUCCESS' | 'FAILED',
  name = 'Order',
) {
  const db = outstep.core.database.forStore(storeId);
  const id = outstep.core.runtime.newId();
  const config = { actionType: 'EMAIL' as const, actionConfigId: outstep.core.runtime.newId() };
  await beginExecution(db, {
    ...{ storeId, id, ...config, actionConfigName: name, trigger, createdAt: new Date() },
  });
  await finishExecution(db, id, {
    ...{
      status,
      error: status === 'FAILED' ? plainMessage('the server refused the address') : null,
      request: undefined,
    },
    ...{ response: null, timeline: [], attempts: 1, startedAt: null, finishedAt: new Date() },
  });
}

test("guides a new store to its first workflow email; tests and failures don't complete the list (contract: The app 5)", async () => {
  const storeId = await outstep.newStore();
  const { page, editor } = await dashboardOf(storeId);
  const steps = page.getByRole('listitem');
  await page.getByRole('heading', { name: 'Send your first email' }).waitFor();
  await steps.getByText('Create a layout (To do)').waitFor();
  expect(await page.getByRole('link', { name: 'Get started: Create a layout' }).count()).toBe(
    pagePaths.includes('layouts') ? 1 : 0,
  );
  await appCall(editor, origin, 'POST', `/app/api/stores/${storeId}/smtp-configs`, {
    ...{ name: 'Main', host: 'smtp.example.com', port: 587, from: 'shop@example.com' },
    ...{ user: 'shop', password: 'a-password-of-the-shop' },
  });
  await page.reload();
  await steps.getByText('Add a sender (Done)').waitFor();
  await insertExecution(storeId, 'test', 'FAILED');
  await steps.getByText('All test emails so far have failed.').waitFor({ timeout: 60_000 });
  await insertExecution(storeId, 'test', 'SUCCESS');
  await steps.getByText('Send a test email (Done)').waitFor({ timeout: 60_000 });
  expect(await page.getByText('Success rate').count()).toBe(0);
  await insertExecution(storeId, 'workflow', 'FAILED');
  await page.reload();
  await steps.getByText('A workflow tried to send an email, but it failed.').waitFor();
  expect(await figure(page, 'Failed')).toBe('1');
  expect(await findingsAtNight(page)).toEqual([]);
  await insertExecution(storeId, 'workflow', 'SUCCESS');
  await page.reload();
  await page.getByText('1 of 2 succeeded').waitFor();
  expect(await page.getByRole('heading', { name: 'Send your first email' }).count()).toBe(0);
  await editor.close();
});

test('shows figures, days and failures that match history, also as a table', async () => {
  const storeId = await storeWithHistory();
  const { page, editor } = await dashboardOf(storeId);
  const stats = await appCall<{
    totals: Record<string, number>;
    byDay: { success: number }[];
    topFailures: { actionConfigName: string; failed: number }[];
  }>(editor, origin, 'GET', `/app/api/stores/${storeId}/stats?days=30&withoutTests=true`);
  await page.getByRole('img', { name: 'Emails and HTTP requests per day, last 30 days' }).waitFor();
  expect(await figure(page, 'Failed')).toBe(String(stats.totals['failed']));
  const done = stats.totals['success'] ?? 0;
  await page.getByText(`${done} of ${done + (stats.totals['failed'] ?? 0)} succeeded`).waitFor();

  await page.getByRole('button', { name: 'Show as table' }).focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Emails and HTTP requests per day, last 30 days' });
  await table.waitFor();
  expect(await table.getByRole('row').count()).toBe(31);
  const shown = await table.getByRole('row').nth(1).getByRole('cell').first().textContent();
  expect(shown).toBe(String(stats.byDay.at(-1)?.success));
  expect(await findingsAtNight(page)).toEqual([]);

  await page.getByText('Last 7 days').click();
  await page.getByRole('table', { name: 'Emails and HTTP requests per day, last 7 days' }).waitFor();
  expect(new URL(page.url()).searchParams.get('days')).toBe('7');
  await page.getByText('Last 30 days').click();
  const worst = stats.topFailures[0];
  await page.getByRole('list', { name: 'Top failures' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('FAILED');
  await page.getByText(worst?.failed === 1 ? '1 result' : `${worst?.failed} results`).waitFor();
  await editor.close();
});

nightlyOnly('escapes foreign text and retries when offline', async () => {
  const storeId = await outstep.newStore();
  const { page, editor } = await dashboardOf(storeId);
  await insertExecution(storeId, 'workflow', 'FAILED', HOSTILE);
  await page.reload();
  await page.getByRole('list', { name: 'Top failures' }).getByRole('link', { name: HOSTILE }).waitFor();
  expect(await page.evaluate('window.ran')).toBeUndefined();

  await page.route('**/app/api/stores/*/stats**', (route) => route.abort());
  await page.reload();
  await page.getByText('Couldn’t reach the server').waitFor({ timeout: 60_000 });
  await page.unroute('**/app/api/stores/*/stats**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('list', { name: 'Top failures' }).waitFor();
  await pageSettled(page);
  await editor.close();
});

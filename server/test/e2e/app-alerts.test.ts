import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appCall, appearances, findingsAtNight, overflows, pageSettled, show } from '../harness/app.ts';
import { putAlerts } from '../harness/app-alerts.ts';
import { inviteMember } from '../harness/app-person.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { visit } from '../harness/app-visit.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { startTarget, type Target } from '../harness/target.ts';

const { outstep, browser, origin } = await sharedApp();

let store: FilledStore;
let hook: Target;
const callOf = <T>(method: string, path: string, data?: unknown) =>
  appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data);

beforeAll(async () => {
  hook = await startTarget();
  store = await emptyStore(browser, origin);
  const { id: senderId } = await callOf<{ id: string }>('POST', '/smtp-configs', {
    ...{ name: 'Orders', host: 'smtp.tea.example', port: 587, from: 'orders@tea.example' },
  });
  const { id: configId } = await callOf<{ id: string }>('POST', '/http-requests', {
    ...{ name: 'Tell the warehouse', url: 'https://warehouse.example/' },
  });
  await putAlerts(outstep, store.id, [
    { kind: 'sender', source: 'EMAIL', reason: 'login_refused', count: 1204, senderId },
    { kind: 'failures', source: 'HTTP_REQUEST', reason: 'answered', detail: '5xx', count: 12, configId },
    { kind: 'missing_value', source: 'HTTP_REQUEST', reason: 'secret_missing', detail: 'ERP_KEY', count: 3 },
    { kind: 'domain', source: 'domain', reason: 'dkim', detail: 'tea.example', closed: 'recovered' },
    { kind: 'quota', source: 'quota', reason: 'quota', detail: '80', closed: 'recovered' },
  ]);
});
afterAll(() => hook?.close());

async function isForEverybody(page: Page) {
  for (const look of appearances) {
    await show(page, look);
    await pageSettled(page);
    expect(await findingsAtNight(page), look.device).toEqual([]);
    expect(await overflows(page), look.device).toBe(false);
  }
  await show(page, appearances[0]);
}

test('the bell opens open alerts with their cause and a link to history', async () => {
  const { page, context, wrongs } = await visit(browser, origin, store, 'dashboard');
  await page.getByRole('link', { name: '3 open alerts' }).click();
  await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
  const refused = page.getByRole('row', { name: /rejects the login/ });
  await refused.getByText('In common: Orders').waitFor();
  await refused.getByText('Open').waitFor();
  await page
    .getByRole('row', { name: /DKIM stopped working for tea.example/ })
    .getByText('Working again.')
    .waitFor();
  await isForEverybody(page);
  await page.getByRole('link', { name: '12 runs' }).click();
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  const filter = new URL(page.url()).searchParams;
  expect([filter.get('actionType'), filter.get('status')]).toEqual(['HTTP_REQUEST', 'FAILED']);
  expect(filter.get('actionConfigId')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('saves alert choices immediately and updates the bell', async () => {
  const { page, context } = await visit(browser, origin, store, 'alerts', { locale: 'de-DE' });
  await page.getByRole('link', { name: '3 offene Meldungen' }).waitFor();
  await page.getByRole('checkbox', { name: 'Absender: In der App' }).uncheck();
  await page.getByRole('link', { name: '2 offene Meldungen' }).waitFor();
  const mailed = page.getByRole('checkbox', { name: 'Kontingent: Per E-Mail' });
  await mailed.uncheck();
  await expect
    .poll(async () => (await callOf<{ byMail: string[] }>('GET', '/alert-choices')).byMail)
    .toHaveLength(5);
  expect(await callOf('GET', '/alert-choices')).toMatchObject({
    ...{ language: 'de', inApp: ['failures', 'domain', 'missing_value', 'quota', 'repository'] },
  });
  await context.close();

  // The language was chosen earlier; a choice made while the app is in another language keeps it.
  const english = await visit(browser, origin, store, 'alerts');
  await english.page.getByRole('checkbox', { name: 'Quota: By email' }).check();
  await expect
    .poll(async () => callOf<{ byMail: string[]; language: string }>('GET', '/alert-choices'))
    .toMatchObject({ language: 'de', byMail: expect.arrayContaining(['quota']) });
  await english.context.close();
});

test('explains that no email can be sent while the installation has no mail server', async () => {
  const promise = /can’t send alerts by email/;
  const { page, context } = await visit(browser, origin, store, 'alerts');
  await page.getByText(promise).waitFor();
  await page.getByText('OUTSTEP_MAIL_URL', { exact: false }).waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  // The response of a server that has a mail server.
  await page.route('**/app/api/session', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), sendsMail: true } });
  });
  await page.reload();
  await page.getByRole('checkbox', { name: 'Quota: By email' }).waitFor();
  expect(await page.getByText(promise).count()).toBe(0);
  await context.close();
});

test("an owner adds, tests and removes a webhook; other roles don't see it", async () => {
  const { page, context } = await visit(browser, origin, store, 'alerts');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('must start with http:// or https://').waitFor();
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${hook.origin}/in`);
  await dialog.getByRole('checkbox', { name: 'Quota' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Test accepted').waitFor();
  expect(hook.received.map(({ body }) => JSON.parse(body).type)).toEqual(['alert.test']);
  hook.answer = (response) => response.writeHead(500).end();
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('failed: the server responded with 500').waitFor();
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
  await page.getByText('No webhook yet.').waitFor();
  await context.close();

  const viewer = await inviteMember(browser, outstep, store.id, 'viewer');
  const other = await viewer.newPage();
  await other.goto(`${origin}/stores/${store.id}/alerts`);
  await other.getByRole('heading', { name: 'Your notifications' }).waitFor();
  expect(await other.getByRole('heading', { name: 'Webhook' }).count()).toBe(0);
  await viewer.close();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { appCall, contextOptions, findingsAtNight, overflows, pageSettled } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { chooseFromList, chooseFromMenu, colleague } from '../harness/app-visit.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { eventually } from '../harness/test-stack.ts';

const LOGIN = { username: 'tea', password: 'a password of nobody' };
const HOSTILE = '<img src=x onerror="window.ran=1">';

const { browser, origin } = await sharedApp();

let server: SmtpStandIn;

beforeAll(async () => {
  server = await startSmtpServer({ login: LOGIN });
});
afterAll(() => server?.close());

const desktop = { device: 'desktop', scheme: 'light' } as const;

async function open({ id, state }: Pick<FilledStore, 'id' | 'state'>) {
  const context = await browser.newContext({ ...contextOptions(desktop), storageState: state });
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${id}/senders`);
  await pageSettled(page);
  return { context, page };
}

const add = ({ id, owner }: FilledStore, fields: object) =>
  appCall(owner, origin, 'POST', `/app/api/stores/${id}/smtp-configs`, {
    ...{ name: 'Orders', host: '127.0.0.1', port: server.port, security: 'none', from: 'orders@tea.example' },
    ...{ user: LOGIN.username, password: LOGIN.password, ...fields },
  });

test('creates a sender by keyboard after invalid fields and a wrong password', async () => {
  const { context, page } = await open(await emptyStore(browser, origin));
  const opener = page.getByRole('button', { name: 'Add sender' }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add sender' });
  await dialog.waitFor();
  await page.keyboard.press('Enter');
  await eventually(
    () => dialog.getByText('Required').count(),
    (count) => count >= 4,
  );
  await page.keyboard.type('Orders');
  await dialog.getByRole('textbox', { name: 'From address' }).fill('orders@tea.example');
  await dialog.getByRole('textbox', { name: 'Mail server' }).fill('127.0.0.1');
  await dialog.getByRole('spinbutton', { name: 'Port' }).fill(String(server.port));
  await chooseFromList(
    page,
    dialog.getByRole('combobox', { name: 'Encryption' }),
    'None: others can read emails in transit',
  );
  await dialog.getByRole('textbox', { name: 'Username' }).fill(LOGIN.username);
  const password = dialog.getByLabel('Password', { exact: true });
  await password.fill('some other password');
  const check = dialog.getByRole('button', { name: 'Test connection' });
  await check.focus();
  await page.keyboard.press('Enter');
  await dialog.getByText(/^127\.0\.0\.1 rejected the login/).waitFor();
  await password.fill(LOGIN.password);
  // The result for another password is not shown for this one.
  await eventually(
    () => dialog.getByRole('alert').count(),
    (count) => count === 0,
  );
  await check.focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('Connection successful').waitFor();
  expect(server.messages).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /Orders.*orders@tea\.example/ });
  await row.getByText('Default').waitFor();
  expect(await page.content()).not.toContain(LOGIN.password);
  await context.close();
});

test('requires the password again for another server; refuses to delete the default while there are others', async () => {
  const store = await emptyStore(browser, origin);
  await add(store, { name: 'Orders' });
  await add(store, { name: 'News' });
  const { context, page } = await open(store);
  await chooseFromMenu(page, 'News', 'Edit sender');
  const dialog = page.getByRole('dialog', { name: 'Edit sender' });
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await dialog.getByText('Connection successful').waitFor();
  await dialog.getByRole('textbox', { name: 'Mail server' }).fill('smtp.elsewhere.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText('For security, enter the username and password again when you change the server.')
    .waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await chooseFromMenu(page, 'Orders', 'Delete');
  const sure = page.getByRole('dialog', { name: 'Delete the sender “Orders”?' });
  await sure.getByRole('button', { name: 'Delete' }).click();
  await sure.getByText('This is the default sender. Make another sender the default first.').waitFor();
  await page.keyboard.press('Escape');
  await sure.waitFor({ state: 'detached' });
  await chooseFromMenu(page, 'News', 'Make default');
  // The result is also shown here, because the toast disappears by itself.
  await page.getByRole('row', { name: /News.*Default/ }).waitFor();
  await chooseFromMenu(page, 'Orders', 'Delete');
  await sure.getByRole('button', { name: 'Delete' }).click();
  await sure.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Orders/ }).waitFor({ state: 'detached' });
  await context.close();
});

test('hides sender changes from viewers and denies access to a demoted editor', async () => {
  const store = await emptyStore(browser, origin);
  await add(store, {});
  const state = await colleague(browser, origin, store, 'viewer');
  const { context, page } = await open({ id: store.id, state });
  await page.getByRole('row', { name: /Orders/ }).waitFor();
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  await context.close();

  const owned = await open(store);
  await chooseFromMenu(owned.page, 'Orders', 'Delete');
  await owned.page.route('**/smtp-configs/*', (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'your role is viewer; this action requires the role editor' },
    }),
  );
  await owned.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await owned.page
    .getByText('Your role doesn’t allow this. Ask an owner of this store for access.')
    .waitFor();
  await owned.context.close();
});

test('escapes stored text in the list and in dialogs', async () => {
  const store = await emptyStore(browser, origin);
  await add(store, { name: HOSTILE, fromName: HOSTILE });
  await add(store, { name: 'javascript:window.ran=1' });
  const { context, page } = await open(store);
  await page.getByText(HOSTILE, { exact: true }).first().waitFor();
  expect(await overflows(page)).toBe(false);
  for (const item of ['Edit sender', 'Delete']) {
    await chooseFromMenu(page, HOSTILE, item);
    await page.getByRole('dialog').waitFor();
    expect(await findingsAtNight(page), item).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(await page.evaluate('window.ran')).toBeUndefined();
  await context.close();
});

import { beforeAll, expect, test } from 'vitest';
import { appCall, newEmail, PASSWORD } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { chooseFromList, chooseFromMenu, colleague, hostileTexts, visit } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { outstep, browser, origin } = await sharedApp();

let store: FilledStore;
let viewer: FilledStore['state'];
const email = newEmail();
const NEW_PASSWORD = 'another sentence as a password';

/** One store for all tests, which run in order. */
beforeAll(async () => {
  store = await emptyStore(browser, origin, email);
  viewer = await colleague(browser, origin, store, 'viewer');
});

const inStore = <T>(method: string, path: string, data?: unknown) =>
  appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data);

test('hides the audit log and team changes from a viewer', async () => {
  const { context, page } = await visit(browser, origin, store, 'team', { state: viewer });
  await page.getByRole('row', { name: /Maria Lindqvist/ }).waitFor();
  expect(await page.getByRole('button', { name: /^(Invite|Actions for Maria)/ }).count()).toBe(0);
  expect(await page.getByRole('combobox').count()).toBe(0);
  await page.goto(`${origin}/stores/${store.id}/audit-log`);
  await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor();
  await context.close();
});

test('withdraws an invitation and removes a member by keyboard, effective at once', async () => {
  const { link } = await inStore<{ link: string }>('POST', '/invitations', {
    email: 'new@tea.example',
    role: 'viewer',
  });
  const { context, page, wrongs } = await visit(browser, origin, store, 'team');

  await page.getByRole('button', { name: 'Withdraw: new@tea.example' }).press('Enter');
  const sure = page.getByRole('dialog', { name: 'Withdraw the invitation for new@tea.example?' });
  await sure.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await page.getByText('No open invitations.').waitFor();
  await sure.waitFor({ state: 'detached' });
  const invited = await browser.newPage();
  await invited.goto(link);
  await invited.getByRole('heading', { name: 'This invitation isn’t valid' }).waitFor();
  await invited.close();

  const theirs = await visit(browser, origin, store, 'layouts', { state: viewer });
  await chooseFromMenu(page, 'Jonas Weber', 'Remove from store');
  const removing = page.getByRole('dialog', { name: 'Remove Jonas Weber?' });
  await removing.getByRole('button', { name: 'Remove from store' }).press('Enter');
  await page.getByText('Jonas Weber removed').waitFor();
  await page.getByRole('row', { name: /Jonas Weber/ }).waitFor({ state: 'detached' });
  await theirs.page.reload();
  await theirs.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await theirs.context.close();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('filters the audit log by actor and operation and escapes names', async () => {
  const [name = ''] = hostileTexts;
  await inStore('POST', '/keys', { name, level: 'read' });
  await inStore('POST', '/email-templates', { name, subject: name, bodyDesign: { blocks: [] } });
  const { context, page, wrongs } = await visit(browser, origin, store, 'audit-log');
  const table = page.getByRole('table', { name: 'Audit log' });
  await table.getByText('Layout created').waitFor();
  await chooseFromList(page, page.getByRole('combobox', { name: 'Action' }), 'API key created');
  await table.getByText('Layout created').waitFor({ state: 'detached' });
  await table.getByText('API key created').waitFor();
  await chooseFromList(page, page.getByRole('combobox', { name: 'Actor' }), 'Maria Lindqvist');
  await table.getByText('API key created').waitFor();
  // The selection is in the URL, which can be sent to a colleague.
  await page.goto(`${origin}/stores/${store.id}/audit-log?operation=nobody_did_this`);
  await page.getByText('No results').waitFor();
  await page.getByRole('button', { name: 'Clear search and filters' }).press('Enter');
  await table.getByText('Layout created').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

nightlyOnly(
  'the last owner can neither leave nor be demoted, and is told what to do; with another owner, they leave',
  async () => {
    await colleague(browser, origin, store, 'editor');
    const { context, page } = await visit(browser, origin, store, 'team');
    const needed = page
      .getByText('A store needs at least one owner. Make someone else an owner first.')
      .first();
    await chooseFromMenu(page, 'Maria Lindqvist', 'Leave store');
    const leaving = page.getByRole('dialog', { name: 'Leave Tea & Co.?' });
    await leaving.getByRole('button', { name: 'Leave store' }).press('Enter');
    await needed.waitFor();
    await page.keyboard.press('Escape');
    await leaving.waitFor({ state: 'detached' });
    await chooseFromList(page, page.getByRole('combobox', { name: 'Role of Maria Lindqvist' }), /^Editor/);
    await needed.waitFor();

    await chooseFromList(page, page.getByRole('combobox', { name: 'Role of Jonas Weber' }), /^Owner/);
    await page.getByText('Jonas Weber now has the “Owner” role').waitFor();
    await chooseFromMenu(page, 'Maria Lindqvist', 'Leave store');
    await leaving.getByRole('button', { name: 'Leave store' }).press('Enter');
    await page.getByRole('heading', { name: 'Create your first store' }).waitFor();
    await context.close();
  },
);

nightlyOnly(
  'a password reset link: reports a short password, works once and signs out other devices',
  async () => {
    const made = await runOutstep(outstep.env, ['user', 'reset-password', '--email', email, '--json']);
    const link = String(JSON.parse(made.stdout).link);
    const page = await browser.newPage();
    const set = async (password: string) => {
      await page.goto(origin + new URL(link).pathname + new URL(link).search);
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
    };
    await set('short');
    await page.getByText('Use at least 12 characters', { exact: true }).waitFor();
    await set(NEW_PASSWORD);
    await page.getByText('Your password is set. Sign in with it.').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create your first store' }).waitFor();

    const before = await visit(browser, origin, store, '../../account');
    await before.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await before.context.close();
    await set('a third sentence as a password');
    await page.getByText('This link has expired or was already used. Request a new one.').waitFor();
    await page.getByRole('link', { name: 'Request a new link' }).waitFor();
    await page.context().close();
  },
);

nightlyOnly(
  'changes the password with the current one; reports a wrong one, and signs out other devices',
  async () => {
    const [here, elsewhere] = await Promise.all([browser.newContext(), browser.newContext()]);
    for (const context of [here, elsewhere])
      await appCall(context, origin, 'POST', '/app/auth/sign-in/email', { email, password: NEW_PASSWORD });
    const page = await here.newPage();
    await page.goto(`${origin}/account`);
    const change = async (current: string) => {
      await page.getByLabel('Current password', { exact: true }).fill(current);
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
    };
    await change('not the password');
    await page.getByText('Incorrect password.').waitFor();
    await change(NEW_PASSWORD);
    await page.getByText('Password changed. Your other devices are signed out').waitFor();
    const other = await elsewhere.newPage();
    await other.goto(`${origin}/account`);
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await elsewhere.close();
    await here.close();
  },
);

nightlyOnly('reports a taken address at sign-up', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/sign-up`);
  await page.getByLabel('Your name').fill('Maria Again');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a sentence that is not hers');
  await page.keyboard.press('Enter');
  await page.getByText('An account with this email already exists. Sign in instead.').waitFor();
  await context.close();
});

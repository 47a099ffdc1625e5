import { beforeEach, expect, test } from 'vitest';
import { findingsAtNight, overflows, pageSettled, show } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { visit } from '../harness/app-visit.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin, outstep } = await sharedApp();

let store: FilledStore;
beforeEach(async () => {
  store = await emptyStore(browser, origin);
});

test('shows why a store is suspended on every page, in the language of the reader', async () => {
  await outstep.operator(store.id, 'suspend_store', { why: 'too many complaints about the newsletter' });
  const { context, page, wrongs } = await visit(browser, origin, store, 'layouts', { locale: 'de-DE' });
  await page.getByText('Dieser Shop wurde vom Betreiber gesperrt').waitFor();
  await page.getByText('too many complaints about the newsletter').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await show(page, { device: 'phone', scheme: 'dark' });
  expect([await overflows(page), await findingsAtNight(page)]).toEqual([false, []]);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('an owner sees the limits and deletes the store after typing its name', async () => {
  await outstep.operator(store.id, 'set_limits', { limits: ['layouts=3', 'people=1', 'quota=500'] });
  const { context, page, wrongs } = await visit(browser, origin, store, 'settings');
  await page.getByText('0 of 3').waitFor();
  await page.getByText('1 of 1 used', { exact: true }).waitFor();
  await page.getByText('0 of 500').waitFor();
  await page.getByRole('button', { name: 'Delete this store' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Tea');
  expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true);
  expect(await findingsAtNight(page)).toEqual([]);
  await dialog.getByRole('textbox').fill('Tea & Co.');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Tea & Co. deleted').waitFor();
  await page.waitForURL((url) => !url.pathname.includes(store.id));
  await pageSettled(page);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('refuses to delete the account of an only owner and deletes it once they own no store', async () => {
  const { context, page } = await visit(browser, origin, store, 'settings');
  const remove = async () => {
    await page.goto(`${origin}/account`);
    await pageSettled(page);
    await page.getByRole('button', { name: 'Delete your account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(store.email);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  };
  await remove();
  await page.getByText('A store needs at least one owner', { exact: false }).waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await outstep.operator(store.id, 'move_store', {});
  await outstep.core.database
    .forStore(store.id)
    .rows({ statement: { name: 'test_no_members', text: 'delete from store_members' }, values: [] });
  await remove();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await context.close();
});

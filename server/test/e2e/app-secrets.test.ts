import { beforeEach, expect, test } from 'vitest';
import { appCall, findingsAtNight, waitForExpression } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { chooseFromMenu, colleague, hostileTexts, visit } from '../harness/app-visit.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;

beforeEach(async () => {
  store = await emptyStore(browser, origin);
});

const post = (path: string, body: object) =>
  appCall<{ id: string }>(store.owner, origin, 'POST', `/app/api/stores/${store.id}${path}`, body);

test('adds, updates and deletes a secret by keyboard without ever showing its value', async () => {
  const { context, page, wrongs } = await visit(browser, origin, store, 'secrets');
  await page.getByText('No secrets yet').waitFor();
  await page.getByRole('button', { name: 'Add secret' }).press('Enter');
  const adding = page.getByRole('dialog', { name: 'Add secret' });
  await adding.waitFor();
  await page.keyboard.type('1 token');
  await page.keyboard.press('Enter');
  await adding.getByText('Enter at least one host, or choose “Any host”.').waitFor();
  const hosts = adding.getByRole('textbox', { name: 'Hosts' });
  await hosts.fill('*.com');
  await adding.getByRole('textbox', { name: 'Name' }).press('Enter');
  await adding.getByText(/also matches hosts that belong to others/).waitFor();
  await hosts.fill('api.example.com\nAPI.example.com:8443');
  await adding
    .getByText('Use up to 100 letters, digits and underscores. Don’t start with a digit.')
    .waitFor();
  await adding.getByText('Required').waitFor();
  await adding.getByRole('textbox', { name: 'Name' }).fill('SHOP_TOKEN');
  await adding.getByLabel('Value', { exact: true }).fill('first-hidden-value');
  await adding.getByText('{{ secrets.SHOP_TOKEN }}').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Secrets' });
  await table.getByText('SHOP_TOKEN').waitFor();
  await table.getByText('api.example.com, api.example.com:8443').waitFor();

  const choose = async (name: string) => {
    await waitForExpression(page, 'document.querySelector("[role=dialog]") === null');
    await chooseFromMenu(page, 'SHOP_TOKEN', name);
    // Until the dialog has focus, keys go to the element that opened it.
    await waitForExpression(page, 'document.activeElement.closest("[role=dialog]") !== null');
  };
  await choose('Set new value');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Required').waitFor();
  await page.getByLabel('Value', { exact: true }).fill('second-hidden-value');
  await page.keyboard.press('Enter');
  await page.getByText('Value of SHOP_TOKEN saved').waitFor();
  await choose('Edit description');
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('For the shop');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await table.getByText('For the shop').waitFor();
  expect(await page.content()).not.toContain('hidden-value');

  await page.getByRole('button', { name: 'Add secret' }).click();
  await adding.getByRole('textbox', { name: 'Name' }).fill('SHOP_TOKEN');
  await adding.getByRole('radio', { name: 'Any host' }).check();
  await adding.getByLabel('Value', { exact: true }).fill('third');
  await page.keyboard.press('Enter');
  await adding.getByText('A secret with this name already exists.').waitFor();
  await page.keyboard.press('Escape');
  await adding.waitFor({ state: 'hidden' });
  await choose('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No secrets yet').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('an owner restricts an open secret to the hosts that use it; an editor is referred to an owner', async () => {
  await post('/secrets', { name: 'OPEN', value: 'x', allowInEmail: true });
  const url = 'https://warehouse.example/{{ secrets.OPEN }}';
  await post('/http-requests', { name: 'Notify', method: 'GET', url });
  const state = await colleague(browser, origin, store, 'editor');
  const editor = await visit(browser, origin, store, 'secrets', { state });
  await editor.page.getByText(/Ask an owner to restrict them/).waitFor();
  await editor.page.getByRole('button', { name: 'Actions for OPEN' }).click();
  await editor.page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  expect(await editor.page.getByRole('menuitem', { name: 'Change where it can be sent' }).count()).toBe(0);
  await editor.context.close();

  const { context, page, wrongs } = await visit(browser, origin, store, 'secrets');
  const warning = page.getByText('1 secret on this page can be sent to any host');
  await warning.waitFor();
  const row = page.getByRole('row', { name: /OPEN/ });
  await row.getByText('Allowed in emails').waitFor();
  await chooseFromMenu(page, 'OPEN', 'Change where it can be sent');
  const dialog = page.getByRole('dialog', { name: 'Where OPEN can be sent' });
  const hosts = dialog.getByRole('textbox', { name: 'Hosts' });
  expect(await hosts.inputValue()).toBe('warehouse.example');
  await hosts.fill('');
  await dialog.getByRole('button', { name: 'Add warehouse.example' }).click();
  await dialog.getByRole('switch', { name: 'Allow in emails' }).uncheck();
  expect(await findingsAtNight(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('warehouse.example', { exact: true }).waitFor();
  await warning.waitFor({ state: 'detached' });
  expect(await row.getByText('Allowed in emails').count()).toBe(0);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('refuses to delete a secret in use and names its users, even those added after loading', async () => {
  await post('/secrets', { name: 'USED', value: 'x' });
  await post('/secrets', { name: 'FREE', value: 'x' });
  const request = (name: string, secret: string) =>
    post('/http-requests', { name, method: 'GET', url: `https://a.example/{{ secrets.${secret} }}` });
  await request('Tell the warehouse', 'USED');
  const { context, page } = await visit(browser, origin, store, 'secrets');
  await page.getByRole('row', { name: /USED/ }).getByText('HTTP request “Tell the warehouse”').waitFor();
  const remove = (name: string) => chooseFromMenu(page, name, 'Delete');
  await remove('USED');
  const inUse = page.getByRole('dialog', { name: 'USED is in use' });
  await inUse.getByText('HTTP request “Tell the warehouse”').waitFor();
  expect(await inUse.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await inUse.waitFor({ state: 'hidden' });
  await request('Late', 'FREE');
  await remove('FREE');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('It wasn’t deleted, because it’s now used by request "Late".').waitFor();
  await context.close();
});

test('a viewer sees names and usage read-only; stored text is escaped', async () => {
  for (const [at, text] of hostileTexts.entries()) {
    await post('/secrets', { name: `S_${at}`, value: text, description: text });
    const hostile = text.replaceAll('{', '(');
    await post('/http-requests', {
      name: hostile,
      method: 'GET',
      url: `https://a.example/{{ secrets.S_${at} }}`,
    });
  }
  const state = await colleague(browser, origin, store, 'viewer');
  const { context, page, wrongs } = await visit(browser, origin, store, 'secrets', { state });
  await page.getByText(hostileTexts[0] as string, { exact: true }).waitFor();
  await page.getByText(`HTTP request “${hostileTexts[0]}”`).waitFor();
  expect(await page.getByRole('button', { name: /Add secret|Actions for/ }).count()).toBe(0);
  expect(await wrongs()).toEqual([]);
  await context.close();
  const own = await visit(browser, origin, store, 'secrets?new=1');
  await own.page.getByRole('dialog', { name: 'Add secret' }).waitFor();
  expect(await own.wrongs()).toEqual([]);
  await own.context.close();
});

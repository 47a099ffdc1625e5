import { beforeEach, expect, test } from 'vitest';
import { appCall, becomesTrue, seriousFindings } from '../harness/app.ts';
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

test('a secret is added by keyboard, given a new value and a description, and deleted; its value is on no page', async () => {
  const { context, page, wrongs } = await visit(browser, origin, store, 'secrets');
  await page.getByText('No secrets yet').waitFor();
  await page.getByRole('button', { name: 'Add a secret' }).press('Enter');
  const adding = page.getByRole('dialog', { name: 'Add a secret' });
  await adding.waitFor();
  await page.keyboard.type('1 token');
  await page.keyboard.press('Enter');
  await adding.getByText('Letters, digits and _ only, at most 100, no digit first.').waitFor();
  await adding.getByText('Required').waitFor();
  await adding.getByRole('textbox', { name: 'Name' }).fill('SHOP_TOKEN');
  await adding.getByLabel('Value', { exact: true }).fill('first-hidden-value');
  await adding.getByText('{{ secrets.SHOP_TOKEN }}').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Secrets' });
  await table.getByText('SHOP_TOKEN').waitFor();

  const choose = async (name: string) => {
    await becomesTrue(page, 'document.querySelector("[role=dialog]") === null');
    await chooseFromMenu(page, 'SHOP_TOKEN', name);
    // Before it has the focus, keys go to what opened it.
    await becomesTrue(page, 'document.activeElement.closest("[role=dialog]") !== null');
  };
  await choose('Set a new value');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Required').waitFor();
  await page.getByLabel('Value', { exact: true }).fill('second-hidden-value');
  await page.keyboard.press('Enter');
  await page.getByText('The value of SHOP_TOKEN is saved').waitFor();
  await choose('Change the description');
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('For the shop');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await table.getByText('For the shop').waitFor();
  expect(await page.content()).not.toContain('hidden-value');

  await page.getByRole('button', { name: 'Add a secret' }).click();
  await adding.getByRole('textbox', { name: 'Name' }).fill('SHOP_TOKEN');
  await adding.getByLabel('Value', { exact: true }).fill('third');
  await page.keyboard.press('Enter');
  await adding.getByText('There is a secret with this name already.').waitFor();
  await page.keyboard.press('Escape');
  await adding.waitFor({ state: 'hidden' });
  await choose('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No secrets yet').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('what uses a secret is named, and it is kept; also when it is used only since the page was read', async () => {
  await post('/secrets', { name: 'USED', value: 'x' });
  await post('/secrets', { name: 'FREE', value: 'x' });
  const request = (name: string, secret: string) =>
    post('/http-requests', { name, method: 'GET', url: `https://a.example/{{ secrets.${secret} }}` });
  await request('Tell the warehouse', 'USED');
  const { context, page } = await visit(browser, origin, store, 'secrets');
  await page.getByRole('row', { name: /USED/ }).getByText('Request “Tell the warehouse”').waitFor();
  const remove = (name: string) => chooseFromMenu(page, name, 'Delete');
  await remove('USED');
  const inUse = page.getByRole('dialog', { name: 'USED is in use' });
  await inUse.getByText('Request “Tell the warehouse”').waitFor();
  expect(await inUse.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await inUse.waitFor({ state: 'hidden' });
  await request('Late', 'FREE');
  await remove('FREE');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Meanwhile it is in use by request "Late". It was kept.').waitFor();
  await context.close();
});

test('a viewer sees names and uses and changes nothing; stored texts run nothing', async () => {
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
  await page.getByText(`Request “${hostileTexts[0]}”`).waitFor();
  expect(await page.getByRole('button', { name: /Add a secret|Actions for/ }).count()).toBe(0);
  expect(await wrongs()).toEqual([]);
  await context.close();
  const own = await visit(browser, origin, store, 'secrets?new=1');
  await own.page.getByRole('dialog', { name: 'Add a secret' }).waitFor();
  expect(await own.wrongs()).toEqual([]);
  await own.context.close();
});

import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appCall, appearances, findingsAtNight, overflows, pageSettled, show } from '../harness/app.ts';
import { HOSTILE, inviteMember } from '../harness/app-person.ts';
import { chooseFromMenu } from '../harness/app-visit.ts';
import { referringSteps } from '../harness/layouts.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { startTarget, type Target } from '../harness/target.ts';

const TOKEN = 'canary-of-the-warehouse-71d8e64a';

const { outstep, browser, origin } = await sharedApp();

let target: Target;
let storeId: string;
let editor: BrowserContext;
let page: Page;

beforeAll(async () => {
  target = await startTarget();
  storeId = await outstep.newStore();
  await outstep.operator(storeId, 'set_secret', { name: 'WAREHOUSE', value: TOKEN });
  editor = await inviteMember(browser, outstep, storeId, 'editor');
});
afterAll(() => target?.close());
beforeEach(async () => {
  target.received = [];
  target.answer = (response) => response.end('{"accepted":true}');
  page = await editor.newPage();
  return () => page.close();
});

const at = (path: string) => `${origin}/stores/${storeId}/${path}`;
const call = <T>(method: string, path: string, data?: unknown) =>
  appCall<T>(editor, origin, method, `/app/api/stores/${storeId}${path}`, data);
const newRequest = async (fields: object) =>
  (await call<{ id: string }>('POST', '/http-requests', { url: `${target.origin}/orders`, ...fields })).id;
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('creates the first request by keyboard with variables and secrets, and runs it', async () => {
  await page.goto(at('http-requests'));
  await page.getByText('No HTTP requests yet').waitFor();
  await page.getByRole('link', { name: 'New request' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New HTTP request' }).waitFor();
  await pageSettled(page);

  await field('Test values').fill('{"order":{"id":1001}}');
  await field('Name').focus();
  await page.keyboard.type('Tell the warehouse');
  await field('URL').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`${target.origin}/orders/{{ order`);
  await page.getByRole('option', { name: 'variables.order', exact: true }).waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await field('URL').inputValue()).toBe(`${target.origin}/orders/{{ variables.order.id }}`);

  await button('Add header').focus();
  await page.keyboard.press('Enter');
  await field('Name of header 1').focus();
  await page.keyboard.type('Authorization');
  await field('Value of header 1').focus();
  await page.keyboard.type('Bearer ');
  await button('Insert a variable or secret: Value of header 1').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'secrets.WAREHOUSE' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  await page.keyboard.type('{{ WARE');
  await page.getByRole('option', { name: 'secrets.WAREHOUSE' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await field('Value of header 1').inputValue()).toBe('Bearer {{ secrets.WAREHOUSE }}');
  expect(await button('Run').isDisabled()).toBe(true);
  await button('Save').focus();
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Tell the warehouse', level: 1 }).waitFor();
  await button('Run').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Request completed').waitFor();
  expect(target.received).toMatchObject([
    { method: 'POST', url: '/orders/1001', headers: { authorization: `Bearer ${TOKEN}` } },
  ]);
  await page.getByRole('region', { name: 'Sent', exact: true }).getByText('/orders/1001').waitFor();
  const answer = page.getByRole('region', { name: 'Response', exact: true });
  await answer.getByText('200', { exact: true }).waitFor();
  await answer.getByText(/Duration [\d.,]+ m?s/).waitFor();
  await answer.getByText('"accepted": true').waitFor();
  expect(await page.content()).not.toContain(TOKEN);
  expect(await findingsAtNight(page)).toEqual([]);
  await page.getByRole('link', { name: 'View in History' }).click();
  await page.getByRole('region', { name: 'Details' }).getByText('Test', { exact: true }).waitFor();
});

nightlyOnly("shows a failing target's response as escaped text", async () => {
  target.answer = (response) => {
    response.writeHead(500, { 'content-type': 'text/html', 'x-note': 'javascript:window.ran=1' });
    response.end(HOSTILE);
  };
  const id = await newRequest({
    ...{ name: HOSTILE, description: HOSTILE, body: HOSTILE, method: 'POST' },
    headers: { 'X-Note': HOSTILE },
    testVariables: { [HOSTILE]: HOSTILE },
  });
  await page.goto(at('http-requests'));
  await page.getByRole('link', { name: HOSTILE }).click();
  await page.waitForURL(new RegExp(id));
  await button('Run').click();
  await page.getByText('Request failed').waitFor();
  await page.getByText('the server responded with 500').first().waitFor();
  expect(await page.getByRole('region', { name: 'Response: Body' }).textContent()).toContain('<script>');
  expect(await page.evaluate('window.ran')).toBeUndefined();
});

nightlyOnly('shows errors at their fields: URL, header, Liquid and test values', async () => {
  await page.goto(at('http-requests/new'));
  await field('URL').fill('ftp://example.com');
  await button('Add header').click();
  await field('Name of header 1').fill('Host');
  await field('Value of header 1').fill('x');
  await button('Save').click();
  await page.getByText('must start with http:// or https://').waitFor();
  await page.getByText('cannot be set').waitFor();
  await page.locator('input:focus').waitFor();
  await button('Remove header 1').click();
  await field('URL').fill(`${target.origin}/{% if %}`);
  await field('Test values').fill('[1]');
  await button('Save').click();
  await page.getByText('Enter a JSON object').waitFor();
  await field('Test values').fill('{}');
  await button('Save').click();
  await page.locator('.mantine-InputWrapper-error').first().waitFor();
  expect(page.url()).toMatch(/new$/);
});

nightlyOnly(
  "412: saving over someone else's change says so, keeps your version and offers to load theirs",
  async () => {
    const id = await newRequest({ name: 'Shared', body: { count: 1 } });
    await page.goto(at(`http-requests/${id}`));
    await field('Description').fill('mine');
    await page.getByText('No workflow used this in the last 30 days.').waitFor();
    await call('PATCH', `/http-requests/${id}`, { description: 'theirs' });
    await button('Save').click();
    await page.getByText('Someone else changed this request').waitFor();
    expect(await field('Description').inputValue()).toBe('mine');
    await button('Discard mine, use theirs').click();
    await page.getByText('theirs', { exact: true }).waitFor();
    await field('Name').fill('Shared by two');
    await button('Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await call('GET', `/http-requests/${id}`)).toMatchObject({
      name: 'Shared by two',
      description: 'theirs',
      body: { count: 1 },
    });
  },
);

test('finds a request and deletes it after naming its workflows; read-only for viewers (contract: The app 4)', async () => {
  const id = await newRequest({ name: 'Short-lived' });
  await referringSteps(outstep.core, storeId, id, 1);
  const viewer = await inviteMember(browser, outstep, storeId, 'viewer');
  const theirs = await viewer.newPage();
  await theirs.goto(at(`http-requests/${id}`));
  await theirs.getByText('Editors and owners can change and run it.').waitFor();
  expect(await theirs.getByRole('textbox', { name: 'Name', exact: true }).isDisabled()).toBe(true);
  expect(await theirs.getByRole('button', { name: /^(Save|Run)$/ }).count()).toBe(0);
  await theirs.goto(at('http-requests'));
  await theirs.getByRole('link', { name: 'Short-lived' }).waitFor();
  expect(await theirs.getByRole('link', { name: 'New request' }).count()).toBe(0);
  expect(await theirs.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
  await viewer.close();

  await page.goto(at('http-requests'));
  await field('Search requests').fill('short-l');
  await page.getByText('1 result', { exact: true }).waitFor();
  await chooseFromMenu(page, 'Short-lived', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete “Short-lived”?' });
  await dialog.getByText('1 workflow step uses this and will fail:').waitFor();
  await dialog.getByText('Order paid', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No results').waitFor();
  await page.goto(at(`http-requests/${id}`));
  await page.getByText('Not found. It may have been deleted.').waitFor();
});

test('shows a changed header among the versions, compares it and restores it with its credential (contract: HTTP requests 12)', async () => {
  const id = await newRequest({
    name: 'Tell Cedar',
    headers: { 'X-Api-Key': 'first-horse-42', 'X-Shop': 'one' },
  });
  await call('PATCH', `/http-requests/${id}`, { headers: { 'X-Shop': 'two' } });
  await page.goto(at(`http-requests/${id}`));
  const versions = page.getByRole('region', { name: 'Versions', exact: true });
  await versions.getByText('Changed headers').waitFor();
  await versions.getByRole('button', { name: 'Compare version 1 with the current version' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('headers.X-Api-Key').waitFor();
  await dialog.getByText('********').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await versions.getByText('Restored version 1').waitFor();
  await expect.poll(() => field('Value of header 1').inputValue()).toBe('********');
  await button('Run').click();
  await page.getByText('Request completed').waitFor();
  expect(target.received.at(-1)?.headers).toMatchObject({ 'x-api-key': 'first-horse-42', 'x-shop': 'one' });
  expect(await page.content()).not.toContain('first-horse-42');
});

test('compares the request before and after a save without calling anything (contract: HTTP requests 14)', async () => {
  const id = await newRequest({
    ...{ name: 'Tell Birch', method: 'POST', testVariables: { order: { id: 7 } } },
    headers: { 'X-Api-Key': 'first-horse-42', 'X-Shop': 'one', 'X-Secret': '{{ secrets.WAREHOUSE }}' },
    body: '{"order":"{{ variables.order.id }}","note":"old"}',
  });
  await page.goto(at(`http-requests/${id}`));
  const opener = button('Compare changes');
  const dialog = page.getByRole('dialog', { name: 'Compare changes' });
  const closed = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((each) => each.matches(':focus'))).toBe(true);
  };
  await field('Description').fill('Only for us');
  await opener.click();
  await dialog.getByText('The request stays the same.', { exact: true }).waitFor();
  await closed();

  await field('Body').fill('{"order":"{{ variables.order.id }}","note":"<img src=x onerror=window.ran=1>"}');
  await field('Value of header 1').fill('second-horse-43');
  await opener.click();
  await dialog.getByText('2 parts of the request changed:').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'X-Api-Key · changed (in values that are masked or hidden)',
    'Body · changed',
  ]);
  const marked = (pane: string) =>
    dialog.getByRole('region', { name: pane }).locator('[data-sign] > span:last-child').allTextContents();
  expect(await marked('Saved version')).toEqual(['X-Api-Key: ********', '  "note": "old"']);
  expect(await marked('Your changes')).toEqual([
    'X-Api-Key: ********',
    '  "note": "<img src=x onerror=window.ran=1>"',
  ]);
  await dialog.getByText('X-Secret: [secret:WAREHOUSE]').first().waitFor();
  for (const look of appearances) {
    await show(page, look);
    expect(await findingsAtNight(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  }
  await closed();

  await field('Body').fill('{% if %}');
  await opener.click();
  await dialog.getByText('This request can’t be sent:').waitFor();
  await dialog.getByText(/^Body: Liquid: /).waitFor();
  await dialog.getByText('"note": "old"').waitFor();
  await closed();
  await field('Test values').fill('[1]');
  await opener.click();
  await dialog.getByText('Enter a JSON object').waitFor();
  expect(await page.content()).not.toContain('first-horse-42');
  expect(await page.evaluate('window.ran')).toBeUndefined();
  expect(target.received).toEqual([]);
});

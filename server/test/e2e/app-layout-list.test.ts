import { beforeAll, expect, test } from 'vitest';
import { appCall, findingsAtNight, overflows } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { chooseFromMenu, colleague, visit } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin, outstep } = await sharedApp();

const PATIENCE_MS = 60_000;

let store: FilledStore;
const call = <T = { id: string }>(method: string, path: string, data?: unknown) =>
  appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data);

beforeAll(async () => {
  store = await emptyStore(browser, origin);
  for (const name of ['Bean', 'apple', 'Cherry'])
    await call('POST', '/email-templates', { name, subject: `About ${name}` });
});

test('sorts by column header by keyboard and keeps the order in the URL', async () => {
  const { context, page, wrongs } = await visit(browser, origin, store, 'layouts');
  const table = page.getByRole('table', { name: 'Layouts' });
  const names = () => table.getByRole('link').allTextContents();
  const sorted = (...expected: string[]) => expect.poll(names, { timeout: PATIENCE_MS }).toEqual(expected);
  const sortOf = (name: string) => table.getByRole('columnheader', { name }).getAttribute('aria-sort');
  await sorted('Cherry', 'apple', 'Bean');
  expect(await Promise.all(['Name', 'Last updated', 'Created'].map(sortOf))).toEqual([
    'none',
    'descending',
    'none',
  ]);

  const head = table.getByRole('button', { name: 'Name' });
  await head.press('Enter');
  await sorted('apple', 'Bean', 'Cherry');
  expect(await Promise.all(['Name', 'Last updated', 'Created'].map(sortOf))).toEqual([
    'ascending',
    'none',
    'none',
  ]);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('name');
  expect(await page.locator(':focus').textContent()).toBe('Name');
  await head.press('Enter');
  await sorted('Cherry', 'Bean', 'apple');
  expect(await sortOf('Name')).toBe('descending');
  await page.reload();
  await sorted('Cherry', 'Bean', 'apple');
  await table.getByRole('button', { name: 'Created' }).click();
  await table.getByRole('button', { name: 'Created' }).click();
  await sorted('Bean', 'apple', 'Cherry');
  expect(await findingsAtNight(page)).toEqual([]);
  // The default order needs no query parameter.
  await table.getByRole('button', { name: 'Last updated' }).click();
  await expect.poll(() => new URL(page.url()).search, { timeout: PATIENCE_MS }).toBe('');
  expect(await wrongs()).toEqual([]);
  await context.close();
});

nightlyOnly('sorts from a select on a phone', async () => {
  const look = { device: 'phone', scheme: 'light' } as const;
  const { context, page } = await visit(browser, origin, store, 'layouts', { look });
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Name, ascending' }).click();
  const cards = page.getByRole('list', { name: 'Layouts' });
  await expect
    .poll(() => cards.getByRole('link').allTextContents(), { timeout: PATIENCE_MS })
    .toEqual(['apple', 'Bean', 'Cherry']);
  expect(await overflows(page)).toBe(false);
  expect(await findingsAtNight(page)).toEqual([]);
  await context.close();
});

test('duplicates a layout from list and page with a localized name and shows errors', async () => {
  const { context, page, wrongs } = await visit(browser, origin, store, 'layouts');
  await chooseFromMenu(page, 'Bean', 'Duplicate');
  await page.getByText('“Copy of Bean” created').waitFor();
  await page.getByRole('link', { name: 'Copy of Bean' }).click();
  await page.getByRole('heading', { name: 'Copy of Bean' }).waitFor();
  await page.getByRole('button', { name: 'Duplicate layout' }).press('Enter');
  await page.getByRole('heading', { name: 'Copy of Copy of Bean' }).waitFor();
  expect(await page.locator(':focus').textContent()).toBe('Copy of Copy of Bean');
  await outstep.operator(store.id, 'set_limits', { limits: ['layouts=5'] });
  await page.getByRole('button', { name: 'Duplicate layout' }).click();
  await page.getByText(/limit of 5 layouts has been reached/).waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();

  const state = await colleague(browser, origin, store, 'viewer');
  const reader = await visit(browser, origin, store, 'layouts', { state, locale: 'de' });
  await reader.page.getByRole('link', { name: 'Copy of Bean', exact: true }).click();
  await reader.page.getByRole('heading', { name: 'Copy of Bean' }).waitFor();
  expect(await reader.page.getByRole('button', { name: 'Layout duplizieren' }).count()).toBe(0);
  await reader.context.close();
});

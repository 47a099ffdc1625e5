import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { suppress } from '../../src/features/sending/unsubscribes/change-unsubscribes.ts';
import { appCall, findingsAtNight } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague, uploadTo, visit } from '../harness/app-visit.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { sendingContext } from '../unsubscribes/mailing.ts';

const { browser, origin, outstep } = await sharedApp();

let store: FilledStore;

beforeEach(async () => {
  store = await emptyStore(browser, origin);
});

const add = (email: string) =>
  appCall(store.owner, origin, 'POST', `/app/api/stores/${store.id}/unsubscribes`, { email });

test('adds, finds and resubscribes an address by keyboard', async () => {
  const { context, page, wrongs } = await visit(browser, origin, store, 'unsubscribes');
  await page.getByText('No unsubscribes yet').waitFor();
  await page.getByRole('button', { name: 'Add address' }).press('Enter');
  const adding = page.getByRole('dialog', { name: 'Add address' });
  await adding.waitFor();
  await page.keyboard.type('not an address');
  await page.keyboard.press('Enter');
  await adding.getByText('Enter one email address, such as maria@example.com.').waitFor();
  await adding.getByRole('textbox', { name: 'Email' }).fill('Anna@Example.com');
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Unsubscribes' });
  await table.getByText('anna@example.com').waitFor();
  await add('bert@example.com');
  await page.getByRole('textbox', { name: 'Search addresses' }).fill('BERT');
  await table.getByText('bert@example.com').waitFor();
  expect(await table.getByText('anna@example.com').count()).toBe(0);

  await page.getByRole('button', { name: 'Resubscribe: bert@example.com' }).press('Enter');
  await page.getByRole('dialog').getByText('Only do this if the person asked for it').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Resubscribe: bert@example.com' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Resubscribe' }).press('Enter');
  await page.getByText('bert@example.com resubscribed').waitFor();
  await page.getByText('No results').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('checks a file, asks for what it does not contain, imports it and reports the result; exports all (contract: Unsubscribing and erasing 7)', async () => {
  await add('old@example.com');
  const { context, page } = await visit(browser, origin, store, 'unsubscribes');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import addresses' });
  const choose = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const next = () => dialog.getByRole('button', { name: 'Continue' }).click();
  const start = () => dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await next();
  await dialog.getByText('Choose a file first.').waitFor();
  await choose('open.csv', 'Name,Email\n"Anna,anna@example.com\nBert,bert@example.com\n');
  await next();
  await dialog.getByText('Line 2 has a quotation mark that is never closed').waitFor();
  await choose(
    'list.csv',
    'Name,Email\nAnna,anna@example.com\nOld,OLD@example.com\nNobody,none\nBert,bert@example.com\n',
  );
  await next();
  await dialog.getByText('3 lines with an address').waitFor();
  await dialog.getByText('Line 4: Not a valid address').waitFor();
  await start();
  await dialog.getByText('Choose what kind of addresses they are.').waitFor();
  await dialog.getByRole('radio', { name: 'People who unsubscribed' }).check();
  expect(await findingsAtNight(page)).toEqual([]);
  await page.route('**/unsubscribes/import?*', (route) => route.abort('connectionfailed'));
  await start();
  await dialog.getByText('Couldn’t reach the server.').waitFor();
  await page.unroute('**/unsubscribes/import?*');
  await start();
  await dialog.getByText('2 addresses unsubscribed').waitFor();
  await dialog.getByText('1 was already in the list').waitFor();
  await dialog.getByText('1 line can’t be imported').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('3 results').waitFor();

  await page.getByRole('button', { name: 'Import' }).click();
  await choose(
    'customers.csv',
    'email,status\na@x.example,Gold\nb@x.example,cleaned\nc@x.example,subscribed\n',
  );
  await next();
  await dialog.getByText('One status isn’t recognized.').waitFor();
  await start();
  await dialog.getByText('Choose what each status means.').waitFor();
  await dialog.getByRole('combobox', { name: 'Import “Gold” as' }).selectOption('Skipped');
  await start();
  await dialog.getByText('1 bounced address suppressed').waitFor();
  await dialog.getByText('2 lines skipped because of their status').waitFor();
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines[0]).toBe('address,source,createdAt,status');
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',')[0])
      .sort(),
  ).toEqual(['anna@example.com', 'bert@example.com', 'old@example.com']);
  await context.close();
});

test('denies access to viewers and escapes stored addresses', async () => {
  const hostile = [
    "'onerror=window.ran=1'@x.example",
    'javascript&#58;window.ran=1@x.example',
    '{{window.ran=1}}@x.example',
  ];
  await uploadTo(store, origin, '/unsubscribes/import?as=unsubscribed', 'list.txt', hostile.join('\n'));
  const { context, page, wrongs } = await visit(browser, origin, store, 'unsubscribes', { locale: 'de-DE' });
  const table = page.getByRole('table', { name: 'Abmeldungen' });
  await table.getByText('{{window.ran=1}}@x.example').waitFor();
  for (const button of await table.getByRole('button').all()) {
    await button.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  expect(await wrongs()).toEqual([]);
  await context.close();
  const state = await colleague(browser, origin, store, 'viewer');
  const theirs = await visit(browser, origin, store, 'unsubscribes', { state });
  await theirs.page.getByText('You don’t have access to this page').waitFor();
  expect(await theirs.page.getByRole('link', { name: 'Unsubscribes' }).count()).toBe(0);
  await theirs.context.close();
});

test('lists suppressed addresses with reason, date and email, and removes one after confirmation (contract: Unsubscribing and erasing 4)', async () => {
  const executionId = outstep.core.runtime.newId();
  await suppress(
    sendingContext(outstep, store.id),
    'gone@example.com',
    '550 5.1.1 no such user',
    executionId,
  );
  const { context, page, wrongs } = await visit(browser, origin, store, 'suppressions');
  const row = page.getByRole('row', { name: /gone@example\.com/ });
  await row.getByText('550 5.1.1 no such user').waitFor();
  await row.locator('time').waitFor();
  expect(await row.getByRole('link', { name: 'View email' }).getAttribute('href')).toMatch(
    new RegExp(`/history/${executionId}$`),
  );
  const button = row.getByRole('button', { name: 'Allow sending: gone@example.com' });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send to gone@example.com again?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('button:focus', { hasText: 'Allow sending' }).press('Enter');
  await dialog.getByRole('button', { name: 'Allow sending' }).press('Enter');
  await page.getByText('gone@example.com can receive email again').waitFor();
  await page.getByText('No suppressed addresses').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

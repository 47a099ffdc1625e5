import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { suppress } from '../../src/features/sending/unsubscribes/change-unsubscribes.ts';
import { appCall, seriousFindings } from '../harness/app.ts';
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

test('an address is added by keyboard, found, and subscribed again after a question', async () => {
  const { context, page, wrongs } = await visit(browser, origin, store, 'unsubscribes');
  await page.getByText('Nobody has unsubscribed').waitFor();
  await page.getByRole('button', { name: 'Add an address' }).press('Enter');
  const adding = page.getByRole('dialog', { name: 'Add an address' });
  await adding.waitFor();
  await page.keyboard.type('not an address');
  await page.keyboard.press('Enter');
  await adding.getByText('This is not an email address.').waitFor();
  await adding.getByRole('textbox', { name: 'Email' }).fill('Anna@Example.com');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Unsubscribes' });
  await table.getByText('anna@example.com').waitFor();
  await add('bert@example.com');
  await page.getByRole('textbox', { name: 'Search addresses' }).fill('BERT');
  await table.getByText('bert@example.com').waitFor();
  expect(await table.getByText('anna@example.com').count()).toBe(0);

  await page.getByRole('button', { name: 'Subscribe again: bert@example.com' }).press('Enter');
  await page.getByRole('dialog').getByText('Do this only if the person has asked for it').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Subscribe again: bert@example.com' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe again' }).press('Enter');
  await page.getByText('bert@example.com is subscribed again').waitFor();
  await page.getByText('Nothing found').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('a list is imported and told what became of it; without a file or a connection it says so; all are exported', async () => {
  await add('old@example.com');
  const { context, page } = await visit(browser, origin, store, 'unsubscribes');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import addresses' });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('Choose a file first.').waitFor();
  const csv = 'Name,Email\nAnna,anna@example.com\nOld,OLD@example.com\nNobody,none\nBert,bert@example.com\n';
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
  });
  await page.route('**/unsubscribes/import', (route) => route.abort('connectionfailed'));
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('The server cannot be reached.').waitFor();
  await page.unroute('**/unsubscribes/import');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('2 addresses are unsubscribed from now on').waitFor();
  await dialog.getByText('1 was unsubscribed already').waitFor();
  await dialog.getByText('1 line held no address and was passed over').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('3 entries').waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines[0]).toBe('address,source,createdAt');
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',')[0])
      .sort(),
  ).toEqual(['anna@example.com', 'bert@example.com', 'old@example.com']);
  await context.close();
});

test('a viewer is told that the page takes another role; stored addresses run nothing', async () => {
  const hostile = [
    "'onerror=window.ran=1'@x.example",
    'javascript&#58;window.ran=1@x.example',
    '{{window.ran=1}}@x.example',
  ];
  await uploadTo(store, origin, '/unsubscribes/import', 'list.txt', hostile.join('\n'));
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
  await theirs.page.getByText('Your role does not show this page').waitFor();
  expect(await theirs.page.getByRole('link', { name: 'Unsubscribes' }).count()).toBe(0);
  await theirs.context.close();
});

test('suppressed addresses say why, since when and after which mail, and get mail again after a question (contract: Unsubscribing and erasing 4)', async () => {
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
  expect(await row.getByRole('link', { name: 'See the mail' }).getAttribute('href')).toMatch(
    new RegExp(`/history/${executionId}$`),
  );
  const button = row.getByRole('button', { name: 'Send again: gone@example.com' });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send to gone@example.com again?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('button:focus', { hasText: 'Send again' }).press('Enter');
  await dialog.getByRole('button', { name: 'Send again' }).press('Enter');
  await page.getByText('gone@example.com gets mail again').waitFor();
  await page.getByText('No address is suppressed').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

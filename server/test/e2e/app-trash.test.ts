import { beforeAll, expect, test } from 'vitest';
import { appCall, findingsAtNight } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { chooseFromMenu, colleague, hostileTexts, uploadTo, visit } from '../harness/app-visit.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
});

const call = <T>(method: string, path: string, data?: unknown) =>
  appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data);

test('restores a layout from the trash and names the missing image', async () => {
  const { key } = await uploadTo(store, origin, '/files', 'notes.txt', 'Some notes.');
  const made = await call<{ id: string }>('POST', '/email-templates', {
    ...{ name: 'Receipt', subject: 'Thanks', bodyType: 'text', body: '<p>Hello</p>' },
    attachments: [{ filename: 'notes.txt', fileKey: key }],
  });
  const { context, page, wrongs } = await visit(browser, origin, store, 'layouts');
  await chooseFromMenu(page, 'Receipt', 'Delete');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('button[aria-label="Actions for Receipt"]:focus').waitFor();
  await chooseFromMenu(page, 'Receipt', 'Delete');
  await page.getByRole('dialog').getByText('You can restore it for 30 days.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('Moved to trash').waitFor();
  await call('DELETE', '/files', { key });
  await call('DELETE', '/deleted-files', { key });

  await page.getByRole('main').getByRole('link', { name: 'Trash' }).click();
  await page.getByText('Deleted by Maria Lindqvist').waitFor();
  await page.getByRole('button', { name: 'Restore: Receipt' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '“Receipt” restored with changes' });
  await dialog.getByText('attachments[0]').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Open' }).press('Enter');
  await page.waitForURL(`**/layouts/${made.id}`);
  await page.getByRole('heading', { name: 'Receipt' }).waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('deletes a request for good after confirmation; read-only for viewers; escapes names', async () => {
  for (const name of ['Tell', ...hostileTexts]) {
    const { id } = await call<{ id: string }>('POST', '/http-requests', { name, url: 'https://x.example/' });
    await call('DELETE', `/http-requests/${id}`);
  }
  const { context, page, wrongs } = await visit(browser, origin, store, 'trash', { locale: 'de-DE' });
  await page.getByRole('button', { name: 'Aktionen für Tell' }).click();
  await page.getByRole('menuitem', { name: 'Endgültig löschen' }).click();
  const dialog = page.getByRole('dialog', { name: '„Tell“ endgültig löschen?' });
  await dialog.getByRole('button', { name: 'Endgültig löschen' }).click();
  await page.getByText('Gelöscht', { exact: true }).last().waitFor();
  await page.getByRole('button', { name: 'Wiederherstellen: Tell' }).waitFor({ state: 'hidden' });
  expect(await wrongs()).toEqual([]);
  await context.close();
  const state = await colleague(browser, origin, store, 'viewer');
  const theirs = await visit(browser, origin, store, 'trash', { state });
  await theirs.page.getByText(String(hostileTexts[2])).waitFor();
  expect(await theirs.page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  await theirs.context.close();
});

import { Buffer } from 'node:buffer';
import { beforeEach, expect, test } from 'vitest';
import { appCall, findingsAtNight, waitForExpression } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague, hostileTexts, uploadTo, visit } from '../harness/app-visit.ts';
import { pngOf, useInLayout } from '../harness/files.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { compareScreenshot } from '../harness/picture.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { outstep, browser, origin } = await sharedApp();

let store: FilledStore;

beforeEach(async () => {
  store = await emptyStore(browser, origin);
});

const add = (name: string, bytes: Buffer | string) => uploadTo(store, origin, '/files', name, bytes);

test('uploads, previews and deletes an image and an attachment by keyboard', async () => {
  const { context, page, wrongs } = await visit(browser, origin, store, 'files');
  await page.getByText('No files yet').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([
    { name: 'logo.png', mimeType: 'image/png', buffer: await pngOf(320, 120) },
    { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Our terms') },
  ]);
  const table = page.getByRole('table', { name: 'Files' });
  await table.getByText('terms.txt').waitFor();
  await table.getByText('320 × 120 pixels').waitFor();
  await waitForExpression(page, 'document.querySelector("table img")?.naturalWidth === 320');
  await page.getByRole('button', { name: 'Clear finished uploads' }).click();

  await page.getByRole('button', { name: /^logo\.png/ }).focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'logo.png' });
  await details.getByRole('img', { name: 'Image logo.png' }).waitFor();
  expect(await details.getByRole('region', { name: 'Public URL' }).textContent()).toContain(
    `${origin}/files/${store.id}/f_`,
  );
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  // Focus returns to the control that opened the dialog.
  await waitForExpression(page, 'document.activeElement.textContent.startsWith("logo.png")');

  await page.getByRole('button', { name: 'Delete: terms.txt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('terms.txt deleted').waitFor();
  await table.getByText('terms.txt').waitFor({ state: 'detached' });
  expect(await table.getByText('logo.png').count()).toBe(1);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('uploads dropped files with progress; a damaged or oversized file fails alone', async () => {
  const { context, page } = await visit(browser, origin, store, 'files');
  let releaseUpload = () => {};
  const held = new Promise<void>((resolve) => {
    releaseUpload = resolve;
  });
  await page.route('**/files', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const picture = (await pngOf(40, 30)).toString('base64');
  // Like a drag from the desktop.
  await page.evaluate(`{
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob('${picture}'), (c) => c.charCodeAt(0))], 'tea.png'));
    transfer.items.add(new File([Uint8Array.from(atob('${picture.slice(0, 60)}'), (c) => c.charCodeAt(0))], 'torn.png'));
    transfer.items.add(new File([new Uint8Array(26 * 1024 * 1024)], 'film.mp4'));
    const area = [...document.querySelectorAll('p')].find((p) => p.textContent.startsWith('Drop files here'));
    area.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer: transfer }));
    area.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: transfer }));
  }`);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByRole('progressbar', { name: 'Uploading tea.png' }).waitFor({ state: 'attached' });
  await uploads.getByText('This file is larger than 25 MB').waitFor();
  releaseUpload();
  await uploads.getByText('Uploaded').waitFor();
  await uploads.getByText('This image is damaged. Try another file.').waitFor();
  await page.getByRole('table', { name: 'Files' }).getByText('tea.png').waitFor();
  expect(await page.getByRole('table', { name: 'Files' }).getByText('torn.png').count()).toBe(0);
  await context.close();
});

nightlyOnly('reports an upload without a connection, and succeeds on retry', async () => {
  const { context, page } = await visit(browser, origin, store, 'files');
  await page.route('**/files', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionfailed') : route.continue(),
  );
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer: await pngOf() });
  await page.getByText('Couldn’t reach the server.').waitFor();
  await page.unroute('**/files');
  await page.getByRole('button', { name: 'Try again: tea.png' }).click();
  await page.getByRole('table', { name: 'Files' }).getByText('tea.png').waitFor();
  await context.close();
});

nightlyOnly(
  "doesn't offer to delete a file in use; keeps one used in the meantime and names its user",
  async () => {
    const { key } = await add('logo.png', await pngOf());
    await useInLayout(outstep.core, store.id, 'Order confirmation', [key]);
    const late = await add('banner.png', await pngOf());
    const { context, page } = await visit(browser, origin, store, 'files');
    await page
      .getByRole('row', { name: /logo\.png/ })
      .getByText('Layout “Order confirmation”')
      .waitFor();
    await page.getByRole('button', { name: 'Delete: logo.png' }).click();
    const inUse = page.getByRole('dialog', { name: 'logo.png is in use' });
    await inUse.getByText('Layout “Order confirmation”').waitFor();
    await inUse.getByText('Impact: 1 layout · no runs in 30 days').waitFor();
    expect(await inUse.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await inUse.waitFor({ state: 'hidden' });

    await useInLayout(outstep.core, store.id, 'Newsletter', [late.key]);
    await page.getByRole('button', { name: 'Delete: banner.png' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('It wasn’t deleted, because it’s now used by layout "Newsletter".').waitFor();
    await context.close();
  },
);

nightlyOnly('a viewer sees files read-only', async () => {
  await add('logo.png', await pngOf());
  const state = await colleague(browser, origin, store, 'viewer');
  const { context, page } = await visit(browser, origin, store, 'files', { state, locale: 'de-DE' });
  await page.getByRole('table', { name: 'Dateien' }).getByText('logo.png').waitFor();
  expect(await page.getByRole('button', { name: /Löschen|auswählen/ }).count()).toBe(0);
  expect(await page.locator('input[type=file]').count()).toBe(0);
  await context.close();
});

test('escapes file names in list, details, dialogs and search', async () => {
  const keys: string[] = [];
  for (const text of hostileTexts) keys.push((await add(`${text}.txt`, 'text')).key);
  await useInLayout(outstep.core, store.id, hostileTexts[0] as string, keys.slice(0, 1));
  const { context, page, wrongs } = await visit(browser, origin, store, 'files');
  expect(await page.getByRole('table', { name: 'Files' }).getByRole('row').count()).toBe(6);
  const buttons = await page.getByRole('table').getByRole('button').all();
  expect(buttons.length).toBe(2 * hostileTexts.length);
  for (const button of buttons) {
    await button.click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await page.getByRole('textbox', { name: 'Search file names' }).fill('<svg');
  await page.getByText('1 result').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('shows which versions use a file before it is deleted, lists it afterward, and deletes it permanently (contract: Senders, secrets, files 15)', async () => {
  const { key } = await add('summer.txt', 'Summer sale');
  const call = <T>(method: string, path: string, data?: unknown) =>
    appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data);
  const { id } = await call<{ id: string }>('POST', '/email-templates', {
    ...{ name: 'Summer', subject: 'Sale', bodyType: 'text', body: '<p>Hello</p>' },
    attachments: [{ filename: 'summer.txt', fileKey: key }],
  });
  await call('PATCH', `/email-templates/${id}`, { attachments: [] });
  const { context, page, wrongs } = await visit(browser, origin, store, 'files');
  await page.getByRole('button', { name: 'Delete: summer.txt' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete summer.txt?' });
  await asked.getByText('Restoring one also restores it').waitFor();
  await asked.getByText('Layout “Summer” (1 version)').waitFor();
  await compareScreenshot(page, 'deleted-files-asked');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('summer.txt deleted').waitFor();
  await page.getByRole('button', { name: 'Deleted files' }).click();
  const table = page.getByRole('table', { name: 'Deleted files' });
  await table.getByText('Layout “Summer” (1 version)').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await compareScreenshot(page, 'deleted-files');
  await page.getByRole('button', { name: 'Delete now: summer.txt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete now' }).click();
  await page.getByText('No deleted files').waitFor();
  await page.getByRole('button', { name: 'All files' }).click();
  await page.getByText('No files yet').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

import { beforeAll, expect, test } from 'vitest';
import { appCall, findingsAtNight, pageSettled, show } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { uploadTo, visit } from '../harness/app-visit.ts';
import { freePort } from '../harness/free-port.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
});

const call = <T>(method: string, path: string, data?: unknown) =>
  appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data);

test('the command palette finds records by name, and audit entries link to them', async () => {
  const made = await call<{ id: string }>('POST', '/email-templates', { name: 'Invoice 7', subject: 'S' });
  await uploadTo(store, origin, '/files', 'invoice.txt', 'Some text.');
  const gone = await call<{ id: string }>('POST', '/email-templates', { name: 'Old invoice', subject: 'S' });
  await call('DELETE', `/email-templates/${gone.id}`);
  const { context, page, wrongs } = await visit(browser, origin, store, 'audit-log');
  const table = page.getByRole('table', { name: 'Audit log' });
  await table.getByText('Layout deleted').first().waitFor();
  await table.getByRole('row', { name: /Layout deleted Old invoice In trash/ }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/email-templates?')) asked.push(request.url());
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search pages, actions and records' }).waitFor();
  await page.keyboard.type('invoice');
  await page.getByRole('button', { name: 'invoice.txt' }).waitFor();
  expect(asked.length).toBeLessThan('invoice'.length);
  expect(await page.getByRole('button', { name: 'Old invoice' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await table.getByRole('link', { name: 'Invoice 7' }).press('Enter');
  await page.waitForURL(`**/layouts/${made.id}`);
  await page.locator('h1:focus', { hasText: 'Invoice 7' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('maria');
  await page.getByRole('button', { name: /Maria Lindqvist/ }).waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('shows server messages in German: failed runs and field errors (contract: The app 8)', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/orders`;
  const { id } = await call<{ id: string }>('POST', '/http-requests', { name: 'Tell', url });
  const { context, page, wrongs } = await visit(browser, origin, store, `http-requests/${id}`, {
    locale: 'de-DE',
  });
  await page.getByRole('button', { name: 'Ausführen', exact: true }).click();
  const why = `127.0.0.1 nimmt an Port ${port} keine Verbindungen an`;
  await page.getByText(why, { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill('ftp://example.com/');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page.getByText('Muss mit http:// oder https:// beginnen').waitFor();
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill(url);
  await page.goto(`${origin}/stores/${store.id}/history`);
  await page.getByText(why).waitFor();
  await page.getByRole('link', { name: 'Tell', exact: true }).click();
  await page.getByRole('heading', { name: 'Tell' }).waitFor();
  expect(await page.getByText(why).count()).toBeGreaterThan(1);
  expect(await page.getByText('refuses connections').count()).toBe(0);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

nightlyOnly('keeps Save visible at the top of long editors, on a phone too', async () => {
  const layout = await call<{ id: string }>('POST', '/email-templates', { name: 'Long', subject: 'S' });
  const preset = await uploadTo(store, origin, '/presets?kind=footer&name=Foot', 'f.json', '[]');
  const { context, page } = await visit(browser, origin, store, 'settings', {
    look: { device: 'phone', scheme: 'light' },
  });
  await page.getByRole('textbox', { name: 'Company details' }).fill('Tea & Co.');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const isInSight = async () => {
    const [box, height] = [await save.boundingBox(), page.viewportSize()?.height ?? 0];
    return box !== null && box.y >= 0 && box.y + box.height <= height;
  };
  await page.keyboard.press('Control+Home');
  expect(await isInSight(), 'settings').toBe(true);
  await page.getByRole('button', { name: 'Discard' }).click();
  const paths = [
    `layouts/${layout.id}`,
    `layouts/${layout.id}?tab=details`,
    `presets/${preset.id}`,
    'http-requests/new',
  ];
  for (const path of paths) {
    await page.goto(`${origin}/stores/${store.id}/${path}`);
    await pageSettled(page);
    for (const device of ['phone', 'desktop'] as const) {
      await show(page, { device, scheme: 'light' });
      expect(await isInSight(), `${path} ${device}`).toBe(true);
    }
  }
  await context.close();
});

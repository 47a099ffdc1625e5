import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOptions, launchChromium, pagePaths, seriousFindings, settled } from '../harness/app.ts';
import { fillHistory } from '../harness/app-history.ts';
import { devices, inspect } from '../harness/app-inspect.ts';
import { type FilledStore, filledStore } from '../harness/app-store.ts';
import { freePort } from '../harness/free-port.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';

let outstep: Outstep;
let browser: Browser;
let origin: string;
let store: FilledStore;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  outstep = await startOutstep({ env: { PORT: String(port), OUTSTEP_BASE_URL: origin } });
  browser = await launchChromium();
  store = await filledStore(browser, origin, 'maria@tea.example');
  await fillHistory(outstep.env['DATABASE_URL'] ?? '', store.id);
});
afterAll(async () => {
  await browser?.close();
  await outstep?.close();
});

describe.each(pagePaths)('the page %s of a store at work', (path) => {
  test.each(devices)('is for everybody: %s', async (device) => {
    const at = `${origin}/stores/${store.id}/${path}`;
    expect(await inspect(browser, at, { state: store.state, onDevices: [device] })).toEqual([]);
  });
});

test('what opens over a page is for everybody: menus, the palette, dialogs, the drawer', async () => {
  for (const device of devices) {
    const look = contextOptions({ device, scheme: device === 'phone' ? 'dark' : 'light' });
    const context = await browser.newContext({ ...look, storageState: store.state });
    const page = await context.newPage();
    await page.goto(`${origin}/stores/${store.id}/team`);
    await settled(page);
    const check = async (opened: Promise<unknown>) => {
      await opened;
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
    };
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await check(page.getByRole('menuitem', { name: 'Sign out' }).waitFor());
    await page.getByRole('button', { name: /^Switch store/ }).click();
    await check(page.getByRole('menuitem', { name: 'New store' }).waitFor());
    await page.keyboard.press('Control+k');
    await check(page.getByRole('textbox', { name: 'Search pages and actions' }).waitFor());
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await check(page.getByRole('dialog', { name: 'Invite a person' }).waitFor());
    if (device === 'phone') {
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      await check(page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).waitFor());
    }
    await context.close();
  }
});

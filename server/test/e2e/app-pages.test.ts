import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  contextOptions,
  type Look,
  launchChromium,
  overflows,
  pagePaths,
  seriousFindings,
  settled,
} from '../harness/app.ts';
import { fillHistory } from '../harness/app-history.ts';
import { emptyStore, type FilledStore, filledStore } from '../harness/app-store.ts';
import { freePort } from '../harness/free-port.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';

let outstep: Outstep;
let browser: Browser;
let origin: string;
let full: FilledStore;
let empty: FilledStore;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  outstep = await startOutstep({ env: { PORT: String(port), OUTSTEP_BASE_URL: origin } });
  browser = await launchChromium();
  full = await filledStore(browser, origin, 'maria@tea.example');
  await fillHistory(outstep.env['DATABASE_URL'] ?? '', full.id);
  empty = await emptyStore(browser, origin, 'nobody@tea.example');
});
afterAll(async () => {
  await browser?.close();
  await outstep?.close();
});

const devices = ['desktop', 'phone'] as const;
const schemes = ['light', 'dark'] as const;

/**
 * Looks at one address: nothing keeps anybody out, nothing comes from elsewhere, nothing sticks out. A page is opened
 * once for each device; another scheme of it changes colours alone.
 */
async function inspect(
  path: string,
  store?: FilledStore,
  { prepare = async (_page: Page) => {}, onDevices = devices as readonly Look['device'][] } = {},
) {
  const found: string[] = [];
  for (const device of onDevices) {
    const context = await browser.newContext({
      ...contextOptions({ device, scheme: 'light' }),
      ...(store && { storageState: store.state }),
    });
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => found.push(`${device}: ${message}`));
    page.on('request', (request) => {
      if (/^http/.test(request.url()) && !request.url().startsWith(`${origin}/`))
        found.push(`${device}: asks ${request.url()}`);
    });
    await prepare(page);
    await page.goto(origin + path);
    await settled(page);
    if (await overflows(page)) found.push(`${device}: wider than the window`);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const findings = await seriousFindings(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
      found.push(...findings.map((finding) => `${device}, ${colorScheme}: ${finding}`));
    }
    await context.close();
  }
  expect(found).toEqual([]);
}

describe.each(pagePaths)('the page %s is for everybody', (path) => {
  test('full', () => inspect(`/stores/${full.id}/${path}`, full));
  test('empty', () => inspect(`/stores/${empty.id}/${path}`, empty, { onDevices: ['phone'] }));
  test('when the server fails', () =>
    inspect(`/stores/${full.id}/${path}`, full, {
      onDevices: ['desktop'],
      prepare: async (page) => {
        await page.route('**/app/api/stores/*/**', (route) =>
          route.fulfill({ status: 409, json: { error: 'not now' } }),
        );
      },
    }));
});

test.each([
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password?token=a',
  '/reset-password',
  '/invitations/none',
])('the page %s before signing in is for everybody', (path) => inspect(path));

test.each(['/account', '/new-store', '/stores/none', '/nowhere'])(
  'the page %s of a person is for everybody',
  (path) => inspect(path, full),
);

test('what opens over a page is for everybody: menus, the palette, dialogs, the drawer', async () => {
  for (const device of devices) {
    const look = contextOptions({ device, scheme: device === 'phone' ? 'dark' : 'light' });
    const context = await browser.newContext({ ...look, storageState: full.state });
    const page = await context.newPage();
    await page.goto(`${origin}/stores/${full.id}/team`);
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

import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  appCall,
  appearances,
  contextOptions,
  pagePaths,
  pageSettled,
  recordPaths,
  seriousFindings,
  show,
} from '../harness/app.ts';
import { putCaptured } from '../harness/app-captured.ts';
import { type Inspector, newInspector } from '../harness/app-inspect.ts';
import { type FilledStore, filledStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { outstep, browser, origin } = await sharedApp();
let store: FilledStore;

beforeAll(async () => {
  store = await filledStore(browser, origin, outstep);
  // Without external images: a browser reports those that are not loaded.
  await putCaptured(outstep, store.id, { html: '<h1>Thank you</h1><p>Your order is on its way.</p>' });
});

/** The lists that contain the records shown by the detail pages. */
const lists: Record<string, string> = {
  layoutId: 'email-templates',
  presetId: 'presets',
  requestId: 'http-requests',
  entryId: 'history',
  senderId: 'smtp-configs',
  mailId: 'captured-mails',
};

/** The address of a page, with the first available record. */
async function addressOf(path: string): Promise<string> {
  const [, name = ''] = /\$(\w+)/.exec(path) ?? [];
  const at = `${origin}/stores/${store.id}/`;
  if (!name) return at + path;
  const listed = await appCall<{ items: { id: string }[] }>(
    ...([store.owner, origin, 'GET', `/app/api/stores/${store.id}/${lists[name]}`] as const),
  );
  return at + path.replace(`$${name}`, String(listed.items[0]?.id));
}

test('the accessibility check detects planted barriers', async () => {
  const { page } = await newInspector(browser);
  await page.setContent('<html lang="en"><title>T</title><main><img src="x"><p style="color: #ddd">pale</p>');
  const found = (await seriousFindings(page)).map((finding) => finding.split(':')[0]);
  expect(found).toEqual(expect.arrayContaining(['image-alt', 'color-contrast']));
  await page.context().close();
});

const tabs = ['languages', 'versions', 'details'].map((tab) => `layouts/$layoutId?tab=${tab}`);

describe('pages of a store with data are accessible', () => {
  let inspector: Inspector;
  beforeAll(async () => {
    inspector = await newInspector(browser, { state: store.state });
    return () => inspector.page.context().close();
  });
  test.each([...pagePaths, ...recordPaths, ...tabs])('%s', async (path) => {
    expect(await inspector.inspect(await addressOf(path))).toEqual([]);
  });
});

test('dialogs and menus are accessible', async () => {
  const context = await browser.newContext({ ...contextOptions(appearances[0]), storageState: store.state });
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${store.id}/team`);
  await pageSettled(page);
  const check = async (opened: Locator) => {
    for (const look of appearances) {
      await show(page, look);
      await opened.waitFor();
      expect(await seriousFindings(page), `${look.device}, ${look.scheme}`).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await show(page, appearances[0]);
  };
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await check(page.getByRole('menuitem', { name: 'Sign out' }));
  await page.getByRole('button', { name: /^Switch store/ }).click();
  await check(page.getByRole('menuitem', { name: 'New store' }));
  await page.keyboard.press('Control+k');
  await check(page.getByRole('textbox', { name: 'Search pages, actions and records' }));
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await check(page.getByRole('dialog', { name: 'Invite team member' }));
  await show(page, { device: 'phone', scheme: 'dark' });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await context.close();
});

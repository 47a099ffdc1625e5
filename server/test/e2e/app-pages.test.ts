import { beforeAll, describe, expect, test } from 'vitest';
import {
  appCall,
  contextOptions,
  looks,
  pagePaths,
  recordPaths,
  seriousFindings,
  settled,
} from '../harness/app.ts';
import { fillHistory } from '../harness/app-history.ts';
import { type Inspector, newInspector } from '../harness/app-inspect.ts';
import { type FilledStore, filledStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { outstep, browser, origin } = await sharedApp();
let store: FilledStore;

beforeAll(async () => {
  store = await filledStore(browser, origin);
  await fillHistory(outstep.env['DATABASE_URL'] ?? '', store.id);
});

/** Where the records are listed that pages of one record show. */
const lists: Record<string, string> = {
  layoutId: 'email-templates',
  presetId: 'presets',
  requestId: 'http-requests',
  entryId: 'history',
  senderId: 'smtp-configs',
};

/** The address of a page with the first record that there is. */
async function addressOf(path: string): Promise<string> {
  const [, name = ''] = /\$(\w+)/.exec(path) ?? [];
  const at = `${origin}/stores/${store.id}/`;
  if (!name) return at + path;
  const listed = await appCall<{ items: { id: string }[] }>(
    ...([store.owner, origin, 'GET', `/app/api/stores/${store.id}/${lists[name]}`] as const),
  );
  return at + path.replace(`$${name}`, String(listed.items[0]?.id));
}

const tabs = ['languages', 'versions', 'details'].map((tab) => `layouts/$layoutId?tab=${tab}`);

describe.each(looks)('every page of a store at work is for everybody: $device, $scheme', (look) => {
  let inspector: Inspector;
  beforeAll(async () => {
    inspector = await newInspector(browser, look, store.state);
    return () => inspector.page.context().close();
  });
  test.each([...pagePaths, ...recordPaths, ...tabs])('%s', async (path) => {
    expect(await inspector.inspect(await addressOf(path))).toEqual([]);
  });
});

test.each(looks)('what opens over a page is for everybody: $device, $scheme', async (look) => {
  const context = await browser.newContext({ ...contextOptions(look), storageState: store.state });
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
  if (look.device === 'phone') {
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await check(page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).waitFor());
  }
  await context.close();
});

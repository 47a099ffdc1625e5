import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  appearances,
  contextOptions,
  findingsAtNight,
  overflows,
  pageSettled,
  show,
} from '../harness/app.ts';
import {
  announcement,
  block,
  desktop,
  editorOf,
  PATIENCE_MS,
  row,
  saveButton,
  saved,
  threeBlocks,
  tool,
} from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague } from '../harness/app-visit.ts';
import { call as request } from '../harness/client.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { callTool } from '../mcp/posts.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let theirs: FilledStore['state'];
let key: string;
let { call, goTo, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, made, open } = editorOf(browser, origin, store));
  theirs = await colleague(browser, origin, store, 'editor');
  const level = 'write';
  ({ key } = await call<{ key: string }>('POST', '/keys', { name: 'Assistant', level }));
});

/** The same layout in a colleague's browser. */
async function openTheirs(id: string): Promise<Page> {
  const context = await browser.newContext({ ...contextOptions(desktop), storageState: theirs });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${store.id}/layouts/${id}`);
  await pageSettled(page);
  return page;
}

const client = {
  call: (_: unknown, ...rest: [string, string, unknown?, Record<string, string>?]) =>
    request(origin, key, ...rest),
};
const tools = (name: string, args: object) => callTool(client as never, { key } as never, name, args);
const layoutOf = (id: string) =>
  call<{ version: number; subject: string; bodyDesign: { blocks: Record<string, unknown>[] } }>(
    'GET',
    `/email-templates/${id}`,
  );
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** As when someone returns to the window. */
const focusWindow = (page: Page) => page.evaluate("window.dispatchEvent(new Event('focus'))");
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Resolve conflicts' });

async function write(page: Page, name: RegExp, label: string, words: string) {
  await row(page, name).click();
  await field(page, label).fill(words);
}

test('two browsers and a tool client edit one layout without losing a save (contract: The app 15)', async () => {
  const { id } = await made(threeBlocks);
  const [mine, other] = [await open(id), await openTheirs(id)];
  await block(mine, /Good morning/).waitFor();
  await block(other, /Good morning/).waitFor();

  // All three make a change before they see those of the others.
  await write(mine, /Good morning/, 'Text', 'Good evening');
  await write(other, /Drink it/, 'Label', 'Taste it');
  const read = (await tools('get_email_template', { id })).value;
  const [heading, text, button] = read.bodyDesign.blocks;
  const more = { type: 'text', html: '<p>By an assistant.</p>' };
  const bodyDesign = { blocks: [heading, text, more, button] };
  const written = await tools('update_email_template', { id, bodyDesign, revision: read.revision });
  expect(written.isError).toBe(false);

  // Saving detects the assistant's change, merges it and saves again without asking.
  await saved(mine);
  await saved(other);
  await expect.poll(async () => (await layoutOf(id)).version, { timeout: PATIENCE_MS }).toBe(4);
  const { blocks } = (await layoutOf(id)).bodyDesign;
  expect(blocks).toEqual([
    { ...heading, text: 'Good evening' },
    ...[text, more, { ...button, label: 'Taste it' }],
  ]);
  // Nothing is unsaved here: what was saved elsewhere becomes a step that is shown, announced and can be
  // undone.
  await focusWindow(mine);
  await row(mine, /Taste it/).waitFor();
  await announcement(mine, 'Someone else’s changes to');
  await row(mine, /Taste it.*edited by someone else/).waitFor();
  await tool(mine, 'Undo').click();
  await row(mine, /Drink it/).waitFor();
  expect(await saveButton(mine).isDisabled()).toBe(false);
  await tool(mine, 'Redo').click();
  await expect.poll(() => saveButton(mine).isDisabled(), { timeout: PATIENCE_MS }).toBe(true);
  const { items } = await call<{ items: { author: { name: string } }[] }>(
    'GET',
    `/email-templates/${id}/versions`,
  );
  expect(items.map(({ author }) => author.name)).toEqual([
    'Jonas Weber',
    'Maria Lindqvist',
    'Assistant',
    'Maria Lindqvist',
  ]);
  await mine.context().close();
  await other.context().close();
});

nightlyOnly('merges incoming changes into unsaved work, and undo reverts the merge', async () => {
  const { id } = await made(threeBlocks);
  const page = await goTo(id);
  await block(page, /Good morning/).waitFor();
  await write(page, /Good morning/, 'Text', 'Good evening');
  const { bodyDesign } = await layoutOf(id);
  const [heading, text, button] = bodyDesign.blocks;
  await call('PUT', `/email-templates/${id}`, { bodyDesign: { blocks: [button, heading, text] } });
  await focusWindow(page);
  await expect
    .poll(() => page.getByRole('treeitem').nth(1).textContent(), { timeout: PATIENCE_MS })
    .toContain('Drink it');
  await row(page, /Drink it.*moved by someone else/).waitFor();
  await row(page, /Good evening/).waitFor();
  await tool(page, 'Undo').click();
  await expect
    .poll(() => page.getByRole('treeitem').nth(1).textContent(), { timeout: PATIENCE_MS })
    .toContain('Good evening');
  await tool(page, 'Redo').click();
  await saved(page);
  expect((await layoutOf(id)).bodyDesign.blocks).toEqual([
    button,
    { ...heading, text: 'Good evening' },
    text,
  ]);
});

test('resolves a conflict by keyboard from two rendered blocks, on every screen size', async () => {
  const { id } = await made(threeBlocks);
  const page = await goTo(id);
  await block(page, /Good morning/).waitFor();
  await write(page, /Good morning/, 'Text', 'Mine');
  await field(page, 'Subject').fill('My subject');
  const { bodyDesign } = await layoutOf(id);
  const blocks = bodyDesign.blocks.with(0, { ...bodyDesign.blocks[0], text: 'Theirs' });
  const theirs = { subject: 'Their subject', bodyDesign: { blocks } };
  expect((await request(origin, key, 'PUT', `/api/v1/email-templates/${id}`, theirs)).status).toBe(200);

  // Someone who is writing is notified of it and of its author, without being interrupted.
  await focusWindow(page);
  await page.getByText('You both changed the same 2 items.').waitFor();
  await page.getByText(/^Assistant saved version 2/).waitFor();
  await dialogOf(page).waitFor({ state: 'detached' });
  await saveButton(page).click();
  await dialogOf(page)
    .getByText(/^Assistant saved while you were editing,/)
    .waitFor();
  await dialogOf(page).locator('iframe').nth(1).waitFor({ state: 'attached' });
  for (const look of appearances) {
    await show(page, look);
    expect(await findingsAtNight(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  }
  await show(page, desktop);
  expect((await layoutOf(id)).version).toBe(2);

  await dialogOf(page).getByRole('button', { name: 'Not now' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  expect(await field(page, 'Subject').inputValue()).toBe('My subject');
  await page.keyboard.press('Control+s');
  await dialogOf(page).waitFor();
  await dialogOf(page).getByRole('radio', { name: 'Mine' }).nth(1).focus();
  await page.keyboard.press('ArrowDown');
  await dialogOf(page).getByRole('button', { name: 'Apply' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  const after = await layoutOf(id);
  expect([after.version, after.subject, after.bodyDesign.blocks[0]]).toMatchObject([
    3,
    'My subject',
    { text: 'Theirs' },
  ]);
});

nightlyOnly('saving while REST writes loses nothing', async () => {
  const { id } = await made(threeBlocks);
  const page = await goTo(id);
  await block(page, /Good morning/).waitFor();
  await write(page, /Good morning/, 'Text', 'Mine');
  const path = `/api/v1/email-templates/${id}`;
  const writes = Array.from({ length: 3 }, async (_, i) => {
    const { body, headers } = await request(origin, key, 'GET', path);
    const more = { type: 'text', html: `<p>Over REST ${i}</p>` };
    const blocks = [...body.bodyDesign.blocks, more];
    const ifMatch = { 'if-match': String(headers.get('etag')) };
    return (await request(origin, key, 'PATCH', path, { bodyDesign: { blocks } }, ifMatch)).status;
  });
  await saveButton(page).click();
  const statuses = await Promise.all(writes);
  await expect
    .poll(async () => JSON.stringify(await layoutOf(id)), { timeout: PATIENCE_MS })
    .toContain('Mine');
  const { version, bodyDesign } = await layoutOf(id);
  const done = statuses.flatMap((status, i) => (status === 200 ? [`Over REST ${i}`] : []));
  for (const words of done) expect(JSON.stringify(bodyDesign)).toContain(words);
  expect(version).toBe(2 + done.length);
});

nightlyOnly('the page polls for changes with its ETag, and not while it is hidden', async () => {
  const { id } = await made(threeBlocks);
  const page = await goTo(id);
  await block(page, /Good morning/).waitFor();
  const asked: number[] = [];
  page.on('response', (response) => {
    const { headers, method } = {
      headers: response.request().headers(),
      method: response.request().method(),
    };
    if (method === 'GET' && headers['if-none-match'] !== undefined) asked.push(response.status());
  });
  await focusWindow(page);
  await expect.poll(() => asked, { timeout: PATIENCE_MS }).toEqual([304]);
  await page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, value: true })");
  await focusWindow(page);
  await call('PUT', `/email-templates/${id}`, { subject: 'Theirs' });
  await focusWindow(page);
  await page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, value: false })");
  expect(await field(page, 'Subject').inputValue()).toBe('Hello');
  await focusWindow(page);
  await expect.poll(() => field(page, 'Subject').inputValue(), { timeout: PATIENCE_MS }).toBe('Theirs');
  expect(asked).toEqual([304, 200]);
});

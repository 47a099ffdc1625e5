import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appCall, overflows } from '../harness/app.ts';
import { readCode, writeCode } from '../harness/app-code.ts';
import { retryWhileBusy } from '../harness/app-layouts.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague, hostileTexts, visit } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { eventually } from '../harness/test-stack.ts';

const { browser, origin } = await sharedApp();

const call = <T>({ id, owner }: FilledStore, method: string, path: string, data?: unknown) =>
  retryWhileBusy(() => appCall<T>(owner, origin, method, `/app/api/stores/${id}${path}`, data));
const text = (html: string) => [{ type: 'text', html: `<p>${html}</p>` }];

async function addPreset(store: FilledStore, name: string, kind = 'footer', blocks: unknown = text('Bye')) {
  const query = new URLSearchParams({ kind, name });
  return (await call<{ id: string }>(store, 'POST', `/presets?${query}`, blocks)).id;
}
const addLayout = (store: FilledStore, name: string, preset: string) =>
  call<{ id: string }>(store, 'POST', '/email-templates', {
    ...{ name, subject: 'S', bodyDesign: { blocks: [], footer: { preset } } },
  });

const area = (page: Page) => page.getByRole('textbox', { name: 'Blocks' });
const frame = (page: Page) => page.frameLocator('iframe[title="Preview"]');
const saved = (page: Page) => page.getByText('unsaved', { exact: true }).waitFor({ state: 'detached' });

async function openMenu(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
}

test('creates a footer by keyboard with a live preview and uses it in emails', async () => {
  const store = await emptyStore(browser, origin);
  const { context, page, wrongs } = await visit(browser, origin, store, 'presets');
  await page.getByRole('button', { name: 'New shared section' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New shared section' });
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  await dialog.getByText('Required').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Main footer');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Main footer', level: 1 }).waitFor();
  await frame(page).getByText('Your store · 1 Main Street').waitFor();
  await frame(page).getByText('The layout’s content appears here.').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByText(`"footer": { "preset": "${id}" }`).waitFor();

  await writeCode(page, area(page), JSON.stringify(text('Tea &amp; Co. says bye'), null, 2));
  await frame(page).getByText('Tea & Co. says bye').waitFor();
  await page.getByText('unsaved', { exact: true }).waitFor();
  await area(page).press('Control+s');
  await saved(page);
  const layout = await addLayout(store, 'Order confirmation', id);
  const { html } = await call<{ html: string }>(store, 'POST', `/email-templates/${layout.id}/preview`, {});
  expect(html).toContain('Tea &amp; Co. says bye');
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('shows errors at their line, saves nothing then, and warns before leaving', async () => {
  const store = await emptyStore(browser, origin);
  const id = await addPreset(store, 'Foot');
  const { context, page } = await visit(browser, origin, store, `presets/${id}`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await writeCode(page, area(page), '[\n  { "type": "spacer" },\n]');
  await page.getByText('The JSON isn’t valid here.').waitFor();
  await page.getByRole('button', { name: 'Line 3' }).waitFor();
  expect(await save.isDisabled()).toBe(true);
  await writeCode(page, area(page), '{ "type": "spacer" }');
  await page.getByText(/^.*Enter a list of blocks/).waitFor();
  expect(await save.isDisabled()).toBe(true);
  await writeCode(
    page,
    area(page),
    '[\n  { "type": "spacer" },\n  { "type": "heading", "text": "{% if %}" }\n]',
  );
  await page.getByText(/blocks\[1\]\.text/).waitFor();
  await page.getByRole('button', { name: 'Line 3' }).press('Enter');
  expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Blocks');
  // Errors that the preview cannot detect are reported on save.
  await page.route('**/email-templates/preview', (route) => route.abort());
  await writeCode(
    page,
    area(page),
    '[\n  { "type": "image", "fileKey": "f_0123456789abcdefghjkmnpqrs.png", "alt": "" }\n]',
  );
  await save.click();
  await page.getByText(/unknown file/).waitFor();
  await page
    .getByRole('link', { name: /Senders/ })
    .first()
    .click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await leaving.waitFor({ state: 'detached' });
  expect(await readCode(area(page))).toContain('f_0123456789');
  expect(await call(store, 'GET', `/presets/${id}`)).toMatchObject({ blocks: text('Bye'), revision: 1 });
  await context.close();
});

nightlyOnly(
  'notifies whoever saves second, loses nothing and offers a choice; a new name causes no question',
  async () => {
    const store = await emptyStore(browser, origin);
    const id = await addPreset(store, 'Foot');
    const { context, page } = await visit(browser, origin, store, `presets/${id}`);
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else saved this layout' });
    const mine = JSON.stringify(text('Mine'));
    const save = page.getByRole('button', { name: 'Save', exact: true });

    await writeCode(page, area(page), mine);
    await call(store, 'PATCH', `/presets/${id}`, { name: 'Renamed by a colleague' });
    await save.click();
    await saved(page);
    expect(await call(store, 'GET', `/presets/${id}`)).toMatchObject({ blocks: text('Mine') });

    // Also after a save, with text that no program would format this way.
    await writeCode(page, area(page), ` ${JSON.stringify(text('Mine, too'))} `);
    await call(store, 'PATCH', `/presets/${id}`, { name: 'Renamed once more' });
    await save.click();
    await saved(page);
    expect(await call(store, 'GET', `/presets/${id}`)).toMatchObject({
      name: 'Renamed once more',
      revision: 5,
    });

    await writeCode(page, area(page), JSON.stringify(text('Mine again')));
    await call(store, 'PATCH', `/presets/${id}`, { blocks: text('Theirs') });
    await save.click();
    await conflict.waitFor();
    expect(await readCode(area(page))).toContain('Mine again');
    await conflict.getByRole('button', { name: 'Discard mine, use theirs' }).click();
    await conflict.waitFor({ state: 'detached' });
    await eventually(
      () => readCode(area(page)),
      (value) => value.includes('Theirs'),
    );

    await writeCode(page, area(page), mine);
    await call(store, 'PATCH', `/presets/${id}`, { blocks: text('Theirs once more') });
    await save.click();
    await conflict.getByRole('button', { name: 'Overwrite with mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    await saved(page);
    expect(await call(store, 'GET', `/presets/${id}`)).toMatchObject({ blocks: text('Mine') });
    await context.close();
  },
);

nightlyOnly(
  'renames from the list; refuses to delete one in use, naming its users; deletes an unused one',
  async () => {
    const store = await emptyStore(browser, origin);
    const used = await addPreset(store, 'Address');
    await addPreset(store, 'Old logo', 'header');
    await addLayout(store, 'Order confirmation', used);
    await addLayout(store, 'Welcome', used);
    const { context, page } = await visit(browser, origin, store, 'presets');
    await page
      .getByRole('row', { name: /Address.*Footer.*Layout “Order confirmation” and 1 more/ })
      .waitFor();
    await openMenu(page, 'Address', 'Rename');
    const renaming = page.getByRole('dialog', { name: 'Rename' });
    await renaming.getByRole('textbox', { name: 'Name' }).fill(' ');
    await renaming.getByRole('button', { name: 'Save' }).click();
    await renaming.getByText('Required').waitFor();
    await renaming.getByRole('textbox', { name: 'Name' }).fill('Our address');
    await page.keyboard.press('Enter');
    await renaming.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Our address/ }).waitFor();

    await openMenu(page, 'Our address', 'Delete');
    const inUse = page.getByRole('dialog', { name: 'Our address is in use' });
    await inUse.getByText('Layout “Welcome”').waitFor();
    await inUse.getByRole('button', { name: 'Close' }).last().click();
    await inUse.waitFor({ state: 'detached' });

    await openMenu(page, 'Old logo', 'Delete');
    const sure = page.getByRole('dialog', { name: 'Delete the shared section “Old logo”?' });
    await page.route('**/presets/*', (route) =>
      route.fulfill({ status: 409, json: { error: 'in use by layout "Welcome"' } }),
    );
    await sure.getByRole('button', { name: 'Delete' }).click();
    await sure.getByText('It wasn’t deleted, because it’s now used by layout "Welcome".').waitFor();
    await page.unroute('**/presets/*');
    await sure.getByRole('button', { name: 'Delete' }).click();
    await sure.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Old logo/ }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Header' }).click();
    await page.getByText('No results').waitFor();
    await context.close();
  },
);

nightlyOnly("is read-only for viewers; says so if a preset doesn't exist", async () => {
  const store = await emptyStore(browser, origin);
  const id = await addPreset(store, 'Foot');
  const state = await colleague(browser, origin, store, 'viewer');
  const { context, page } = await visit(browser, origin, store, 'presets', { state });
  expect(await page.getByRole('button', { name: /New shared section|Actions for/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Foot' }).click();
  await frame(page).getByText('Bye').waitFor();
  await page.getByText('Only editors and owners can change this.').waitFor();
  expect(await area(page).getAttribute('aria-readonly')).toBe('true');
  expect(await page.getByRole('button', { name: /^(Save|Rename)$/ }).count()).toBe(0);
  await page.goto(`${origin}/stores/${store.id}/presets/${store.id}`);
  await page.getByText('Not found. It may have been deleted.').waitFor();
  expect(id).not.toBe(store.id);
  await context.close();
});

test('escapes stored text on the page', async () => {
  const store = await emptyStore(browser, origin);
  const [first = ''] = hostileTexts;
  for (const name of hostileTexts) await addPreset(store, name);
  // Braces are Liquid, which is rejected before anything is shown.
  const html = hostileTexts.filter((each) => !each.includes('{{')).join('');
  const id = await addPreset(store, first, 'header', [{ type: 'html', html }]);
  const { context, page, wrongs } = await visit(browser, origin, store, 'presets', {
    look: { device: 'phone', scheme: 'dark' },
  });
  await page.getByText(first, { exact: true }).first().waitFor();
  expect(await overflows(page)).toBe(false);
  expect(await wrongs()).toEqual([]);
  await page.goto(`${origin}/stores/${store.id}/presets/${id}`);
  await frame(page).getByText('The layout’s content appears here.').waitFor();
  expect(await overflows(page)).toBe(false);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findingsAtNight, overflows, pageSettled, show } from '../harness/app.ts';
import { writeCode } from '../harness/app-code.ts';
import { block, editorOf, mail, PATIENCE_MS, saveButton, saved, tool, view } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, goTo, made } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, made } = editorOf(browser, origin, store));
});

const heading = (text: string) => ({ blocks: [{ type: 'heading', text }] });

/** A layout in English and German, at version 2. */
async function createBilingualLayout(): Promise<string> {
  const { id } = await made(heading('Good morning'));
  const german = { subject: 'Hallo', bodyDesign: heading('Guten Morgen') };
  await call('PUT', `/email-templates/${id}/translations/de`, german);
  return id;
}

const language = (page: Page) => page.getByRole('combobox', { name: 'Language' });
async function choose(page: Page, name: RegExp) {
  await language(page).click();
  await page.getByRole('option', { name }).click();
  await expect.poll(() => language(page).inputValue(), { timeout: PATIENCE_MS }).toMatch(name);
}
const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
async function writeHeading(page: Page, from: RegExp, text: string) {
  await block(page, from).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
  await mail(page).getByText(text).waitFor();
}
const german = (id: string) =>
  call<{ subject: string; bodyDesign: unknown }>('GET', `/email-templates/${id}/translations/de`);

/** Changes both languages and shows German. */
async function writeBoth(page: Page) {
  await writeHeading(page, /Good morning/, 'Good evening');
  await choose(page, /German/);
  await writeHeading(page, /Guten Morgen/, 'Guten Abend');
  await page.getByText('Changed: English (en), German (de)').waitFor();
}

test('edits two languages as one: shared undo and one saved version (contract: The app 14)', async () => {
  const id = await createBilingualLayout();
  const page = await goTo(id);
  await writeBoth(page);
  await language(page).click();
  await page.getByRole('option', { name: /English .*Edited/ }).waitFor();
  await page.keyboard.press('Escape');

  await tool(page, 'Undo').click();
  await mail(page).getByText('Guten Morgen').waitFor();
  // The next step back is in English, so English is shown; focus remains on the button.
  await tool(page, 'Undo').click();
  await page.getByText('English (en): Undone: change setting').waitFor();
  await expect.poll(() => language(page).inputValue(), { timeout: PATIENCE_MS }).toMatch(/English/);
  await mail(page).getByText('Good morning').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Undo');
  expect(await saveButton(page).isDisabled()).toBe(true);
  await page.keyboard.press('Control+Shift+z');
  await mail(page).getByText('Good evening').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await page.getByText('German (de): Redone: change setting').waitFor();
  await mail(page).getByText('Guten Abend').waitFor();

  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.keyboard.type('For the evening');
  await saved(page);
  await page.getByText('unsaved').waitFor({ state: 'detached' });
  expect(await call('GET', `/email-templates/${id}`)).toMatchObject({
    ...{ version: 3, bodyDesign: heading('Good evening') },
  });
  const { items } = await call<{ items: unknown[] }>('GET', `/email-templates/${id}/versions`);
  expect(items[0]).toMatchObject({ version: 3, summary: 'For the evening', locales: ['en', 'de'] });
  expect(await german(id)).toMatchObject({ subject: 'Hallo', bodyDesign: heading('Guten Abend'), stale: [] });
});

nightlyOnly('applies main-language blocks to a language that has changed too', async () => {
  const id = await createBilingualLayout();
  const page = await goTo(id);
  await choose(page, /German/);
  await writeHeading(page, /Guten Morgen/, 'Guten Abend');
  await choose(page, /English/);
  await block(page, /Good morning/).click();
  await tool(page, 'Duplicate').click();
  await page.getByRole('checkbox', { name: /to 1 other language/ }).waitFor();
  await saved(page);
  await page.getByText('unsaved').waitFor({ state: 'detached' });
  const blocks = ['Guten Abend', 'Good morning'].map((text) => ({ type: 'heading', text }));
  expect(await german(id)).toMatchObject({ bodyDesign: { blocks } });
  await choose(page, /German/);
  await mail(page).getByText('Good morning').waitFor();
});

test('reloading offers both languages with their undo history', async () => {
  const id = await createBilingualLayout();
  const page = await goTo(id);
  await writeBoth(page);
  await page.waitForTimeout(600);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${origin}/stores/${store.id}/layouts/${id}`);
  await pageSettled(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await mail(page).getByText('Good evening').waitFor();
  await page.getByText('Changed: English (en), German (de)').waitFor();
  await tool(page, 'Undo').click();
  await page.getByText('German (de): Undone: change setting').waitFor();
  await mail(page).getByText('Guten Morgen').waitFor();
  await saved(page);
  expect(await call('GET', `/email-templates/${id}`)).toMatchObject({
    ...{ version: 3, bodyDesign: heading('Good evening') },
  });
  expect((await german(id)).bodyDesign).toEqual(heading('Guten Morgen'));
});

test('saves no language when one is invalid, and opens the language with the error', async () => {
  const id = await createBilingualLayout();
  const page = await goTo(id);
  await subject(page).fill('Good day');
  await choose(page, /German/);
  await view(page, 'Code').click();
  const code = page.getByRole('textbox', { name: 'Content' });
  await writeCode(page, code, '{ "blocks": [');
  await page.getByText('The code isn’t valid JSON yet.').waitFor();
  await choose(page, /English/);
  expect(await saveButton(page).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Fix the errors in German (de) first' }).click();
  await page.getByText('The code isn’t valid JSON yet.').waitFor();
  await writeCode(page, code, JSON.stringify({ blocks: [{ type: 'heading' }] }));
  await choose(page, /English/);
  await saveButton(page).click();
  // The error is in German, so German is shown.
  await expect.poll(() => language(page).inputValue(), { timeout: PATIENCE_MS }).toMatch(/German/);
  await page.getByText('blocks[0].text', { exact: true }).waitFor();
  expect((await call('GET', `/email-templates/${id}`)).version).toBe(2);
  await writeCode(page, code, JSON.stringify(heading('Guten Tag')));
  await saved(page);
  expect(await call('GET', `/email-templates/${id}`)).toMatchObject({ version: 3, subject: 'Good day' });
  expect((await german(id)).bodyDesign).toEqual(heading('Guten Tag'));
});

nightlyOnly('loads no translations for a layout with one language', async () => {
  const { id } = await made(heading('Good morning'));
  const page = await goTo(id);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await writeHeading(page, /Good morning/, 'Good evening');
  await saved(page);
  expect(asked.filter((url) => url.includes('/translations') || url.includes('/all-languages'))).toEqual([]);
});

nightlyOnly('changes, shows and saves both on a phone, without serious accessibility findings', async () => {
  const id = await createBilingualLayout();
  const page = await goTo(id);
  await show(page, { device: 'phone', scheme: 'dark' });
  await subject(page).fill('Good evening');
  await choose(page, /German/);
  await subject(page).fill('Guten Abend');
  await page.getByText('Changed: English (en), German (de)').waitFor();
  await expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS }).toEqual([]);
  expect(await overflows(page)).toBe(false);
  await language(page).click();
  await page.getByRole('option', { name: /English .*Edited/ }).waitFor();
  await expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS }).toEqual([]);
  await page.keyboard.press('Escape');
  await saved(page);
  expect(await call('GET', `/email-templates/${id}`)).toMatchObject({ version: 3, subject: 'Good evening' });
  expect((await german(id)).subject).toBe('Guten Abend');
});

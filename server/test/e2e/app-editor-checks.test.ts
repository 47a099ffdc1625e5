import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { overflows, seriousFindings, show } from '../harness/app.ts';
import { block, editorOf, PATIENCE_MS, row, said } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague, uploadTo } from '../harness/app-visit.ts';
import { atNight } from '../harness/at-night.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ made, open } = editorOf(browser, origin, store));
});

const faulty = {
  testVariables: { customer: { name: 'Maria' } },
  blocks: [
    { type: 'heading', text: 'Good morning', level: 1, color: '#dddddd' },
    { type: 'image', url: 'https://pictures.invalid/tea.png' },
    { type: 'button', label: 'Click here', url: '#' },
    { type: 'text', html: '<p>Dear {{ variables.customer.name }}</p>' },
  ],
};

const count = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const list = (page: Page) => page.getByRole('list', { name: 'Checks' });
const fine = (page: Page, where: string) =>
  expect.poll(() => seriousFindings(page), { timeout: PATIENCE_MS, message: where }).toEqual([]);

test('what could be better is listed, led to, mended and taken back by keyboard alone', async () => {
  const { id } = await made(faulty, { previewText: 'Tea' });
  const page = await open(id);
  await count(page, '5 checks').focus();
  await page.keyboard.press('Enter');
  const items = list(page).getByRole('listitem');
  await expect
    .poll(() => items.allInnerTexts(), { timeout: PATIENCE_MS })
    .toEqual([
      expect.stringContaining('Error · Button: Click here'),
      expect.stringMatching(/Warning · Button: Click here\s+“Click here” does not say/),
      expect.stringMatching(/Warning · Image.*\s+The picture has no alternative text/),
      expect.stringMatching(
        /Warning · Heading: Good morning\s+Hard to read in light mode: the contrast is 1\.3/,
      ),
      expect.stringMatching(/Hint · Text: Dear.*\s+variables\.customer\.name has no default/),
    ]);
  await fine(page, 'list');

  await page.getByRole('button', { name: 'It is decorative' }).focus();
  await page.keyboard.press('Enter');
  await said(page, 'Mended: The picture has no alternative text.');
  await expect.poll(() => items.count(), { timeout: PATIENCE_MS }).toBe(4);
  await page.getByRole('button', { name: 'Use a readable colour' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => items.count(), { timeout: PATIENCE_MS }).toBe(3);
  // The keyboard is still in the list, and undo works from there.
  await page.keyboard.press('Control+z');
  await expect.poll(() => items.count(), { timeout: PATIENCE_MS }).toBe(4);
  await page.keyboard.press('Control+z');
  await expect.poll(() => items.count(), { timeout: PATIENCE_MS }).toBe(5);

  await items.first().getByRole('button', { name: 'Button: Click here' }).focus();
  await page.keyboard.press('Enter');
  expect(await block(page, /Click here/).getAttribute('aria-selected')).toBe('true');
  const address = page.locator('[id="field-blocks[2].url"]');
  await expect.poll(() => address.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
  await address.fill('https://shop.example/tea');
  await count(page, '4 checks').waitFor();
  await page.context().close();
});

test('what stands in a preset says so and is edited here, or on its own page', async () => {
  const blocks = JSON.stringify([{ type: 'text', html: '<p>Shop</p>' }, faulty.blocks[1]]);
  const { id: header } = await uploadTo(store, origin, '/presets?kind=header&name=Shop', 'p.json', blocks);
  const design = { header: { preset: header }, blocks: [{ type: 'text', html: '<p>Tea</p>' }] };
  const { id } = await made(design, { previewText: 'Tea' });
  const page = await open(id);
  await count(page, '1 check').click();
  const item = list(page).getByRole('listitem');
  await expect.poll(() => item.textContent()).toContain('In the preset “Shop”');
  await fine(page, 'in a preset');
  await item.getByRole('button', { name: 'In the preset “Shop”' }).click();
  await page.getByRole('heading', { name: 'You are editing: Header: Shop' }).waitFor();
  await expect.poll(() => row(page, /^Image/).getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Mail');
  await page.getByRole('button', { name: 'Back to the layout' }).click();
  await count(page, '1 check').click();
  await item.getByRole('link', { name: 'Open on its own page' }).click();
  await page.waitForURL(`**/presets/${header}`);
  await page.context().close();

  // Who may only look is led to the page.
  const viewer = await colleague(browser, origin, store, 'viewer');
  const theirs = await open(id, '', { storageState: viewer });
  await count(theirs, '1 check').click();
  await list(theirs).getByRole('link', { name: 'In the preset “Shop”' }).click();
  await theirs.waitForURL(`**/presets/${header}`);
  await theirs.context().close();
});

atNight('the lines above the mail are led to, and nothing is found where nothing is', async () => {
  const { id } = await made({ blocks: [{ type: 'text', html: '<p>Your tea is here.</p>' }] });
  const page = await open(id);
  await count(page, '1 check').click();
  await list(page).getByRole('button', { name: 'Preview line' }).click();
  const line = page.getByRole('textbox', { name: 'Preview line' });
  await expect.poll(() => line.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
  await line.fill('Fresh from the pot');
  await page.getByText('Checks: nothing found').waitFor();
  await page.context().close();
});

atNight('on a phone and in the dark too', async () => {
  const { id } = await made(faulty, { previewText: 'Tea' });
  const page = await open(id);
  await show(page, { device: 'phone', scheme: 'dark' });
  await count(page, '5 checks').click();
  await list(page).waitFor();
  await fine(page, 'phone, dark');
  expect(await overflows(page)).toBe(false);
  await page.getByRole('button', { name: 'It is decorative' }).click();
  await expect.poll(() => list(page).getByRole('listitem').count(), { timeout: PATIENCE_MS }).toBe(4);
  await page.context().close();
});

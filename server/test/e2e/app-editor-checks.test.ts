import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findingsAtNight, overflows, show } from '../harness/app.ts';
import { announcement, block, editorOf, PATIENCE_MS, row } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague, uploadTo } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { goTo, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ goTo, made, open } = editorOf(browser, origin, store));
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
const list = (page: Page) => page.getByRole('list', { name: 'Issues' });
const expectNoFindings = (page: Page, where: string) =>
  expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS, message: where }).toEqual([]);

test('lists, opens, fixes and undoes issues by keyboard', async () => {
  const { id } = await made(faulty, { previewText: 'Tea' });
  const page = await goTo(id);
  await count(page, '5 issues').focus();
  await page.keyboard.press('Enter');
  const items = list(page).getByRole('listitem');
  await expect
    .poll(() => items.allInnerTexts(), { timeout: PATIENCE_MS })
    .toEqual([
      expect.stringContaining('Error · Button: Click here'),
      expect.stringMatching(/Warning · Button: Click here\s+“Click here” doesn’t say/),
      expect.stringMatching(/Warning · Image.*\s+The image has no alt text/),
      expect.stringMatching(
        /Warning · Heading: Good morning\s+Hard to read in light mode: the contrast ratio is only 1\.3/,
      ),
      expect.stringMatching(/Suggestion · Text: Dear.*\s+variables\.customer\.name has no fallback text/),
    ]);
  await expectNoFindings(page, 'list');

  await page.getByRole('button', { name: 'Mark as decorative' }).focus();
  await page.keyboard.press('Enter');
  await announcement(page, 'Fixed: The image has no alt text.');
  await expect.poll(() => items.count(), { timeout: PATIENCE_MS }).toBe(4);
  await page.getByRole('button', { name: 'Use a readable color' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => items.count(), { timeout: PATIENCE_MS }).toBe(3);
  // Keyboard focus is still in the list, and undo works from there.
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
  await count(page, '4 issues').waitFor();
});

/** A layout whose header is a preset with an image that has no description. */
async function withFaultyPreset() {
  const blocks = JSON.stringify([{ type: 'text', html: '<p>Shop</p>' }, faulty.blocks[1]]);
  const { id: header } = await uploadTo(store, origin, '/presets?kind=header&name=Shop', 'p.json', blocks);
  const design = { header: { preset: header }, blocks: [{ type: 'text', html: '<p>Tea</p>' }] };
  const { id } = await made(design, { previewText: 'Tea' });
  return { id, header };
}

test('marks issues inside a preset and opens it here or on its page', async () => {
  const { id, header } = await withFaultyPreset();
  const page = await goTo(id);
  await count(page, '1 issue').click();
  const item = list(page).getByRole('listitem');
  await expect.poll(() => item.textContent()).toContain('In the shared section “Shop”');
  await expectNoFindings(page, 'in a preset');
  await item.getByRole('button', { name: 'In the shared section “Shop”' }).click();
  await page.getByRole('heading', { name: 'Editing shared section: Header: Shop' }).waitFor();
  await expect.poll(() => row(page, /^Image/).getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Email');
  await page.getByRole('button', { name: 'Back to layout' }).click();
  await count(page, '1 issue').click();
  await item.getByRole('link', { name: 'Open shared section' }).click();
  await page.waitForURL(`**/presets/${header}`);
});

nightlyOnly('leads a viewer from an issue in a preset to its page', async () => {
  const { id, header } = await withFaultyPreset();
  const viewer = await colleague(browser, origin, store, 'viewer');
  const theirs = await open(id, '', { storageState: viewer });
  await count(theirs, '1 issue').click();
  await list(theirs).getByRole('link', { name: 'In the shared section “Shop”' }).click();
  await theirs.waitForURL(`**/presets/${header}`);
  await theirs.context().close();
});

nightlyOnly('opens subject and preview line of an issue; shows none for a clean email', async () => {
  const { id } = await made({ blocks: [{ type: 'text', html: '<p>Your tea is here.</p>' }] });
  const page = await goTo(id);
  await count(page, '1 issue').click();
  await list(page).getByRole('button', { name: 'Preview text' }).click();
  const line = page.getByRole('textbox', { name: 'Preview text' });
  await expect.poll(() => line.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
  await line.fill('Fresh from the pot');
  await page.getByText('No issues').waitFor();
});

nightlyOnly('works on a phone and in dark mode', async () => {
  const { id } = await made(faulty, { previewText: 'Tea' });
  const page = await goTo(id);
  await show(page, { device: 'phone', scheme: 'dark' });
  await count(page, '5 issues').click();
  await list(page).waitFor();
  await expectNoFindings(page, 'phone, dark');
  expect(await overflows(page)).toBe(false);
  await page.getByRole('button', { name: 'Mark as decorative' }).click();
  await expect.poll(() => list(page).getByRole('listitem').count(), { timeout: PATIENCE_MS }).toBe(4);
});

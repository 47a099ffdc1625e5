import { Buffer } from 'node:buffer';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import { findingsAtNight, waitForExpression } from '../harness/app.ts';
import {
  announcement,
  block,
  canvas,
  editorOf,
  mail,
  row,
  saved,
  threeBlocks,
  tool,
} from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { uploadTo } from '../harness/app-visit.ts';
import { pngOf } from '../harness/files.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { appTestStack, sharedApp } from '../harness/shared-app.ts';
import type { TestStack } from '../harness/test-stack.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, goTo, made } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, made } = editorOf(browser, origin, store));
});

const add = (name: string, bytes: Buffer) => uploadTo(store, origin, '/files', name, bytes);
const designOf = async (id: string) =>
  (
    await call<{ bodyDesign: Record<string, unknown> & { blocks: Record<string, unknown>[] } }>(
      'GET',
      `/email-templates/${id}`,
    )
  ).bodyDesign;

interface StoredPicture {
  key: string;
  filename: string;
  width: number;
  height: number;
  contentType: string;
}
const newest = async () => (await call<{ items: StoredPicture[] }>('GET', '/files?limit=1')).items[0];

const field = (page: Page) => page.locator('[data-picture-field]');
const choose = (page: Page) => page.getByRole('button', { name: 'Choose image' });
const dialog = (page: Page, name = 'Choose an image') => page.getByRole('dialog', { name });

async function takeFile(page: Page, name: string, mimeType: string, buffer: Buffer) {
  await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

interface GivenFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Files being transferred into a page. */
const transferOf = (files: readonly GivenFile[]) => `(() => {
  const transfer = new DataTransfer();
  for (const [name, type, text] of ${JSON.stringify(files.map(({ name, type, bytes }) => [name, type, bytes.toString('base64')]))})
    transfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name, { type }));
  return transfer;
})()`;

/** Like a drag from the desktop. */
async function drop(at: Locator, files: readonly GivenFile[]) {
  const dataTransfer = await at.page().evaluateHandle(transferOf(files));
  for (const event of ['dragenter', 'dragover', 'drop']) await at.dispatchEvent(event, { dataTransfer });
}

async function paste(at: Locator, files: readonly GivenFile[]) {
  await at.focus();
  await at.page().evaluate(`document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: ${transferOf(files)} }),
  )`);
}

const png = async (name: string, width = 300, height = 200): Promise<GivenFile> => ({
  ...{ name, type: 'image/png', bytes: await pngOf(width, height) },
});

const picture = { type: 'image', url: '{{ variables.product.image_url }}', alt: 'A mug' };

describe('the picture of a block', () => {
  test('is chosen from files with thumbnail and size, in one undoable step', async () => {
    const { key } = await add('mug.png', await pngOf(320, 120));
    await add('terms.txt', Buffer.from('Our terms'));
    const { id } = await made({ blocks: [picture, threeBlocks.blocks[0]] });
    const page = await goTo(id);
    await row(page, /Image/).click();
    await choose(page).click();
    await dialog(page).getByRole('button', { name: 'mug.png' }).waitFor();
    expect(await dialog(page).getByText('terms.txt').count()).toBe(0);
    expect(await findingsAtNight(page)).toEqual([]);
    await dialog(page).getByRole('textbox', { name: 'Search images' }).fill('no such');
    await dialog(page).getByText('No images found').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Search images' }).fill('mug');
    await dialog(page).getByRole('button', { name: 'mug.png' }).press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await field(page)
      .getByText(/^mug\.png · 320 × 120 pixels · [\d.]+ (byte|kB)/)
      .waitFor();
    await mail(page).locator(`img[src$="${key}"]`).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Choose image');
    expect(await findingsAtNight(page)).toEqual([]);
    await tool(page, 'Undo').click();
    await field(page).getByText('No image selected', { exact: false }).waitFor();
    await tool(page, 'Redo').click();
    await saved(page);
    expect((await designOf(id)).blocks[0]).toEqual({ type: 'image', alt: 'A mug', fileKey: key });
  });

  test('is cropped by number, key and pointer before upload, keeping orientation and format', async () => {
    const { id } = await made({ blocks: [picture] });
    const page = await goTo(id);
    await row(page, /Image/).click();
    await choose(page).click();
    // Stored sideways, as cameras do: displayed, it is 600 high and 400 wide.
    const turned = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    await takeFile(page, 'phone.jpg', 'image/jpeg', turned);
    const number = (name: string) => dialog(page).getByRole('spinbutton', { name, exact: true });
    await expect.poll(() => number('Width').inputValue()).toBe('400');
    expect(await number('Height').inputValue()).toBe('600');
    expect(await findingsAtNight(page)).toEqual([]);
    await number('Width').fill('200');
    await number('Height').fill('120');
    const area = dialog(page).getByRole('button', { name: /Crop area/ });
    await area.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await number('Left').inputValue()).toBe('4');
    expect(await number('Height').inputValue()).toBe('126');
    const corner = await dialog(page).locator('[data-handle=se]').boundingBox();
    if (!corner) throw new Error('no handle');
    await page.mouse.move(corner.x + 14, corner.y + 14);
    await page.mouse.down();
    await page.mouse.move(corner.x + 4, corner.y + 14, { steps: 3 });
    await page.mouse.up();
    const width = Number(await number('Width').inputValue());
    expect(width).toBeLessThan(200);
    await dialog(page).getByText(`Size after upload: ${width} × 126 pixels.`).waitFor();
    await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
    await field(page).getByText(`${width} × 126 pixels`, { exact: false }).waitFor();
    await announcement(page, 'Image: image changed');
    expect(await newest()).toMatchObject({
      filename: 'phone.jpg',
      contentType: 'image/jpeg',
      width,
      height: 126,
    });
  });

  nightlyOnly('crops a stored image too, as a new file', async () => {
    const { key } = await add('wide.png', await pngOf(400, 100));
    const { id } = await made({ blocks: [{ type: 'image', fileKey: key, alt: 'Wide' }] });
    const page = await goTo(id);
    await row(page, /Image/).click();
    await page.getByRole('button', { name: 'Crop' }).click();
    await dialog(page, 'Crop image').getByRole('spinbutton', { name: 'Width' }).fill('150');
    await dialog(page, 'Crop image').getByRole('button', { name: 'Upload', exact: true }).click();
    await announcement(page, 'Image: image changed');
    await field(page).getByText('150 × 100 pixels', { exact: false }).waitFor();
    const part = await newest();
    expect(part).toMatchObject({ filename: 'wide.png', width: 150, height: 100 });
    expect(part?.key).not.toBe(key);
  });

  nightlyOnly('asks for alternative text and offers decorative', async () => {
    const { key } = await add('line.png', await pngOf());
    const { id } = await made({ blocks: [{ type: 'image', fileKey: key }] });
    const page = await goTo(id);
    await row(page, /Image/).click();
    await page.getByText('Add alt text above', { exact: false }).waitFor();
    const decorative = page.getByRole('checkbox', { name: /Decorative/ });
    await decorative.check();
    await page.getByText('Add alt text above', { exact: false }).waitFor({ state: 'detached' });
    await saved(page);
    expect((await designOf(id)).blocks[0]).toMatchObject({ alt: '' });
    await page.getByRole('textbox', { name: 'Alt text' }).fill('A line');
    await decorative.waitFor({ state: 'detached' });
  });
});

describe('dropped images', () => {
  test('replace a block, go below it or fill a field, scaled to twice their display size', async () => {
    const { id } = await made({
      blocks: [threeBlocks.blocks[0], { ...picture, url: 'https://tea.example/a.png' }],
    });
    const page = await goTo(id);
    await drop(block(page, /Good morning/), [await png('one.png', 2400, 1000), await png('two.png')]);
    await announcement(page, 'Image added');
    await expect.poll(() => row(page, /Image/).count()).toBe(3);
    await row(page, /Image: A mug/).click();
    await drop(field(page), [await png('three.png', 100, 50)]);
    await announcement(page, 'Image: image changed');
    await saved(page);
    const { blocks } = await designOf(id);
    expect(blocks.map(({ type }) => type)).toEqual(['heading', 'image', 'image', 'image']);
    expect(blocks[1]).toEqual({ type: 'image', fileKey: expect.any(String) });
    expect(blocks[2]).toEqual({ type: 'image', fileKey: expect.any(String), width: 300 });
    expect(blocks[3]).toEqual({ type: 'image', alt: 'A mug', fileKey: expect.any(String) });
    const { items } = await call<{ items: StoredPicture[] }>('GET', '/files?q=one.png');
    expect(items[0]).toMatchObject({ width: 1200, height: 500 });
    // Each image is one undo step.
    await tool(page, 'Undo').click();
    await field(page).getByText('No image selected', { exact: false }).waitFor();
    await tool(page, 'Undo').click();
    await expect.poll(() => row(page, /Image/).count()).toBe(2);
  });

  nightlyOnly('pastes images on the canvas and in the outline, not in text fields', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await block(page, /Good morning/).click();
    await paste(canvas(page), [await png('image.png')]);
    await announcement(page, 'Image added');
    await expect.poll(() => row(page, /Image/).count()).toBe(1);
    await row(page, /Button/).click();
    await paste(row(page, /Button/), [await png('image.png')]);
    await expect.poll(() => row(page, /Image/).count()).toBe(2);
    await row(page, /Heading/).click();
    await paste(page.getByRole('textbox', { name: 'Text', exact: true }), [await png('image.png')]);
    await page.waitForTimeout(300);
    expect(await row(page, /Image/).count()).toBe(2);
    await saved(page);
    expect((await designOf(id)).blocks.map(({ type }) => type)).toEqual([
      'heading',
      'image',
      'text',
      'button',
      'image',
    ]);
  });

  nightlyOnly(
    'are shown during upload; a non-image or unreadable file is reported and changes nothing',
    async () => {
      const { id } = await made({ blocks: [picture] });
      const page = await goTo(id);
      await row(page, /Image/).click();
      await drop(field(page), [
        { name: 'terms.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4') },
      ]);
      await page.getByText('terms.pdf is not a picture.', { exact: false }).waitFor();
      const torn = (await pngOf(40, 30)).subarray(0, 60);
      await drop(field(page), [{ name: 'torn.png', type: 'image/png', bytes: torn }]);
      await page.getByText('This image is damaged. Try another file.').waitFor();
      await choose(page).click();
      await takeFile(page, 'terms.pdf', 'application/pdf', Buffer.from('%PDF-1.4'));
      await dialog(page).getByText('terms.pdf is not a picture.', { exact: false }).waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      expect(await tool(page, 'Undo').getAttribute('aria-disabled')).toBe('true');

      let releaseUpload = () => {};
      const held = new Promise<void>((resolve) => {
        releaseUpload = resolve;
      });
      await page.route('**/files', async (route) => {
        if (route.request().method() === 'POST') await held;
        await route.continue();
      });
      await drop(field(page), [await png('slow.png')]);
      await page.getByRole('region', { name: 'Uploads' }).getByText('slow.png').waitFor();
      await waitForExpression(
        page,
        'document.querySelector("[data-picture-field] img")?.naturalWidth === 300',
      );
      expect(await findingsAtNight(page)).toEqual([]);
      releaseUpload();
      await announcement(page, 'Image: image changed');
      await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
    },
  );
});

nightlyOnly('a header is shared, shown in the email, removed and detached', async () => {
  const shared = { type: 'heading', text: 'From all of us' };
  const path = '/presets?kind=header&name=Greeting';
  const { id: preset } = await uploadTo(store, origin, path, 'header.json', JSON.stringify([shared]));
  await made({ ...threeBlocks, header: { preset } });
  const { id } = await made(threeBlocks);
  const page = await goTo(id);
  await row(page, 'Entire email').click();
  const header = page.getByRole('combobox', { name: 'Header' });
  const pick = async (name: string) => {
    await header.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await pick('Shared: Greeting');
  await mail(page).getByText('From all of us').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await saved(page);
  expect((await designOf(id))['header']).toEqual({ preset });
  await pick('Only in this layout');
  await mail(page).getByText('From all of us').waitFor({ state: 'detached' });
  await tool(page, 'Undo').click();
  await mail(page).getByText('From all of us').waitFor();

  await row(page, 'Header').click();
  await page.getByText('Used by 1 layout', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Detach' }).click();
  await announcement(page, 'Header: the blocks now belong to this layout only');
  await row(page, /Header · Heading: From all of us/).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('INPUT');
  await mail(page).getByText('From all of us').waitFor();
  await saved(page);
  expect((await designOf(id))['header']).toEqual({ blocks: [shared] });
});

describe('a test email', () => {
  let testStack: TestStack;
  beforeAll(async () => {
    testStack = await appTestStack();
  });
  afterAll(() => testStack?.close());

  test('sends the unsaved canvas in its language, with its test variables', async () => {
    const { id } = await made(threeBlocks);
    const german = { blocks: [{ type: 'heading', text: 'Guten Morgen' }], testVariables: { name: 'Uwe' } };
    await call('PUT', `/email-templates/${id}/translations/de`, { subject: 'Hallo', bodyDesign: german });
    const page = await goTo(id, '?locale=de');
    await row(page, /Guten Morgen/).click();
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('Nicht gespeichert für {{ variables.name }}');
    await mail(page).getByText('Nicht gespeichert für Uwe').waitFor();
    await text.press('Control+Shift+Enter');
    const asked = page.getByRole('dialog', { name: 'Send test email' });
    await asked.getByText('Test mode', { exact: false }).waitFor();
    await asked.getByRole('textbox', { name: 'To' }).press('Enter');
    await page.getByText('Sent to the test inbox').waitFor();
    const { items } = await call<{ items: { id: string; subject: string }[] }>('GET', '/captured-mails');
    expect(items[0]?.subject).toBe('Hallo');
    const drawn = await page.evaluate<{ html: string; word: string }>('window.drawnMail');
    await page.goto(`${origin}/stores/${store.id}/captured-mails/${items[0]?.id}`);
    await page.frameLocator('iframe').getByText('Nicht gespeichert für Uwe').waitFor();
    const { html } = await call<{ html: string }>('GET', `/captured-mails/${items[0]?.id}`);
    expect(html).toBe(BlockMarks.takeOut(drawn));
    // None of it is saved.
    const kept = await call<{ bodyDesign: unknown }>('GET', `/email-templates/${id}/translations/de`);
    expect(kept.bodyDesign).toEqual(german);
  });
});

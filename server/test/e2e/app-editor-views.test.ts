import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findingsAtNight, overflows, pageSettled, show } from '../harness/app.ts';
import { block, canvas, editorOf, mail, PATIENCE_MS, saved, threeBlocks } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, goTo, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, made, open } = editorOf(browser, origin, store));
});

const looked = {
  testVariables: { customer: { name: 'Maria' } },
  blocks: [
    { type: 'image', url: 'https://pictures.invalid/tea.png', alt: 'A pot of tea' },
    ...threeBlocks.blocks,
    { type: 'text', html: '<p>Dear {{ variables.customer.name }}</p>' },
  ],
};

const menu = (page: Page) => page.getByRole('button', { name: 'View', exact: true });
const choose = async (page: Page, name: string) => {
  if ((await menu(page).getAttribute('aria-expanded')) !== 'true') await menu(page).click();
  await page
    .getByRole(/images|Inbox/.test(name) ? 'menuitemcheckbox' : 'menuitemradio', { name, exact: true })
    .click();
};
const expectNoFindings = (page: Page, where: string) =>
  expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS, message: where }).toEqual([]);

describe('preview modes', () => {
  test('show desktop, phone, plain text, blocked images and an inbox row', async () => {
    const { id } = await made(looked, { subject: 'Hello {{ variables.customer.name }}' });
    const { text } = await call<{ text: string }>('POST', `/email-templates/${id}/preview`);
    const page = await goTo(id);
    await block(page, /Good morning/).click();

    await choose(page, 'Desktop and phone');
    const phone = page.frameLocator('iframe[title="Email on a phone"]');
    await phone.getByText('Good morning').waitFor();
    // A change in one shows in the other.
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Good evening');
    await phone.getByText('Good evening').waitFor();
    await mail(page).getByText('Good evening').waitFor();
    await expectNoFindings(page, 'both');

    await choose(page, 'Inbox preview');
    await page.keyboard.press('Escape');
    const line = page.getByRole('region', { name: 'Inbox preview' });
    await line.getByText('Hello Maria').waitFor();
    await line.getByText(/^Good evening Your tea is here/i).waitFor();
    await page.getByRole('textbox', { name: 'Preview text' }).fill('For {{ variables.customer.name }}');
    await line.getByText('For Maria').waitFor();

    await choose(page, 'Without images');
    await page.keyboard.press('Escape');
    const picture = mail(page).getByAltText('A pot of tea');
    await expect.poll(() => picture.getAttribute('src')).toBeNull();
    await expectNoFindings(page, 'inbox, without pictures');
    await choose(page, 'Without images');
    await expect.poll(() => picture.getAttribute('src')).toBe('https://pictures.invalid/tea.png');
    await page.keyboard.press('Escape');

    await choose(page, 'Plain text');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Good morning');
    const plain = page.getByRole('region', { name: 'Plain text' });
    await expect.poll(() => plain.textContent()).toBe(text);
    await expectNoFindings(page, 'plain text');
    // Back with the keyboard, and the block is still selected.
    await menu(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Desktop', exact: true }).press('Enter');
    await canvas(page).waitFor();
    expect(await block(page, /Good morning/).getAttribute('aria-selected')).toBe('true');

    await show(page, { device: 'phone', scheme: 'dark' });
    await choose(page, 'Plain text');
    await plain.waitFor();
    await expectNoFindings(page, 'plain text on a phone');
    expect(await overflows(page)).toBe(false);
  });

  nightlyOnly('shows each kind of block as it would look in this email before it is added', async () => {
    const { id } = await made({ ...threeBlocks, global: { buttonFill: '#8a3b00' } });
    const page = await goTo(id);
    await block(page, /Good morning/).click();
    await page.keyboard.press('/');
    const list = page.getByRole('listbox', { name: 'Add block' });
    // The email's styles and words are in a separate shadow root.
    const sampleOf = (name: string) =>
      list.getByRole('option', { name, exact: true }).evaluate((option) => {
        const host = option.querySelector('[aria-hidden] > div');
        return (host as unknown as { shadowRoot: { textContent: string; innerHTML: string } }).shadowRoot
          .innerHTML;
      });
    await expect.poll(() => sampleOf('Heading'), { timeout: PATIENCE_MS }).toContain('Heading');
    expect(await sampleOf('Button')).toContain('#8a3b00');
    expect(await sampleOf('Coupon')).toContain('WELCOME10');
    await expectNoFindings(page, 'palette');
  });
});

describe('a page of an older release', () => {
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page is out of date' });
  /** As if the server had been updated and compiled differently. */
  const outdate = (page: Page) =>
    page.route(/\/canvas\?/, async (route) => {
      const response = await route.fetch();
      const around = (await response.json()) as { saved: { job: string; page: string } | null };
      const body = { ...around, saved: around.saved && { ...around.saved, page: 'another' } };
      await route.fulfill({ response, json: body });
    });

  test('shows a notice after a save, keeps unsaved work and reloads itself once', async () => {
    const { id } = await made(threeBlocks);
    const page = await open(id);
    let loads = 0;
    page.on('load', () => loads++);
    await block(page, /Good morning/).click();
    expect(await notice(page).count()).toBe(0);
    await outdate(page);
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('Good evening');
    await saved(page);
    await notice(page).waitFor();
    // Someone who continues writing is not interrupted.
    await text.fill('Good night');
    await notice(page).getByText('Your unsaved changes are kept', { exact: false }).waitFor();
    expect(loads).toBe(0);
    await notice(page).getByRole('button', { name: 'Reload' }).click();
    await pageSettled(page);
    await page.getByRole('button', { name: 'Restore' }).click();
    await mail(page).getByText('Good night').waitFor();
    await saved(page);
    // It has already been reloaded: it only shows the notice.
    await notice(page).getByText('still out of date after reloading', { exact: false }).waitFor();
    expect(loads).toBe(1);
    await expectNoFindings(page, 'out of date');
    await page.context().close();
  });

  nightlyOnly('reloads when nothing is unsaved', async () => {
    const { id } = await made(threeBlocks);
    const page = await open(id);
    await block(page, /Good morning/).waitFor();
    await outdate(page);
    const loaded = page.waitForEvent('load');
    await page.reload();
    await loaded;
    // The second load happens by itself.
    await Promise.all([page.waitForEvent('load'), notice(page).waitFor()]);
    await notice(page).getByText('still out of date after reloading', { exact: false }).waitFor();
    await page.context().close();
  });
});

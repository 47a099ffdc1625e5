import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { overflows, seriousFindings, settled, show } from '../harness/app.ts';
import { block, canvas, editorOf, mail, PATIENCE_MS, saved, three } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { atNight } from '../harness/at-night.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, made, open } = editorOf(browser, origin, store));
});

const looked = {
  testVariables: { customer: { name: 'Maria' } },
  blocks: [
    { type: 'image', url: 'https://pictures.invalid/tea.png', alt: 'A pot of tea' },
    ...three.blocks,
    { type: 'text', html: '<p>Dear {{ variables.customer.name }}</p>' },
  ],
};

const menu = (page: Page) => page.getByRole('button', { name: 'View', exact: true });
const choose = async (page: Page, name: string) => {
  if ((await menu(page).getAttribute('aria-expanded')) !== 'true') await menu(page).click();
  await page
    .getByRole(/pictures|inbox/.test(name) ? 'menuitemcheckbox' : 'menuitemradio', { name, exact: true })
    .click();
};
const fine = (page: Page, where: string) =>
  expect.poll(() => seriousFindings(page), { timeout: PATIENCE_MS, message: where }).toEqual([]);

describe('the mail is looked at', () => {
  test('on both devices, as plain text, without pictures and in an inbox', async () => {
    const { id } = await made(looked, { subject: 'Hello {{ variables.customer.name }}' });
    const { text } = await call<{ text: string }>('POST', `/email-templates/${id}/preview`);
    const page = await open(id);
    await block(page, /Good morning/).click();

    await choose(page, 'Desktop and phone');
    const phone = page.frameLocator('iframe[title="Mail on a phone"]');
    await phone.getByText('Good morning').waitFor();
    // What is changed in one is changed in the other.
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Good evening');
    await phone.getByText('Good evening').waitFor();
    await mail(page).getByText('Good evening').waitFor();
    await fine(page, 'both');

    await choose(page, 'In the inbox');
    await page.keyboard.press('Escape');
    const line = page.getByRole('region', { name: 'In the inbox' });
    await line.getByText('Hello Maria').waitFor();
    await line.getByText(/^Good evening Your tea is here/i).waitFor();
    await page.getByRole('textbox', { name: 'Preview line' }).fill('For {{ variables.customer.name }}');
    await line.getByText('For Maria').waitFor();

    await choose(page, 'Without pictures');
    await page.keyboard.press('Escape');
    const picture = mail(page).getByAltText('A pot of tea');
    await expect.poll(() => picture.getAttribute('src')).toBeNull();
    await fine(page, 'inbox, without pictures');
    await choose(page, 'Without pictures');
    await expect.poll(() => picture.getAttribute('src')).toBe('https://pictures.invalid/tea.png');
    await page.keyboard.press('Escape');

    await choose(page, 'Plain text');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Good morning');
    const plain = page.getByRole('region', { name: 'Plain text' });
    await expect.poll(() => plain.textContent()).toBe(text);
    await fine(page, 'plain text');
    // Back by keys, and the block is still chosen.
    await menu(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Desktop', exact: true }).press('Enter');
    await canvas(page).waitFor();
    expect(await block(page, /Good morning/).getAttribute('aria-selected')).toBe('true');

    await show(page, { device: 'phone', scheme: 'dark' });
    await choose(page, 'Plain text');
    await plain.waitFor();
    await fine(page, 'plain text on a phone');
    expect(await overflows(page)).toBe(false);
    await page.context().close();
  });

  atNight('each kind of block is seen as it would be in this mail before it is added', async () => {
    const { id } = await made({ ...three, global: { buttonFill: '#8a3b00' } });
    const page = await open(id);
    await block(page, /Good morning/).click();
    await page.keyboard.press('/');
    const list = page.getByRole('listbox', { name: 'Add a block' });
    // Styles and words of the mail stand in a root of their own.
    const sampleOf = (name: string) =>
      list.getByRole('option', { name, exact: true }).evaluate((option) => {
        const host = option.querySelector('[aria-hidden] > div');
        return (host as unknown as { shadowRoot: { textContent: string; innerHTML: string } }).shadowRoot
          .innerHTML;
      });
    await expect.poll(() => sampleOf('Heading'), { timeout: PATIENCE_MS }).toContain('A heading');
    expect(await sampleOf('Button')).toContain('#8a3b00');
    expect(await sampleOf('Code')).toContain('WELCOME10');
    await fine(page, 'palette');
    await page.context().close();
  });
});

describe('a page that is out of date', () => {
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page is out of date' });
  /** As if the server compiled otherwise since. */
  const outdate = (page: Page) =>
    page.route(/\/canvas\?/, async (route) => {
      const response = await route.fetch();
      const around = (await response.json()) as { saved: { job: string; page: string } | null };
      const body = { ...around, saved: around.saved && { ...around.saved, page: 'another' } };
      await route.fulfill({ response, json: body });
    });

  test('says so after a save, keeps what is not saved, loads itself again once and no more', async () => {
    const { id } = await made(three);
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
    // Somebody who goes on writing is not interrupted.
    await text.fill('Good night');
    await notice(page).getByText('what you have not saved is kept', { exact: false }).waitFor();
    expect(loads).toBe(0);
    await notice(page).getByRole('button', { name: 'Load again' }).click();
    await settled(page);
    await page.getByRole('button', { name: 'Restore' }).click();
    await mail(page).getByText('Good night').waitFor();
    await saved(page);
    // It has been loaded again already: it says so and leaves it at that.
    await notice(page).getByText('did not help', { exact: false }).waitFor();
    expect(loads).toBe(1);
    await fine(page, 'out of date');
    await page.context().close();
  });

  atNight('loads itself where nothing is unsaved', async () => {
    const { id } = await made(three);
    const page = await open(id);
    await block(page, /Good morning/).waitFor();
    await outdate(page);
    const loaded = page.waitForEvent('load');
    await page.reload();
    await loaded;
    // The second time by itself.
    await Promise.all([page.waitForEvent('load'), notice(page).waitFor()]);
    await notice(page).getByText('did not help', { exact: false }).waitFor();
    await page.context().close();
  });
});

import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appCall, contextOptions, findingsAtNight, pageSettled } from '../harness/app.ts';
import { readCode, writeCode } from '../harness/app-code.ts';
import { fillLayouts, retryWhileBusy } from '../harness/app-layouts.ts';
import { emptyStore, type FilledStore, firstOf } from '../harness/app-store.ts';
import { chooseFromMenu, colleague } from '../harness/app-visit.ts';
import { referringSteps } from '../harness/layouts.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin, outstep } = await sharedApp();

/** Only ends a hanging test: the machine may be busy. */
const PATIENCE_MS = 60_000;

const desktop = { device: 'desktop', scheme: 'light' } as const;

let store: FilledStore;
let layoutId: string;

const call = <T = { id: string; version: number }>(method: string, path: string, data?: unknown) =>
  retryWhileBusy(() => appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data));

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({ ...contextOptions(desktop), storageState: store.state });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${store.id}/${path}`);
  await pageSettled(page);
  return page;
}

/** The frame's source, because no script runs in it. */
const shownMail = (page: Page, text: string | RegExp) =>
  expect
    .poll(() => page.locator('iframe[title="Preview"]').getAttribute('srcdoc'), { timeout: PATIENCE_MS })
    .toMatch(text);

const focused = (page: Page) => page.locator(':focus');
const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const design = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

describe('in an empty store', () => {
  beforeAll(async () => {
    store = await emptyStore(browser, origin);
  });

  test('by keyboard: from the empty list to a starter design, a name and the editor', async () => {
    const page = await open('layouts');
    await page.getByRole('button', { name: 'Create your first layout' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New layout' });
    await dialog.getByRole('button', { name: /^Welcome/ }).waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(17);
    // Each card shows a whole email, however narrow the card is.
    const card = dialog.locator('figure').filter({ has: page.locator('iframe') });
    const widthOf = async (each: Locator) => (await each.first().boundingBox())?.width ?? 0;
    const room = await widthOf(card);
    await expect
      .poll(() => widthOf(card.locator('iframe')), { timeout: PATIENCE_MS })
      .toBeLessThanOrEqual(room);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await focused(page).textContent()).toBe('Create your first layout');

    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Welcome/ }).focus();
    await page.keyboard.press('Enter');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.waitFor();
    expect(await name.inputValue()).toBe('Welcome');
    await name.fill('');
    await page.keyboard.press('Enter');
    await dialog.getByText('Required').waitFor();
    await page.keyboard.type('Hello to new customers');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Hello to new customers' }).waitFor();
    await page.frameLocator('iframe[title="Email"]').getByText('Welcome, Mary').waitFor();
    await page.context().close();
  });

  nightlyOnly('groups starter designs and shows them in the requested language', async () => {
    const page = await open('layouts?new=1');
    const dialog = page.getByRole('dialog', { name: 'New layout' });
    const inGroup = (name: string) => dialog.getByRole('region', { name }).getByRole('listitem');
    await inGroup('Marketing').first().waitFor();
    expect(await inGroup('Orders and accounts').count()).toBe(8);
    expect(await inGroup('Marketing').count()).toBe(7);
    await dialog.getByRole('radiogroup', { name: 'Email language' }).getByText('Deutsch').click();
    const welcome = dialog.getByRole('button', { name: /^Welcome/ });
    await welcome.scrollIntoViewIfNeeded();
    await expect
      .poll(() => welcome.locator('iframe').getAttribute('srcdoc'), { timeout: PATIENCE_MS })
      .toContain('Willkommen, Maria');
    await welcome.click();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => focused(page).textContent(), { timeout: PATIENCE_MS }).toMatch(/^Welcome/);
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Hello in German');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Hello in German' }).waitFor();
    await page.frameLocator('iframe[title="Email"]').getByText('Willkommen, Maria').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    expect(await call('GET', `/email-templates/${id}`)).toMatchObject({ defaultLocale: 'de' });
    await page.context().close();
  });

  nightlyOnly('starts a layout from custom HTML', async () => {
    const page = await open('layouts?new=1');
    const dialog = page.getByRole('dialog', { name: 'New layout' });
    await dialog.getByRole('button', { name: /^Custom HTML/ }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('By hand');
    await page.keyboard.press('Enter');
    const body = page.getByRole('textbox', { name: 'HTML' });
    await writeCode(page, body, '<p>first</p>\n<p>{% if %}</p>');
    await page.getByRole('button', { name: 'Line 2' }).click();
    expect(await page.evaluate('getSelection().toString()')).toBe('<p>{% if %}</p>');
    await writeCode(page, body, '<p>Good morning</p>');
    await shownMail(page, /Good morning/);
    await page.context().close();
  });

  test('applies main-language blocks to all languages in one save, after announcing it (contract: The app 13)', async () => {
    const blocks = (text: string, ...more: object[]) => ({ blocks: [...more, { type: 'heading', text }] });
    const { id } = await call('POST', '/email-templates', {
      ...{ name: 'Two languages', subject: 'Hello', bodyDesign: blocks('Good day') },
    });
    const german = { subject: 'Hallo', bodyDesign: blocks('Guten Tag') };
    await call('PUT', `/email-templates/${id}/translations/de`, german);
    const inGerman = () => call<{ bodyDesign: unknown }>('GET', `/email-templates/${id}/translations/de`);

    const page = await open(`layouts/${id}?view=code`);
    const box = page.getByRole('checkbox', { name: /to 1 other language/ });
    // A change of words alone affects no other language.
    await writeCode(page, design(page), JSON.stringify(blocks('Good morning')));
    await page.getByText('unsaved').first().waitFor();
    expect(await box.count()).toBe(0);
    await writeCode(page, design(page), JSON.stringify(blocks('Good morning', { type: 'divider' })));
    await box.waitFor();
    expect(await box.isChecked()).toBe(true);
    await expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS }).toEqual([]);
    await saveButton(page).click();
    await box.waitFor({ state: 'detached' });
    expect(await inGerman()).toMatchObject({
      ...{ bodyDesign: blocks('Guten Tag', { type: 'divider' }), stale: ['bodyDesign.blocks[1].text'] },
    });
    expect(await call('GET', `/email-templates/${id}`)).toMatchObject({ version: 3 });

    await writeCode(page, design(page), JSON.stringify(blocks('Good morning')));
    await box.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+s');
    await page.getByText('unsaved').first().waitFor({ state: 'detached' });
    expect(await inGerman()).toMatchObject({ bodyDesign: blocks('Guten Tag', { type: 'divider' }) });
    await page.context().close();
  });

  test('lists outdated texts, links to them and marks them as up to date (contract: Translations 6)', async () => {
    const designOf = (text: string) => ({ blocks: [{ type: 'heading', text }, { type: 'divider' }] });
    const { id } = await call('POST', '/email-templates', {
      ...{ name: 'In two languages', subject: 'Hello', bodyDesign: designOf('Good day') },
    });
    const german = { subject: 'Hallo', previewText: '', bodyDesign: designOf('Guten Tag') };
    await call('PUT', `/email-templates/${id}/translations/de`, german);
    await call('PUT', `/email-templates/${id}`, { subject: 'Hi', bodyDesign: designOf('Good morning') });

    const page = await open(`layouts/${id}?tab=languages&view=code`);
    await page.getByRole('button', { name: '2 texts out of date' }).click();
    await page.getByRole('region', { name: 'Texts to translate' }).waitFor();
    await page.getByRole('radiogroup', { name: 'Editing mode' }).getByText('Code').click();
    const list = page.getByRole('list', { name: 'Out-of-date texts' });
    await list.getByText('Main language now: “Good morning”').waitFor();
    await list.getByRole('button', { name: 'Text of block 1 (Heading)' }).click();
    await expect
      .poll(() => page.evaluate('getSelection().toString()'), { timeout: PATIENCE_MS })
      .toMatch(/"text": "Guten Tag"/);
    await expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS }).toEqual([]);
    await list.getByRole('button', { name: 'Subject' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    expect(await subject(page).inputValue()).toBe('Hallo!');
    expect(await page.getByRole('button', { name: 'Keep all as is' }).isDisabled()).toBe(true);
    await saveButton(page).click();
    await page.getByText('1 text out of date').waitFor();
    await page.getByRole('button', { name: 'Keep as is', exact: true }).click();
    await page.getByText('Marked as up to date').waitFor();
    await list.waitFor({ state: 'detached' });
    expect(await call('GET', `/email-templates/${id}/translations/de`)).toMatchObject({
      ...{ ...german, subject: 'Hallo!', stale: [] },
    });
    await page.context().close();
  });
});

function inStoreAtWork() {
  beforeAll(async () => {
    store = await emptyStore(browser, origin);
    await fillLayouts(store.owner, origin, store.id);
  });
  beforeEach(async () => {
    layoutId = await firstOf(store, origin, 'email-templates');
  });
}

describe('in a store with layouts', () => {
  inStoreAtWork();

  test('searches and filters the list; deleting asks first and names the workflows (contract: The app 4)', async () => {
    const { items } = await call<{ items: { id: string }[] }>('GET', '/email-templates?q=pickup');
    await referringSteps(outstep.core, store.id, items[0]?.id ?? '', 2);
    const page = await open('layouts');
    const table = page.getByRole('table', { name: 'Layouts' });
    await page.getByRole('textbox', { name: 'Search name, subject, description' }).fill('pickup');
    await table.getByRole('link', { name: 'Welcome' }).waitFor({ state: 'detached' });
    await chooseFromMenu(page, 'Ready for pickup', 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete “Ready for pickup”?' });
    await dialog.getByText('2 workflow steps use this and will fail:').waitFor();
    await dialog.getByText('Order paid (2 steps)').waitFor();
    await dialog.getByText('In total: no runs in 30 days.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No results').waitFor();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await page.goto(`${origin}/stores/${store.id}/layouts?category=marketing`);
    await table.getByRole('link', { name: 'Newsletter', exact: true }).waitFor();
    expect(await table.getByRole('row').count()).toBe(3);
    await page.context().close();
  });

  test('previews a change, saves with Ctrl+S and shows errors at their line', async () => {
    const page = await open(`layouts/${layoutId}?view=code`);
    await subject(page).fill('Thanks for everything');
    await page.getByText('unsaved').waitFor();
    await page.getByText(/^(Impact: .* in 30 days|No workflow used this in the last 30 days\.)$/).waitFor();
    await page.getByRole('region', { name: 'Preview' }).getByText('Thanks for everything').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({
      subject: 'Thanks for everything',
    });

    const { bodyDesign } = await call<{ bodyDesign: object }>('GET', `/email-templates/${layoutId}`);
    const good = JSON.stringify(bodyDesign, null, 2);
    // Different whitespace is no change: there is nothing to save.
    await writeCode(page, design(page), JSON.stringify(JSON.parse(good)));
    await page.getByText('unsaved').waitFor({ state: 'detached' });
    expect(await saveButton(page).isDisabled()).toBe(true);
    await subject(page).fill('Order {{ order.id }}');
    await saveButton(page).click();
    await page.getByText('Saved with warnings').waitFor();
    const noticed = 'subject: order.id is always empty; did you mean variables.order.id?';
    await page.getByRole('listitem').filter({ hasText: noticed }).waitFor();
    await subject(page).fill('Thanks for everything');
    await saveButton(page).click();
    await page.getByText('Saved with warnings').waitFor({ state: 'detached' });
    await writeCode(page, design(page), '{\n  "blocks": [\n    { "type": "heading", "text": "A" },\n  ]\n}');
    await page.getByText('The JSON isn’t valid here.').waitFor();
    await page.getByRole('button', { name: 'Line 4', exact: true }).waitFor();
    expect(await saveButton(page).isDisabled()).toBe(true);
    await writeCode(
      page,
      design(page),
      '{\n  "blocks": [\n    { "type": "heading" },\n    { "type": "nothing" }\n  ]\n}',
    );
    await page.getByRole('button', { name: 'Line 3', exact: true }).waitFor();
    await page.getByText('blocks[0].text', { exact: true }).waitFor();
    await saveButton(page).click();
    await page.getByRole('button', { name: 'Line 3', exact: true }).waitFor();
    await writeCode(page, design(page), good);
    await page.getByRole('button', { name: 'Line 3', exact: true }).waitFor({ state: 'detached' });
    await subject(page).fill('{{ variables.a');
    await page
      .getByText(/Liquid: .*not closed/)
      .first()
      .waitFor();

    await page.getByRole('link', { name: 'Team' }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leaving.waitFor();
    await page.keyboard.press('Escape');
    await leaving.waitFor({ state: 'detached' });
    expect(await subject(page).inputValue()).toBe('{{ variables.a');
    await page.getByRole('link', { name: 'Team' }).click();
    await leaving.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
    await page.context().close();
  });

  nightlyOnly('412: names who saved first, shows the difference and loses nothing', async () => {
    const page = await open(`layouts/${layoutId}`);
    await subject(page).fill('Mine');
    await call('PUT', `/email-templates/${layoutId}`, { subject: 'Theirs' });
    await saveButton(page).click();
    const asked = page.getByRole('dialog', { name: 'Resolve conflicts' });
    await asked.getByText(/^Maria Lindqvist saved while/).waitFor();
    await asked.getByRole('button', { name: 'Not now' }).click();
    await page.getByText('Someone else saved this layout').waitFor();
    await page.getByText(/^Maria Lindqvist saved version \d+/).waitFor();
    expect(await subject(page).inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'View their changes' }).click();
    const changes = page.getByRole('dialog', { name: /^Changes from version/ });
    await changes.getByText('Theirs', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await changes.waitFor({ state: 'detached' });
    await saveButton(page).click();
    await asked.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({ subject: 'Mine' });

    await subject(page).fill('Mine again');
    await call('PUT', `/email-templates/${layoutId}`, { subject: 'Theirs again' });
    await saveButton(page).click();
    await asked.getByRole('radio', { name: 'Theirs' }).check();
    await asked.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => subject(page).inputValue(), { timeout: PATIENCE_MS }).toBe('Theirs again');
    await page.context().close();
  });

  nightlyOnly('adds a language, translates it, makes it the main one and removes it', async () => {
    const page = await open(`layouts/${layoutId}?tab=languages`);
    const table = page.getByRole('table', { name: 'Languages' });
    await table
      .getByText(/out of date|not translated/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Add language' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add language' });
    const language = dialog.getByRole('combobox', { name: 'Language' });
    const add = dialog.getByRole('button', { name: 'Add language' });
    await add.click();
    await dialog.getByText('Required').waitFor();
    await language.fill('German (de)');
    await page.getByText('This layout already has that language.').waitFor();
    await language.fill('no such language');
    await page.getByText('No language found.', { exact: false }).waitFor();
    await language.fill('zh_Hant_HK');
    await page.getByRole('option', { name: /\(zh-hant-hk\)$/ }).click();
    expect(await language.inputValue()).toMatch(/^Chinese .*\(zh-hant-hk\)$/);
    await language.fill('dutch');
    await page.getByRole('option', { name: 'Dutch (nl)', exact: true }).click();
    await add.click();
    await dialog.waitFor({ state: 'detached' });
    await subject(page).fill('Bedankt');
    await saveButton(page).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await call('GET', `/email-templates/${layoutId}/translations/nl`)).toMatchObject({
      subject: 'Bedankt',
    });

    await page.getByRole('tab', { name: 'Languages' }).click();
    await chooseFromMenu(page, 'Dutch (nl)', 'Make main language');
    await page.getByRole('dialog').getByRole('button', { name: 'Make main language' }).click();
    await page.getByText('Dutch (nl) is now the main language').waitFor();
    expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({ defaultLocale: 'nl' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Main language change undone').waitFor();
    const { version } = await call('GET', `/email-templates/${layoutId}`);
    const before = await call<{ changes: unknown[] }>(
      'GET',
      `/email-templates/${layoutId}/versions/${version}/diff/${version - 2}`,
    );
    expect(before.changes).toEqual([]);
    await call('POST', `/email-templates/${layoutId}/translations/nl/promote`);
    await page.goto(`${origin}/stores/${store.id}/layouts/${layoutId}?tab=versions`);
    await page.getByRole('button', { name: 'Undo main language change' }).click();
    await page.getByText('Main language change undone').waitFor();
    expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({ defaultLocale: 'en' });
    await page.getByRole('tab', { name: 'Languages' }).click();
    await chooseFromMenu(page, 'Dutch (nl)', 'Remove language');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Language removed').waitFor();
    await page.context().close();
  });

  nightlyOnly('views, compares and restores a version', async () => {
    await call('PUT', `/email-templates/${layoutId}`, { subject: 'Before it' });
    const { version } = await call('GET', `/email-templates/${layoutId}`);
    await call('PUT', `/email-templates/${layoutId}`, { subject: 'After it' });
    const page = await open(`layouts/${layoutId}?tab=versions`);
    const named = page.getByRole('button', { name: `Version ${version}`, exact: true });
    // On a phone, the buttons beside it leave the name on one line.
    const wide = page.viewportSize() ?? { width: 0, height: 0 };
    const lineHeight = (await named.boundingBox())?.height ?? 0;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('list', { name: 'Versions' }).waitFor();
    expect((await named.boundingBox())?.height).toBeLessThan(2 * lineHeight);
    await page.setViewportSize(wide);
    await page.getByRole('table', { name: 'Versions' }).waitFor();
    await named.click();
    const look = page.getByRole('dialog', { name: `Version ${version}` });
    await look.getByRole('region', { name: 'Preview' }).getByText('Before it').waitFor();
    await page.keyboard.press('Escape');
    await look.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Compare version ${version} with the current version` }).click();
    const changes = page.getByRole('dialog', {
      name: `Changes from version ${version} to version ${version + 1}`,
    });
    await changes.getByText('Before it').waitFor();
    await changes.getByText('After it').waitFor();
    await page.keyboard.press('Escape');
    await changes.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Restore version ${version}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Version restored').waitFor();
    expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({ subject: 'Before it' });
    expect(await page.getByRole('heading', { name: 'Repository' }).count()).toBe(0);
    await page.context().close();
  });

  nightlyOnly('lists commits of a connected repository and restores them by SHA', async () => {
    const sha = 'c0ffee0123456789c0ffee0123456789c0ffee01';
    const commit = { sha, message: 'Warmer words\n\nmore', author: 'Jonas', url: 'https://git.example' };
    const page = await open('layouts');
    let restored = '';
    await page.route('**/stores/*/repository', (route) => route.fulfill({ json: { connection: {} } }));
    await page.route('**/versions/repo?*', (route) =>
      route.fulfill({
        json: {
          items: [{ ...commit, committedAt: '2026-11-01T10:00:00Z' }],
          page: 1,
          limit: 20,
          hasMore: false,
        },
      }),
    );
    await page.route('**/versions/repo/*/restore', (route) => {
      restored = new URL(route.request().url()).pathname;
      return route.fulfill({ status: 503, json: { error: 'the repository is away' } });
    });
    await page.goto(`${origin}/stores/${store.id}/layouts/${layoutId}?tab=versions`);
    await page.getByRole('table', { name: 'Repository' }).getByText('Warmer words').waitFor();
    await page.getByRole('button', { name: 'Restore: c0ffee0' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore c0ffee0?' });
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await dialog.getByText('Something went wrong on our side.').waitFor();
    expect(restored).toMatch(new RegExp(`/${layoutId}/versions/repo/${sha}/restore$`));
    await page.context().close();
  });
});

// In another person's session, because requests per minute are counted per person.
describe('in a store with hostile texts', () => {
  inStoreAtWork();

  nightlyOnly(
    'details: category, footer text and the main language, which cannot be an existing translation',
    async () => {
      const page = await open(`layouts/${layoutId}?tab=details`);
      const language = page.getByRole('combobox', { name: 'Main language' });
      expect(await language.inputValue()).toBe('English (en)');
      await language.fill('German (de)');
      await page.getByText('This layout already has that language.').waitFor();
      await language.fill('en_gb');
      await page.getByRole('option', { name: 'British English (en-gb)' }).click();
      await page.getByRole('textbox', { name: 'Description' }).fill('For every order');
      await page.getByRole('combobox', { name: 'Category' }).click();
      await page.getByRole('option', { name: 'Marketing' }).click();
      await page.getByRole('textbox', { name: 'Company details' }).fill('Tea & Co., Cork');
      await saveButton(page).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({
        ...{ description: 'For every order', category: 'marketing', defaultLocale: 'en-gb' },
        marketingTexts: { companyDetails: 'Tea & Co., Cork' },
      });
      await call('PUT', `/email-templates/${layoutId}`, { defaultLocale: 'en' });
      await page.context().close();
    },
  );

  nightlyOnly(
    'details: selects required variables; asks before making a marketing layout transactional',
    async () => {
      await call('PUT', `/email-templates/${layoutId}`, {
        ...{ subject: 'Order {{ variables.order.name }}', category: 'marketing', marketingTexts: null },
        requiredVariables: ['no.longer.used'],
      });
      await referringSteps(outstep.core, store.id, layoutId, 2);
      const page = await open(`layouts/${layoutId}?tab=details`);
      await page.getByRole('checkbox', { name: 'order.name', exact: true }).check();
      await page.getByRole('checkbox', { name: 'no.longer.used not used in this layout' }).uncheck();
      await saveButton(page).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      const saved = await call<{ version: number }>('GET', `/email-templates/${layoutId}`);
      // Fields that were not touched are not sent.
      expect(saved).toMatchObject({ requiredVariables: ['order.name'], marketingTexts: null });

      await page.getByRole('combobox', { name: 'Category' }).click();
      await page.getByRole('option', { name: 'Transactional' }).click();
      await saveButton(page).click();
      const dialog = page.getByRole('dialog', { name: 'Make this layout transactional?' });
      await dialog.getByText('including people who have unsubscribed', { exact: false }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({ version: saved.version });
      await saveButton(page).click();
      await dialog.getByRole('button', { name: 'Make transactional' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await call('GET', `/email-templates/${layoutId}`)).toMatchObject({
        ...{ category: 'transactional', version: saved.version + 1 },
      });
      await page.context().close();
    },
  );

  nightlyOnly(
    'sends a test email of the unsaved content; shows a wrong address at its field, a failed email in a sentence',
    async () => {
      const page = await open(`layouts/${layoutId}?locale=de`);
      await subject(page).fill('On the screen, not saved');
      await page.getByRole('button', { name: 'Send test email' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send test email' });
      await dialog.getByText('Test mode: the email goes to the test inbox, not to this address.').waitFor();
      const to = dialog.getByRole('textbox', { name: 'To' });
      expect(await to.inputValue()).toBe(store.email);
      await to.fill('nobody');
      await page.keyboard.press('Enter');
      await dialog.getByText('Enter a valid email address.').waitFor();
      let sent: unknown;
      await page.route('**/mail-tests', (route) => {
        sent = route.request().postDataJSON();
        return route.fulfill({
          json: { executionId: layoutId, status: 'FAILED', error: 'The server said no.' },
        });
      });
      await to.fill('maria@tea.example');
      await page.keyboard.press('Enter');
      await dialog.getByText('The server said no.').waitFor();
      expect(sent).toMatchObject({
        ...{ layout: layoutId, to: 'maria@tea.example', locale: 'de', subject: 'On the screen, not saved' },
        bodyDesign: { blocks: expect.any(Array) },
      });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await focused(page).textContent()).toBe('Send test email');
      await page.context().close();
    },
  );

  nightlyOnly('a viewer sees everything read-only', async () => {
    const context = await browser.newContext({
      ...contextOptions(desktop),
      storageState: await colleague(browser, origin, store, 'viewer'),
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto(`${origin}/stores/${store.id}/layouts`);
    await pageSettled(page);
    expect(await page.getByRole('button', { name: 'New layout' }).count()).toBe(0);
    await page.goto(`${origin}/stores/${store.id}/layouts/${layoutId}`);
    await pageSettled(page);
    await page.getByText('Only editors and owners can change this.').waitFor();
    await page.getByText('Code', { exact: true }).click();
    expect(await design(page).getAttribute('aria-readonly')).toBe('true');
    expect(await readCode(design(page))).toContain('"blocks"');
    for (const name of ['Save', 'Send test email'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page
      .getByRole('button', { name: /^Compare version/ })
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^Restore/ }).count()).toBe(0);
    await context.close();
  });

  nightlyOnly('an error, a comparison and the starter designs are accessible', async () => {
    const page = await open(`layouts/${layoutId}?view=code`);
    // Dialogs fade in when they open.
    const check = (where: string) =>
      expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS, message: where }).toEqual([]);
    await writeCode(page, design(page), '{');
    await page.getByRole('button', { name: 'Line 1' }).waitFor();
    await check('a fault');
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page
      .getByRole('button', { name: /^Compare version/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('After', { exact: true }).first().waitFor();
    await check('comparison');
    await page.goto(`${origin}/stores/${store.id}/layouts?new=1`);
    await page.getByRole('button', { name: /^Welcome/ }).waitFor();
    await check('ready designs');
    await page.context().close();
  });

  const hostile = [
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    'javascript:alert(1)',
    '{{ "<svg onload=alert(1)>" | raw }}',
  ];
  test('escapes stored text everywhere', async () => {
    const texts = hostile.join(' ');
    const run = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>';
    const fields = {
      ...{ name: texts, description: texts, subject: texts, previewText: texts, category: 'marketing' },
      marketingTexts: {
        companyDetails: texts,
        unsubscribeText: `${texts} {{ unsubscribe_link }}`,
        unsubscribeLinkLabel: hostile[0],
      },
    };
    const made = [
      await call('POST', '/email-templates', { ...fields, bodyType: 'text', body: run + texts }),
      await call('POST', '/email-templates', {
        ...fields,
        bodyDesign: {
          blocks: [
            { type: 'html', html: run },
            { type: 'heading', text: texts },
          ],
        },
      }),
    ];
    const ran: string[] = [];
    for (const { id } of made) {
      await call('PUT', `/email-templates/${id}/translations/de`, { subject: texts });
      await call('PUT', `/email-templates/${id}`, { subject: `${texts} again` });
      const page = await open('layouts');
      page.on('dialog', (dialog) => {
        ran.push(dialog.message());
        void dialog.dismiss();
      });
      for (const search of ['', '?locale=de']) {
        await page.goto(`${origin}/stores/${store.id}/layouts/${id}${search}`);
        await pageSettled(page);
      }
      for (const [tab, shown] of [
        ['Languages', page.getByRole('table', { name: 'Languages' })],
        ['Details', page.getByRole('textbox', { name: 'Description' })],
        ['Versions', page.getByRole('table', { name: 'Versions' })],
      ] as const) {
        await page.getByRole('tab', { name: tab }).click();
        await shown.waitFor();
        await pageSettled(page);
      }
      await page.getByRole('button', { name: 'Compare version 1 with the current version' }).click();
      await page.getByRole('dialog').getByText('After', { exact: true }).first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Version 1', exact: true }).click();
      await page.getByRole('dialog').getByRole('region', { name: 'Preview' }).waitFor();
      await pageSettled(page);
      const frame = page.locator('iframe[title="Preview"]').last();
      expect(await frame.getAttribute('sandbox')).toBe('');
      expect(await frame.getAttribute('srcdoc')).toMatch(
        /^\s*<!doctype[^>]*><meta http-equiv="Content-Security-Policy"/i,
      );
      await page.context().close();
    }
    expect(ran).toEqual([]);
  });

  nightlyOnly('shows a server error and retries', async () => {
    const page = await open('layouts');
    const broken = '**/app/api/stores/*/email-templates/**';
    await page.route(broken, (route) => route.fulfill({ status: 409, json: { error: 'not now' } }));
    await page.goto(`${origin}/stores/${store.id}/layouts/${layoutId}`);
    await page.getByText('not now').waitFor();
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try again' }).click();
    await subject(page).waitFor();
    await page.route(broken, (route) => route.abort());
    await subject(page).fill('Written without a connection');
    await saveButton(page).click();
    await page.getByText('Couldn’t reach the server.', { exact: false }).first().waitFor();
    expect(await subject(page).inputValue()).toBe('Written without a connection');
    await page.context().close();
  });
});

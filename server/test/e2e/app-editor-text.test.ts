import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { appearances, contextOptions, findingsAtNight, overflows, pageSettled } from '../harness/app.ts';
import {
  block,
  canvas,
  editorOf,
  mail,
  PATIENCE_MS,
  row,
  saved,
  threeBlocks,
  tool,
} from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { pngOf } from '../harness/files.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, goTo, made } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, made } = editorOf(browser, origin, store));
});

const words = {
  testVariables: { customer: { first_name: 'Maria' }, order: { name: '#1001' } },
  blocks: [
    { type: 'heading', text: 'Hello {{ variables.customer.first_name }}' },
    {
      type: 'text',
      html: '<p>Your <b>tea</b> is here.</p><p style="margin:8px 0">Order {{ variables.order.name }}</p>',
    },
    { type: 'button', label: 'Drink it', url: 'https://tea.example' },
  ],
};

/** The text that is being edited. */
const text = (page: Page) => mail(page).getByRole('textbox');
const bar = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
const fieldOf = async (id: string, index: number, name: string) =>
  (await call('GET', `/email-templates/${id}`)).bodyDesign.blocks[index]?.[name];
const drawn = (page: Page) => page.evaluate<string>('window.drawnMail.html');

/** Pastes as from a person's clipboard; scripts of the page reach the frame, where no scripts run. */
const paste = (page: Page, html: string) =>
  page.evaluate(`{
    const data = new DataTransfer();
    data.setData("text/html", ${JSON.stringify(html).replaceAll('</', '<\\/')});
    document.querySelector("iframe[title=Email]").contentDocument.querySelector("[role=textbox]")
      .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }`);

describe('text in the email', () => {
  test('opens on double click, changes only the typed word, closes with Escape and undoes', async () => {
    const { id } = await made(words);
    const page = await goTo(id);
    await block(page, /Your tea/).waitFor();
    const before = await drawn(page);
    await block(page, /Your tea/).dblclick();
    await text(page).waitFor();
    expect(await text(page).textContent()).toContain('#1001');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Dear, ');
    expect(await text(page).textContent()).toMatch(/^Dear, Your tea/);
    await expect.poll(() => drawn(page), { timeout: PATIENCE_MS }).toContain('Dear, Your');
    expect((await drawn(page)).replace('Dear, Your', 'Your')).toBe(before);
    expect(await findingsAtNight(page)).toEqual([]);
    // The caret survives a redraw.
    await page.keyboard.type('friend: ');
    await page.keyboard.press('Escape');
    await text(page).waitFor({ state: 'detached' });
    await mail(page).getByText('Dear, friend: Your tea').waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'))
      .toBe('Email');
    await saved(page);
    expect(await fieldOf(id, 1, 'html')).toBe(words.blocks[1]?.html?.replace('Your', 'Dear, friend: Your'));
    // Typing with a pause of more than a second makes two undo steps.
    await canvas(page).focus();
    const undone = async () => (await tool(page, 'Undo').getAttribute('aria-disabled')) === 'true';
    for (let i = 0; i < 2 && !(await undone()); i++) await page.keyboard.press('Control+z');
    await expect.poll(() => drawn(page), { timeout: PATIENCE_MS }).toBe(before);
  });

  nightlyOnly('headings and labels are one line: Enter opens and closes them', async () => {
    const { id } = await made(words);
    const page = await goTo(id);
    await block(page, /Hello/).click();
    await page.keyboard.press('Enter');
    await text(page).waitFor();
    expect(await text(page).textContent()).toBe('Hello Maria');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await text(page).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await text(page).waitFor();
    await page.keyboard.type(' now');
    await page.keyboard.press('Escape');
    await saved(page);
    expect(await fieldOf(id, 0, 'text')).toBe('Hello {{ variables.customer.first_name }}!');
    expect(await fieldOf(id, 2, 'label')).toBe('Drink it now');
  });

  nightlyOnly('undo and redo within the text, and saving, without leaving it', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await block(page, /Your tea/).dblclick();
    await text(page).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Really.');
    await page.keyboard.press('Control+z');
    await expect.poll(() => text(page).textContent()).toBe('Your tea is here.');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => text(page).textContent()).toBe('Your tea is here. Really.');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await text(page).count()).toBe(1);
    expect(await fieldOf(id, 1, 'html')).toBe('<p>Your tea is here. Really.</p>');
  });

  test('opens unsupported text as code and explains why', async () => {
    const html = '<ul>{% for a in variables.rows %}<li>{{ a }}</li>{% endfor %}</ul>';
    const { id } = await made({ testVariables: { rows: ['One', 'Two'] }, blocks: [{ type: 'text', html }] });
    const page = await goTo(id);
    await block(page, /./).first().dblclick();
    await page.getByText('This text has Liquid between list items').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('field-blocks[0].html');
    await mail(page).getByText('Two').waitFor();
  });

  nightlyOnly('clicking elsewhere closes the text and selects that block', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await block(page, /Your tea/).dblclick();
    await text(page).waitFor();
    await mail(page).getByText('Drink it').click();
    await text(page).waitFor({ state: 'detached' });
    await expect.poll(() => row(page, /Button/).getAttribute('aria-selected')).toBe('true');
  });
});

describe('formatting', () => {
  test('works by keyboard and toolbar, which shows the active formats', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await block(page, /Your tea/).dblclick();
    await text(page).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+b');
    await expect.poll(() => bar(page, 'Bold').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Control+b');
    await bar(page, 'Italic').click();
    await page.keyboard.press('Alt+F10');
    await expect
      .poll(() =>
        page.evaluate('document.activeElement?.closest("[role=toolbar]")?.getAttribute("aria-label")'),
      )
      .toBe('Formatting');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'URL', exact: true }).last().fill('tea.example');
    await page.keyboard.press('Enter');
    await bar(page, 'Bulleted list').click();
    await mail(page).getByRole('listitem').waitFor();
    const selected = () =>
      text(page).evaluate((at) => {
        const { activeElement } = at.ownerDocument;
        return activeElement === at ? String(at.ownerDocument.getSelection()) : null;
      });
    // Focus is back in the text with the same selection; then the caret is at its end, with none.
    await expect.poll(selected).toBe('Your tea is here.');
    await page.keyboard.press('End');
    await expect.poll(selected).toBe('');
    // The browser reports a moved caret to the editor in a separate task, which a busy page may run after the
    // next key.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    await page.keyboard.press('Enter');
    await page.keyboard.type('More');
    await page.keyboard.press('Escape');
    await saved(page);
    expect(await fieldOf(id, 1, 'html')).toMatch(
      /^<ul><li><em><a href="https:\/\/tea\.example">Your tea is here\.<\/a><\/em><\/li><li>.*More.*<\/li><\/ul>$/,
    );
  });
});

describe('variables', () => {
  test('"{{" suggests variables with samples, "}}" completes one, Enter on a chip edits it', async () => {
    const { id } = await made(words);
    const page = await goTo(id);
    await block(page, /Your tea/).dblclick();
    await text(page).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' for {{');
    const search = page.getByRole('combobox', { name: 'Search variables' });
    await search.waitFor();
    await page.getByRole('option', { name: /customer\.first_name.*Maria/ }).waitFor();
    expect(await findingsAtNight(page)).toEqual([]);
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
    await expect.poll(() => text(page).textContent()).toContain('#1001 for Maria');
    await page.keyboard.type(' and {{');
    await search.waitFor();
    await page.keyboard.type(' variables.other | default: "you" }}');
    await expect.poll(() => text(page).textContent()).toContain('for Maria and you');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Variable' });
    await dialog.getByRole('textbox', { name: 'Code' }).fill('{{ variables.order.name | downcase }}');
    expect(await findingsAtNight(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.keyboard.press('Escape');
    await saved(page);
    expect(await fieldOf(id, 1, 'html')).toContain(
      '{{ variables.order.name }} for {{ variables.customer.first_name }} and {{ variables.order.name | downcase }}</p>',
    );
  });
});

nightlyOnly('in a loop the fields of an entry are offered; choosing a list repeats the block', async () => {
  const { id } = await made({
    testVariables: { order: { currency: 'EUR' }, products: [{ title: 'Green tea', price: '4.50' }] },
    blocks: [{ type: 'text', html: '<p>We have </p>' }],
  });
  const page = await goTo(id);
  await block(page, /We have/).dblclick();
  await text(page).waitFor();
  await page.keyboard.type(' {{');
  await page.getByRole('option', { name: /^products Repeat for each/ }).click();
  await row(page, /Repeat/).waitFor();
  await expect.poll(() => text(page).textContent()).toBe('We have');
  await page.keyboard.type(': {{');
  await page.getByRole('group', { name: 'Item of products' }).waitFor();
  await page.getByRole('option', { name: /^item\.title Green tea/ }).click();
  await page.keyboard.type(', {{');
  await page.getByRole('option', { name: /^item\.price with currency/ }).click();
  await expect.poll(() => text(page).textContent()).toBe('We have: Green tea, €4.50');
  await page.keyboard.press('Escape');
  await mail(page).getByText('We have: Green tea, €4.50').waitFor();
  await saved(page);
  expect(await fieldOf(id, 0, 'blocks')).toEqual([
    {
      type: 'text',
      html: '<p>We have: {{ item.title }}, {{ item.price | money: variables.order.currency }}</p>',
    },
  ]);
});

nightlyOnly('splits a text at the cursor, by key and from the toolbar; undo is one step', async () => {
  const { id } = await made(words);
  const page = await goTo(id);
  await block(page, /Your tea/).dblclick();
  await text(page).waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Place the cursor between two words').waitFor();
  await page.keyboard.press('End');
  await bar(page, 'Split block here').click();
  await text(page).waitFor({ state: 'detached' });
  await expect.poll(() => row(page, /^Text: Order/).getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Email');
  await saved(page);
  expect(await fieldOf(id, 1, 'html')).toBe('<p>Your <b>tea</b> is here.</p>');
  expect(await fieldOf(id, 2, 'html')).toBe('<p style="margin:8px 0">Order {{ variables.order.name }}</p>');
  await canvas(page).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => tool(page, 'Undo').getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => row(page, /^Text/).count()).toBe(1);
});

test('edits test variables in fields and as JSON, by keyboard, with undo', async () => {
  const { id } = await made({ ...words, testVariables: { ...words.testVariables, rows: [{ a: 'One' }] } });
  const page = await goTo(id);
  await mail(page).getByText('Hello Maria').waitFor();
  await page.getByRole('button', { name: 'Test variables', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Test variables' });
  await dialog.getByRole('textbox', { name: 'first_name' }).fill('Ada');
  await mail(page).getByText('Hello Ada').waitFor();
  await dialog.getByRole('button', { name: 'Add an item to rows' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'a', exact: true }).nth(1).fill('Two');
  await dialog.getByRole('button', { name: 'Remove rows[0]', exact: true }).press('Enter');
  const active = () => page.evaluate('document.activeElement?.textContent');
  await expect.poll(active).toBe('Add an item to rows');
  await dialog.getByRole('textbox', { name: 'New variable name' }).fill('customer.city');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('variable-customer.city');
  await page.keyboard.type('Rome');
  expect(await findingsAtNight(page)).toEqual([]);
  await dialog.getByText('JSON', { exact: true }).click();
  const code = dialog.getByRole('textbox', { name: 'All test variables as JSON' });
  const whole = JSON.parse(await code.inputValue()) as unknown;
  expect(whole).toEqual({
    customer: { first_name: 'Ada', city: 'Rome' },
    order: { name: '#1001' },
    rows: [{ a: 'Two' }],
  });
  // Invalid JSON is reported, and still there when the dialog is opened again.
  await code.fill('{ "customer": ');
  await dialog.getByText('This isn’t valid JSON yet.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Test variables', exact: true }).press('Enter');
  expect(await code.inputValue()).toBe('{ "customer": ');
  await code.fill('{ "customer": { "first_name": "Bo" } }');
  await mail(page).getByText('Hello Bo').waitFor();
  await page.keyboard.press('Control+z');
  await mail(page).getByText('Hello Ada').waitFor();
  expect(JSON.parse(await code.inputValue())).toEqual(whole);
  await page.keyboard.press('Escape');
  await saved(page);
  expect((await call('GET', `/email-templates/${id}`)).bodyDesign).toMatchObject({ testVariables: whole });
});

nightlyOnly('half a "{{" is no error until typing pauses, and an error does not move the email', async () => {
  const { id } = await made(words);
  const page = await goTo(id);
  await block(page, /Your tea/).dblclick();
  await text(page).waitFor();
  const place = () => page.locator('iframe[title=Email]').boundingBox();
  const before = await place();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' {{');
  await page.getByRole('combobox', { name: 'Search variables' }).waitFor();
  const found = () => page.evaluate<string[]>('Object.keys(window.drawnFaults)');
  await expect.poll(found, { timeout: PATIENCE_MS }).toEqual(['bodyDesign.blocks[1].html']);
  const alert = page.getByRole('alert');
  expect(await alert.count()).toBe(0);
  await page.getByText('No errors').waitFor();
  await page.keyboard.press('Escape');
  await alert.getByRole('button', { name: /^Text: Your tea/ }).waitFor();
  expect(await place()).toEqual(before);
  await alert.getByRole('button', { name: '1 error' }).click();
  await page.getByText('The preview shows the email as it was before the error.').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
});

nightlyOnly('pasting keeps lists and links and drops styling', async () => {
  const { id } = await made(threeBlocks);
  const page = await goTo(id);
  await block(page, /Your tea/).dblclick();
  await text(page).waitFor();
  await page.keyboard.press('Control+a');
  await paste(
    page,
    '<p style="color:red;font-family:Comic Sans MS">Hi {{ variables.name }}</p><ul><li style="font-size:30px">One</li></ul><script>alert(1)</script>',
  );
  await page.keyboard.press('Escape');
  await saved(page);
  expect(await fieldOf(id, 1, 'html')).toBe('<p>Hi {{ variables.name }}</p><ul><li>One</li></ul>');
});

nightlyOnly('opens a text that was double-clicked before the page was ready', async () => {
  const { id } = await made(threeBlocks);
  const context = await browser.newContext({ ...contextOptions(appearances[0]), storageState: store.state });
  context.setDefaultTimeout(PATIENCE_MS);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await context.route('**/layout-schema', async (route) => {
    await held;
    await route.continue();
  });
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${store.id}/layouts/${id}`);
  await block(page, /Your tea/).dblclick();
  expect(await text(page).count()).toBe(0);
  release();
  await text(page).waitFor();
  await context.close();
});

test('offers to keep pasted formatting and turns a pasted image into a block below', async () => {
  const { id } = await made(threeBlocks);
  const page = await goTo(id);
  await block(page, /Your tea/).dblclick();
  await text(page).waitFor();
  await page.keyboard.press('Control+a');
  const picture = `<img src="data:image/png;base64,${(await pngOf(60, 40)).toString('base64')}">`;
  await paste(page, `<p style="color:#c00000;position:fixed">Hi {{ variables.name }}</p>${picture}`);
  const offer = bar(page, 'Keep formatting');
  await offer.waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await offer.click();
  await offer.waitFor({ state: 'detached' });
  await row(page, /^Image/).waitFor();
  await page.keyboard.type('!');
  await page.keyboard.press('Escape');
  await saved(page);
  expect(await fieldOf(id, 1, 'html')).toBe(
    '<p><span style="color:#c00000">Hi {{ variables.name }}!</span></p>',
  );
  expect(await fieldOf(id, 2, 'type')).toBe('image');
  expect(await fieldOf(id, 3, 'type')).toBe('button');
});

nightlyOnly('on a phone, in German: a second tap opens the text, the toolbar is below', async () => {
  const { id } = await made(words);
  const context = await browser.newContext({
    ...contextOptions({ device: 'phone', scheme: 'dark' }, 'de-DE'),
    storageState: store.state,
    hasTouch: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${store.id}/layouts/${id}`);
  await pageSettled(page);
  const option = page.getByRole('option', { name: /Your tea/ });
  const written = page.frameLocator('iframe[title="E-Mail"]').getByRole('textbox');
  await option.tap();
  await option.tap();
  await written.waitFor();
  const toolbar = page.getByRole('toolbar', { name: 'Formatierung' });
  const box = await toolbar.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height);
  expect(await overflows(page)).toBe(false);
  expect(await findingsAtNight(page)).toEqual([]);
  await toolbar.getByRole('button', { name: 'Fertig' }).tap();
  await written.waitFor({ state: 'detached' });
  await context.close();
});

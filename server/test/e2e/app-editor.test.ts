import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import { emptyJob } from '../../src/features/rendering/design/compile-design.rules.ts';
import { drawMarkedMail } from '../../src/features/rendering/mails/draw-marked-mail.rules.ts';
import { designs } from '../design/generated-designs.ts';
import { contextOptions, findingsAtNight, overflows, pageSettled, show } from '../harness/app.ts';
import { writeCode } from '../harness/app-code.ts';
import {
  block,
  canvas,
  desktop,
  editorOf,
  mail,
  PATIENCE_MS,
  row,
  saveButton,
  saved,
  threeBlocks,
  tool,
  view,
} from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { quickKeys } from '../harness/quick-keys.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { isFullSize, sampled } from '../harness/size.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, goTo, made, open, typesOf } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, made, open, typesOf } = editorOf(browser, origin, store));
});

describe('the canvas', () => {
  test('renders starter designs byte for byte like the preview', async () => {
    // Only some, except in the nightly check; a test without a browser compares all of them.
    for (const { key, ...content } of sampled(starterDesigns.en, 6)) {
      const { id } = await call('POST', '/email-templates', { ...content, name: key });
      const { html } = await call<{ html: string }>('POST', `/email-templates/${id}/preview`);
      const page = await goTo(id);
      await block(page, /./).first().waitFor();
      const drawn = await page.evaluate<{ html: string; word: string }>('window.drawnMail');
      expect(BlockMarks.takeOut(drawn), key).toBe(html);
      expect(await page.evaluate('window.isOtherPage'), key).toBe(false);
      // Opened without changes: nothing to save.
      expect(await saveButton(page).isDisabled()).toBe(true);
    }
  });

  nightlyOnly('the worker renders designs exactly like Node', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await block(page, /Good morning/).waitFor();
    await page.evaluate('window.asked = new Worker(window.mailWorker, { type: "module" })');
    for (const design of fc.sample(designs, { numRuns: isFullSize ? 500 : 15, seed: 1611 })) {
      const job = {
        ...emptyJob,
        ...{ design, subject: 'S {{ variables.order.name }}', previewText: 'P', footer: null },
        variables: { order: { name: '#1', gift: true }, products: [{ title: 'A' }, { title: 'B' }] },
        ...{ unsubscribeUrl: 'https://x.test', secret: 'abcdef' },
      };
      const ofNode = await drawMarkedMail(job);
      const ofBrowser = await page.evaluate<{ mail?: unknown; faults?: unknown }>(
        `new Promise((resolve) => {
          window.asked.onmessage = ({ data }) => { if (!data.isReady) resolve(data); };
          window.asked.postMessage({ id: 1, job: ${JSON.stringify(job)} });
        })`,
      );
      if ('problems' in ofNode) expect(ofBrowser.faults).toBeDefined();
      else expect(ofBrowser.mail).toEqual(ofNode);
    }
  });

  test('runs no stored text and survives an email that is too large', async () => {
    const run = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>';
    const { id } = await made({ blocks: [{ type: 'html', html: run }, ...threeBlocks.blocks] });
    const page = await goTo(id);
    const ran: string[] = [];
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    await block(page, /Good morning/).click();
    const frame = page.locator('iframe[title="Email"]');
    expect(await frame.getAttribute('sandbox')).toBe('allow-same-origin');
    expect(await frame.getAttribute('srcdoc')).toMatch(
      /^\s*<!doctype[^>]*><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src/i,
    );
    // A handler that the page itself inserts doesn't run either.
    await page.evaluate(
      `document.querySelector('iframe[title="Email"]').contentDocument.body.insertAdjacentHTML('beforeend', '<img src=x onerror="parent.alert(2)">')`,
    );
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('{% for a in (1..99999999) %}{% for b in (1..99999999) %}x{% endfor %}{% endfor %}');
    await page.getByRole('alert').waitFor();
    await text.fill('Good evening');
    await mail(page).getByText('Good evening').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(ran).toEqual([]);
  });

  nightlyOnly('without a worker, the server draws and the outline still navigates', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await page.route('**/assets/mail-worker-*.js', (route) => route.abort());
    await page.reload();
    await pageSettled(page);
    await page.getByText('You can’t select blocks in the email right now', { exact: false }).waitFor();
    await row(page, /Heading/).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('By the server');
    await mail(page).getByText('By the server').waitFor();
  });
});

describe('editing', () => {
  test('selects a block, edits its fields, undoes, redoes and saves only that change', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await block(page, /Good morning/).click();
    expect(await row(page, /Heading/).getAttribute('aria-selected')).toBe('true');
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('Good evening');
    await mail(page).getByText('Good evening').waitFor();
    await page.getByRole('combobox', { name: 'Alignment' }).click();
    await page.getByRole('option', { name: 'Center' }).click();
    await page.getByText('unsaved').waitFor();
    await tool(page, 'Undo').click();
    await page.getByRole('status').filter({ hasText: 'Undone: change setting' }).waitFor();
    await tool(page, 'Undo').click();
    await mail(page).getByText('Good morning').waitFor();
    // Everything undone: nothing to save.
    expect(await saveButton(page).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Shift+z');
    await mail(page).getByText('Good evening').waitFor();
    await saved(page);
    const [heading, ...rest] = threeBlocks.blocks;
    expect((await call('GET', `/email-templates/${id}`)).bodyDesign).toEqual({
      blocks: [{ ...heading, text: 'Good evening' }, ...rest],
    });
    // Undo works across a save.
    await tool(page, 'Undo').click();
    await mail(page).getByText('Good morning').waitFor();
    await page.getByText('unsaved').waitFor();
  });

  test('adds, moves, duplicates and deletes blocks by keyboard without losing focus', async () => {
    const { id } = await made({ blocks: [] });
    const page = await goTo(id);
    const add = async (name: string) => {
      await tool(page, 'Add block').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Search blocks');
      await page.keyboard.type(name);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await row(page, new RegExp(`^${name}`))
        .first()
        .waitFor();
    };
    const isLost = () => page.evaluate<boolean>('document.activeElement === document.body');
    for (const name of ['Heading', 'Columns', 'Image', 'Button']) await add(name);
    await row(page, /^Button/).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('status').filter({ hasText: 'Button moved to position 3 of 4' }).waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('status').filter({ hasText: 'Button moved to position 2 of 2' }).waitFor();
    expect(await row(page, /Button/).getAttribute('aria-level')).toBe('3');
    await page.keyboard.press('Control+d');
    await expect.poll(() => row(page, /Button/).count()).toBe(2);
    expect(await isLost()).toBe(false);
    await page.keyboard.press('Delete');
    await expect.poll(() => row(page, /Button/).count()).toBe(1);
    expect(await isLost()).toBe(false);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('field-blocks[0].text');
    await page.keyboard.type(' by keys');
    await saved(page);
    expect(await typesOf(id)).toEqual(['heading', 'columns', 'image']);
    const { bodyDesign } = await call('GET', `/email-templates/${id}`);
    expect(bodyDesign.blocks[0]).toEqual({ type: 'heading', text: 'Heading by keys' });
    expect(JSON.stringify(bodyDesign.blocks[1])).toContain('"button"');
  });

  nightlyOnly(
    'keys, commands and saving in quick succession each act on what was written most recently',
    async () => {
      const many = Array.from({ length: 60 }, (_, i) => ({ type: 'heading', text: `Heading ${i}` }));
      const { id } = await made({ blocks: [...threeBlocks.blocks, ...many] });
      const page = await goTo(id);
      const press = await quickKeys(page);
      const answered = () =>
        page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
      const stored = async () => (await call('GET', `/email-templates/${id}`)).bodyDesign.blocks;

      await block(page, /Good morning/).click();
      await page.getByRole('textbox', { name: 'Text', exact: true }).press('End');
      const byField = answered();
      await press([...'abcdefgh', 'Control+s']);
      await byField;
      expect((await stored())[0]).toEqual({ type: 'heading', text: 'Good morningabcdefgh' });

      await block(page, /Your tea/).dblclick();
      await mail(page).getByRole('textbox').waitFor();
      await page.keyboard.press('Control+End');
      const inPlace = answered();
      await press([...'abcdefgh', 'Control+s']);
      await inPlace;
      expect((await stored())[1]).toEqual({ type: 'text', html: '<p>Your tea is here.abcdefgh</p>' });
      await page.keyboard.press('Escape');

      await row(page, 'Heading: Heading 0').click();
      await press(['Delete', 'Delete', 'Alt+ArrowDown', 'Delete', 'Control+d', 'ArrowDown', 'Delete']);
      await expect
        .poll(() => row(page, /^Heading: Heading [0-5]$/).allTextContents())
        .toEqual([...['Heading: Heading 3', 'Heading: Heading 4', 'Heading: Heading 4']]);
    },
  );

  test('the canvas is one tab stop: arrows select, Enter edits, Escape leaves', async () => {
    const inner = { type: 'text', html: '<p>Left</p>' };
    const columns = { type: 'columns', columns: [{ blocks: [inner] }, { blocks: [] }] };
    const { id } = await made({ blocks: [threeBlocks.blocks[0], columns] });
    const page = await goTo(id);
    await block(page, /Good morning/).waitFor();
    await canvas(page).focus();
    const chosen = () => canvas(page).getByRole('option', { selected: true }).getAttribute('aria-label');
    for (const name of ['Heading: Good morning', 'Columns', 'Text: Left']) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(chosen).toBe(name);
    }
    await page.keyboard.press('Escape');
    await expect.poll(chosen).toBe('Columns');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await mail(page).getByRole('textbox', { name: 'Text' }).waitFor();
  });

  nightlyOnly('every keyboard move has a button too, and only allowed places are offered', async () => {
    const { id } = await made({
      blocks: [...threeBlocks.blocks, { type: 'loop', source: 'variables.a', blocks: [] }],
    });
    const page = await goTo(id);
    await block(page, /Good morning/).click();
    await tool(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a position' });
    await dialog.getByRole('button', { name: 'Footer: at the top' }).waitFor();
    await dialog.getByRole('button', { name: 'Repeat: variables.a: at the top' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await row(page, /Heading/).getAttribute('aria-level')).toBe('3');
    await saved(page);
    expect(await typesOf(id)).toEqual(['text', 'button', 'loop']);
  });

  test('shows an error at its block, links to its field and keeps the last valid preview', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await block(page, /Drink it/).click();
    await page.getByRole('textbox', { name: 'URL' }).fill('tea.example');
    // Toasts of earlier actions are alerts too.
    const alert = page.getByRole('alert').filter({ hasText: 'error' });
    await alert.getByRole('button', { name: 'Button: Drink it' }).waitFor();
    await row(page, /Button/)
      .getByRole('img', { name: '1 error' })
      .waitFor();
    await mail(page).getByText('Drink it').waitFor();
    await row(page, /Heading/).click();
    await alert.getByRole('button', { name: 'Button: Drink it' }).click();
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('field-blocks[2].url');
    await page.getByRole('textbox', { name: 'URL' }).fill('https://tea.example/new');
    await alert.waitFor({ state: 'detached' });
  });
});

describe('code and canvas', () => {
  test('edit the same design; invalid JSON leaves the canvas unchanged', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await block(page, /Good morning/).click();
    await view(page, 'Code').click();
    const code = page.getByRole('textbox', { name: 'Content' });
    await writeCode(page, code, '{ "blocks": [');
    await page.getByText('The JSON isn’t valid here.').first().waitFor();
    await page.getByText('The code isn’t valid JSON yet.').waitFor();
    expect(await saveButton(page).isDisabled()).toBe(true);
    await writeCode(page, code, JSON.stringify({ blocks: [{ type: 'divider' }, ...threeBlocks.blocks] }));
    await view(page, 'Design').click();
    await row(page, /Divider/).waitFor();
    // The heading is the same block as before, so it is still selected.
    expect(await row(page, /Heading/).getAttribute('aria-selected')).toBe('true');
    await tool(page, 'Undo').click();
    await row(page, /Divider/).waitFor({ state: 'detached' });
  });

  nightlyOnly(
    'a page left while rendering renders again; after a crash during rendering, it asks the server',
    async () => {
      const { id } = await made(threeBlocks);
      const page = await open(id);
      await block(page, /Good morning/).waitFor();
      const begin = "sessionStorage.setItem('outstep.drawing', '1')";
      await page.evaluate(begin);
      await page.reload();
      await block(page, /Good morning/).waitFor();
      // A page that crashed fires no `pagehide`.
      await page.evaluate(`addEventListener('pagehide', () => ${begin})`);
      await page.reload();
      await page.getByText('You can’t select blocks in the email right now').waitFor();
      expect(await block(page, /./).count()).toBe(0);
      await page.context().close();
    },
  );

  nightlyOnly('restores unsaved work and undo after a crash', async () => {
    const { id } = await made(threeBlocks);
    const page = await open(id);
    await block(page, /Good morning/).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Before the crash');
    await tool(page, 'Duplicate').click();
    await expect.poll(() => row(page, /Heading/).count()).toBe(2);
    await page.waitForTimeout(600);
    const crashed = page.waitForEvent('crash');
    await page.goto('chrome://crash').catch(() => undefined);
    await crashed;
    const again = await page.context().newPage();
    await again.goto(`${origin}/stores/${store.id}/layouts/${id}`);
    await pageSettled(again);
    await again.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => row(again, /Before the crash/).count()).toBe(2);
    await tool(again, 'Undo').click();
    await expect.poll(() => row(again, /Before the crash/).count()).toBe(1);
    await tool(again, 'Undo').click();
    await row(again, /Good morning/).waitFor();
    await again.context().close();
  });
});

nightlyOnly('has no serious accessibility findings and fits, light and dark, desktop and phone', async () => {
  const { id } = await made({
    ...threeBlocks,
    header: { blocks: [{ type: 'menu', items: [{ label: 'A', url: 'https://a.test' }] }] },
  });
  const page = await goTo(id);
  await block(page, /Good morning/).click();
  const check = (where: string) =>
    expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS, message: where }).toEqual([]);
  await check('desktop, light');
  await show(page, { device: 'desktop', scheme: 'dark' });
  await check('desktop, dark');
  await show(page, { device: 'phone', scheme: 'dark' });
  await page.getByRole('button', { name: 'Settings', exact: true }).waitFor();
  await check('phone, dark');
  expect(await overflows(page)).toBe(false);
  await page.getByRole('button', { name: 'Blocks', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Blocks' });
  await sheet.getByRole('treeitem', { name: /Button/ }).click();
  await check('outline on a phone');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Settings' })
    .getByRole('textbox', { name: 'Label' })
    .fill('On a phone');
  await check('fields on a phone');
  await page.getByRole('button', { name: 'Close' }).click();
  await mail(page).getByText('On a phone').waitFor();
  await view(page, 'Code').click();
  await page.getByRole('textbox', { name: 'Content' }).waitFor();
  await check('code on a phone');
});

nightlyOnly('a viewer sees email and blocks without tools', async () => {
  const { id } = await made(threeBlocks);
  const context = await browser.newContext({
    ...contextOptions(desktop),
    storageState: await colleague(browser, origin, store, 'viewer'),
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${store.id}/layouts/${id}`);
  await pageSettled(page);
  await block(page, /Good morning/).click();
  expect(await page.getByRole('textbox', { name: 'Text', exact: true }).isEditable()).toBe(false);
  expect(await page.getByRole('toolbar').count()).toBe(0);
  await context.close();
});

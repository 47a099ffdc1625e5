import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { markup } from '../design/hostile-markup.ts';
import { findingsAtNight } from '../harness/app.ts';
import { block, canvas, editorOf, mail, row, threeBlocks } from '../harness/app-editor.ts';
import { emptyStore } from '../harness/app-store.ts';
import { parseBombs, renderBombs, smallBombs, valueBombs } from '../harness/bombs.ts';
import { waitLimit } from '../harness/retry-rounds.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { sampled } from '../harness/size.ts';

const { browser, origin } = await sharedApp();

let { goTo, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ goTo, made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

/** The parts of the browser's type that are used here. */
interface Box {
  value: string;
  isContentEditable: boolean;
  setSelectionRange(from: number, to: number): void;
  matches(selector: string): boolean;
  dispatchEvent(event: Event): boolean;
}
declare class DataTransfer {
  setData(type: string, text: string): void;
  getData(type: string): string;
}
declare class KeyboardEvent extends Event {
  constructor(type: string, init: object);
}
declare class ClipboardEvent extends KeyboardEvent {}

/** The field itself, not the placeholder shown while the long-text editor is loading. */
const field = (page: Page, name: string) =>
  page
    .locator('[data-fields]')
    .getByRole('textbox', { name, exact: true })
    .and(page.locator(':not([aria-busy=true])'));
const drawn = (page: Page) => page.evaluate<string>('window.drawnMail.html');
/** Pasted over the whole content: typing two million characters is not under test. */
const put = (page: Page, name: string, text: string) =>
  field(page, name).evaluate((input, value) => {
    const box = input as unknown as Box;
    // The long-text editor has its own selection.
    if (box.isContentEditable)
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', keyCode: 65, ctrlKey: true }));
    else box.setSelectionRange(0, box.value.length);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', value);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (!box.dispatchEvent(paste)) return;
    // The page did not handle the paste, so the browser itself would insert the text.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, value);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
/** Resolves once the change has been drawn. */
const FRAME = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))';

describe('a text that takes too long to render', () => {
  const texts = [...parseBombs, ...renderBombs, ...smallBombs].map(
    ([name, bomb]) => ['Text', name, bomb] as const,
  );
  const conditions = valueBombs.map(([name, bomb]) => ['Show only if', name, bomb] as const);

  test('reports it at its block and renders the next change', async () => {
    const page = await goTo((await made(threeBlocks)).id);
    await block(page, /Your tea is here/).click();
    const alert = page.getByRole('alert');
    /** Bombs that kept the page itself busy. */
    const late: string[] = [];
    for (const [i, [name, title, bomb]] of sampled([...texts, ...conditions], 20, 3).entries()) {
      const before = await drawn(page);
      const begun = performance.now();
      await put(page, name, bomb);
      await field(page, name).waitFor();
      await page.evaluate(FRAME);
      const answered = performance.now() - begun;
      if (answered > waitLimit(2000)) late.push(`${title}: ${Math.round(answered)} ms`);
      // It was rejected, stopped, or harmless after all.
      await expect
        .poll(async () => (await alert.count()) > 0 || (await drawn(page)) !== before, {
          timeout: waitLimit(4000),
          message: title,
        })
        .toBe(true);
      const told = performance.now() - begun;
      if ((await alert.count()) > 0)
        expect(await alert.getByRole('button', { name: /^Text/ }).count(), `${title}: where`).toBe(1);
      console.log(
        `${title}: answers after ${Math.round(answered)} ms, ${(await alert.count()) > 0 ? 'refused' : 'drawn'} after ${Math.round(told)} ms`,
      );
      if (name === 'Show only if') await put(page, name, '');
      await put(page, 'Text', `<p>Fine again ${i}</p>`);
      await mail(page).getByText(`Fine again ${i}`, { exact: true }).waitFor();
      await alert.waitFor({ state: 'detached' });
    }
    expect(late).toEqual([]);
  }, 600_000);
});

describe('a text too long for a native input', () => {
  const text = (page: Page) => field(page, 'Text');
  const isInEditor = (page: Page) =>
    text(page).evaluate((box) => (box as unknown as Box).matches('[contenteditable=true]:focus'));
  /** Only the visible lines are in the page; a copy has all of them. */
  const written = async (page: Page) => {
    await page.keyboard.press('Control+a');
    return text(page).evaluate((box) => {
      const clipboardData = new DataTransfer();
      const copy = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
      (box as unknown as Box).dispatchEvent(copy);
      return clipboardData.getData('text/plain');
    });
  };

  test('keeps the caret while the field switches to the long-text editor and back', async () => {
    // A separate page in which that editor has not been loaded.
    const page = await open((await made(threeBlocks)).id);
    await row(page, /Your tea is here/).click();
    const arrives = Promise.withResolvers<void>();
    await page.route('**/assets/long-text-*.js', async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await text(page).focus();
    await put(page, 'Text', 'a'.repeat(20_001));
    await page.keyboard.type('bc');
    expect(await page.evaluate('document.activeElement.ariaBusy')).toBe('true');
    arrives.resolve();
    await text(page).waitFor();
    expect(await isInEditor(page)).toBe(true);
    expect(await findingsAtNight(page)).toEqual([]);
    await page.keyboard.type('d');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('{{ here');
    await page.getByRole('listbox', { name: 'Variables and secrets' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type(' }}');
    expect(await written(page)).toMatch(/^a{20001}bc\{\{ here \}\}$/);
    // Undo works across the whole editor, as for a short text; the number of steps depends on timing.
    const after = async (key: string, read: () => Promise<string>) => {
      await page.keyboard.press(key);
      return read();
    };
    const value = () => text(page).evaluate((box) => (box as unknown as Box).value);
    await expect.poll(() => after('Control+z', value)).toBe(threeBlocks.blocks[1]?.html);
    await expect
      .poll(() => after('Control+Shift+z', () => written(page)))
      .toMatch(/^a{20001}bc\{\{ here \}\}$/);
    expect(await isInEditor(page)).toBe(true);
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 14; i++) await page.keyboard.press('Backspace');
    await page.keyboard.type('e');
    expect(await text(page).inputValue()).toMatch(/^a{19999}e$/);
    await page.keyboard.type('fg');
    expect(await isInEditor(page)).toBe(true);
    expect(await written(page)).toMatch(/^a{19999}efg$/);
    await page.context().close();
  });
});

describe('active markup', () => {
  test('neither runs nor loads anything in the email, in place or pasted', async () => {
    const page = await goTo((await made(threeBlocks)).id);
    const done: string[] = [];
    page.on('dialog', (dialog) => {
      done.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('framenavigated', (frame) => done.push(`went to ${frame.url()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && request.resourceType() !== 'image') done.push(request.url());
    });
    await row(page, /Your tea is here/).click();
    for (const [i, each] of sampled(markup, 24, 5).entries()) {
      await put(page, 'Text', each);
      // Edited in place if possible; otherwise its field opens.
      await canvas(page).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.evaluate(
        `{
          const mail = document.querySelector('iframe[title=Email]').contentDocument;
          for (const form of mail.forms) try { form.requestSubmit(); } catch {}
          for (const link of mail.querySelectorAll('a, button, input')) link.click();
          for (const one of mail.querySelectorAll('*')) for (const { name } of one.attributes)
            if (name.startsWith('on')) one.dispatchEvent(new Event(name.slice(2)));
        }`,
      );
      await row(page, /^Text/).click();
      await put(page, 'Text', `<p>Fine again ${i}</p>`);
      await mail(page).getByText(`Fine again ${i}`, { exact: true }).waitFor();
      await block(page, /Fine again/).dblclick();
      const text = mail(page).getByRole('textbox');
      await text.waitFor();
      await page.evaluate(
        `{
          const data = new DataTransfer();
          data.setData('text/html', ${JSON.stringify(each).replaceAll('</', '<\\/')});
          document.querySelector('iframe[title=Email]').contentDocument.querySelector('[role=textbox]')
            .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        }`,
      );
      await page.keyboard.press('Escape');
      await text.waitFor({ state: 'detached' });
      expect(done, each).toEqual([]);
    }
    // Handlers that the page itself inserts don't run either, and forms are not submitted.
    await page.evaluate(
      `{
        const mail = document.querySelector('iframe[title=Email]').contentDocument;
        mail.body.insertAdjacentHTML('beforeend', '<form action="https://evil.test/"><input name=a></form>');
        mail.body.lastElementChild.submit();
      }`,
    );
    await put(page, 'Text', '<p>At the end</p>');
    await mail(page).getByText('At the end').waitFor();
    expect(done).toEqual([]);
  }, 600_000);
});

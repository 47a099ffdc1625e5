import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { markup } from '../design/hostile-markup.ts';
import { block, canvas, editorOf, mail, row, three } from '../harness/app-editor.ts';
import { emptyStore } from '../harness/app-store.ts';
import { parseBombs, renderBombs, smallBombs, valueBombs } from '../harness/bombs.ts';
import { patience } from '../harness/rounds.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { sampled } from '../harness/size.ts';

const { browser, origin } = await sharedApp();

let { made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

const field = (page: Page, name: string) =>
  page.locator('[data-fields]').getByRole('textbox', { name, exact: true });
const drawn = (page: Page) => page.evaluate<string>('window.drawnMail.html');
/** As if it were pasted there: typing two million characters is not what is tried. */
const put = (page: Page, name: string, text: string) =>
  field(page, name).evaluate((input, value) => {
    const box = input as unknown as { value: string; dispatchEvent(event: Event): void };
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, value);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);

describe('a text that would keep the browser busy', () => {
  const texts = [...parseBombs, ...renderBombs, ...smallBombs].map(
    ([name, bomb]) => ['Text', name, bomb] as const,
  );
  const conditions = valueBombs.map(([name, bomb]) => ['Only if', name, bomb] as const);

  /** Chromium takes 2.7 s to lay out a field with so many lines. */
  const promised: Readonly<Record<string, number>> = { '190 000 blank lines in a comment': 6_000 };

  test('the page goes on, tells it at its block, and the next change is drawn', async () => {
    const page = await open((await made(three)).id);
    await block(page, /Your tea is here/).click();
    const alert = page.getByRole('alert');
    /** Where the page itself was kept busy. */
    const late: string[] = [];
    for (const [i, [name, title, bomb]] of sampled([...texts, ...conditions], 10, 3).entries()) {
      const before = await drawn(page);
      const begun = performance.now();
      await put(page, name, bomb);
      await page.evaluate('1');
      const answered = performance.now() - begun;
      if (answered > patience(promised[title] ?? 2000)) late.push(`${title}: ${Math.round(answered)} ms`);
      // Refused, ended, or not that bad after all.
      await expect
        .poll(async () => (await alert.count()) > 0 || (await drawn(page)) !== before, {
          timeout: patience(promised[title] ?? 4000),
          message: title,
        })
        .toBe(true);
      const told = performance.now() - begun;
      if ((await alert.count()) > 0)
        expect(await alert.getByRole('button', { name: /^Text/ }).count(), `${title}: where`).toBe(1);
      console.log(
        `${title}: ${(await alert.count()) > 0 ? 'refused' : 'drawn'} after ${Math.round(told)} ms`,
      );
      if (name === 'Only if') await put(page, name, '');
      await put(page, 'Text', `<p>Fine again ${i}</p>`);
      await mail(page).getByText(`Fine again ${i}`, { exact: true }).waitFor();
      await alert.waitFor({ state: 'detached' });
    }
    expect(late).toEqual([]);
    // A text that becomes long is written in another field: whoever writes stays in it.
    await field(page, 'Text').focus();
    await put(page, 'Text', 'a'.repeat(20_001));
    await page.keyboard.type('b');
    expect(await field(page, 'Text').inputValue()).toMatch(/^a{20001}b$/);
    await page.context().close();
  }, 600_000);
});

describe('markup that would do something', () => {
  test('runs and sends nothing in the mail, nor while it is written in place, nor pasted', async () => {
    const page = await open((await made(three)).id);
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
    for (const [i, each] of sampled(markup, 12, 5).entries()) {
      await put(page, 'Text', each);
      // Written in place where it can be; else its field is opened.
      await canvas(page).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.evaluate(
        `{
          const mail = document.querySelector('iframe[title=Mail]').contentDocument;
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
          document.querySelector('iframe[title=Mail]').contentDocument.querySelector('[role=textbox]')
            .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        }`,
      );
      await page.keyboard.press('Escape');
      await text.waitFor({ state: 'detached' });
      expect(done, each).toEqual([]);
    }
    // What the page itself would put there does not run either, and a form is not sent.
    await page.evaluate(
      `{
        const mail = document.querySelector('iframe[title=Mail]').contentDocument;
        mail.body.insertAdjacentHTML('beforeend', '<form action="https://evil.test/"><input name=a></form>');
        mail.body.lastElementChild.submit();
      }`,
    );
    await put(page, 'Text', '<p>At the end</p>');
    await mail(page).getByText('At the end').waitFor();
    expect(done).toEqual([]);
    await page.context().close();
  }, 600_000);
});

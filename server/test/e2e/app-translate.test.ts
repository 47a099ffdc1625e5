import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findingsAtNight, overflows, show } from '../harness/app.ts';
import { editorOf, PATIENCE_MS, saveButton } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, goTo, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, open } = editorOf(browser, origin, store));
});

interface Starter {
  key: string;
  category: string;
  subject: string;
  previewText: string;
  bodyDesign: object;
}
interface German {
  stale: string[];
  subject: string;
  body?: string;
  bodyDesign?: object;
}

const starterIn = async (language: string) => {
  const { items } = await call<{ items: Starter[] }>('GET', `/ready-designs?language=${language}`);
  const { key: _, ...content } = items.find(({ key }) => key === 'welcome') as Starter;
  return content;
};
const germanOf = (id: string) => call<German>('GET', `/email-templates/${id}/translations/de`);

/** The welcome starter in two languages, with five texts of the main one changed since. */
async function fiveStale(): Promise<string> {
  const [english, german] = [await starterIn('en'), await starterIn('de')];
  const { id } = await call('POST', '/email-templates', { name: 'Welcome', ...english });
  await call('PUT', `/email-templates/${id}/translations/de`, {
    ...{ subject: german.subject, previewText: german.previewText, bodyDesign: german.bodyDesign },
  });
  const changed = JSON.stringify(english.bodyDesign)
    .replace('We’re glad you’re here.', 'We’re glad you’re here at {{ variables.shop.name }}.')
    .replace('Go to your account', 'Open your account')
    .replace('Made to last', 'Made for life');
  await call('PUT', `/email-templates/${id}`, {
    ...{ subject: 'Hello from {{ variables.shop.name }}', previewText: 'Your account is open now.' },
    bodyDesign: JSON.parse(changed),
  });
  expect((await germanOf(id)).stale).toHaveLength(5);
  return id;
}

/** The email beside the texts. */
const mail = (page: Page) => page.getByRole('region', { name: 'Mail in German (de)' });
const board = (page: Page) => page.getByRole('region', { name: 'Texts to translate' });
const fields = (page: Page) => board(page).getByRole('textbox');
const status = (page: Page, text: string | RegExp) =>
  board(page).getByRole('status').filter({ hasText: text });
const labelOfFocus = (page: Page) => page.locator(':focus').getAttribute('aria-label');
const expectNoFindings = (page: Page, where: string) =>
  expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS, message: where }).toEqual([]);

/** Nothing that is shown or announced contains code of the email. */
async function expectNoCode(page: Page) {
  const words = (await board(page).textContent()) ?? '';
  const said = await board(page)
    .locator('[title], [aria-label], [placeholder]')
    .evaluateAll((all: { getAttribute(name: string): string | null }[]) =>
      all.flatMap((each) =>
        ['title', 'aria-label', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
      ),
    );
  expect([words, ...said].filter((text) => /\{\{|\}\}|\{%|%\}/.test(text))).toEqual([]);
}

async function tabTo(page: Page, isThere: () => Promise<boolean>) {
  for (let i = 0; i < 60; i++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}

const isFocused = (page: Page, selector: string) => async () =>
  (await page.locator(`:focus`).and(page.locator(selector)).count()) > 0;

describe('Translate (contract: The app 17)', () => {
  test('translates five outdated texts by keyboard without showing Liquid', async () => {
    const id = await fiveStale();
    const page = await goTo(id, '?locale=de');
    await page.getByRole('radio', { name: 'Translate' }).waitFor({ state: 'attached' });
    await tabTo(page, isFocused(page, 'input[type=radio][value=design]'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await fields(page).first().waitFor();
    await status(page, '5 of 10 texts need translation').waitFor();
    expect(await fields(page).count()).toBe(5);
    await expectNoCode(page);
    // Changes are marked by more than color.
    expect(await board(page).locator('del').allTextContents()).toContain('removed: Go to');
    expect(await board(page).locator('ins').allTextContents()).toContain('added: Open');

    await tabTo(page, isFocused(page, '[role=textbox]'));
    const visited: (string | null)[] = [];
    for (const text of [' heute', ' Jetzt', ' Wirklich', ' gleich', ' sehr']) {
      visited.push(await labelOfFocus(page));
      await page.keyboard.press('Control+End');
      await page.keyboard.press('End');
      await page.keyboard.type(text);
      if (visited.length === 3) {
        // The source has a value that is missing in the translation; it is inserted at the cursor.
        await tabTo(page, isFocused(page, '[aria-label^="Insert "]'));
        await page.keyboard.press('Enter');
        // The email beside it shows the new text and outlines its block.
        await mail(page).frameLocator('iframe').getByText('Wirklich').waitFor();
        await mail(page).locator('[data-outlined]').waitFor();
      }
      await page.keyboard.press('Control+Enter');
    }
    expect(visited).toEqual([
      ...['Subject, German (de)', 'Preview text, German (de)', expect.stringMatching(/^Text of block/)],
      ...[expect.stringMatching(/^Label of block/), expect.stringMatching(/^Text of block/)],
    ]);
    await status(page, /All 10 texts are up to date.*Press Ctrl\+S to save/).waitFor();
    await expectNoCode(page);
    await page.keyboard.press('Control+s');
    await page.getByText('unsaved').first().waitFor({ state: 'detached' });
    await expect.poll(async () => (await germanOf(id)).stale, { timeout: PATIENCE_MS }).toEqual([]);
    const german = await germanOf(id);
    expect(german.subject).toBe('Willkommen bei {{ variables.shop.name }} heute');
    expect(JSON.stringify(german.bodyDesign)).toContain(
      'Schön, dass Sie da sind. Wirklich{{ variables.shop.name }}',
    );
    expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
  });

  nightlyOnly('works in both themes and on a phone', async () => {
    const id = await fiveStale();
    const page = await goTo(id, '?locale=de&view=translate');
    await fields(page).first().waitFor();
    await expectNoFindings(page, 'light');
    await show(page, { device: 'desktop', scheme: 'dark' });
    await expectNoFindings(page, 'dark');
    await show(page, { device: 'phone', scheme: 'light' });
    await expectNoFindings(page, 'phone');
    expect(await overflows(page)).toBe(false);
    expect(await mail(page).count()).toBe(0);
    await fields(page).first().click();
    await page.keyboard.type('x');
    await page.getByText('unsaved').first().waitFor();
  });

  nightlyOnly('keeps texts as is, saves the marks and undoes them', async () => {
    const id = await fiveStale();
    const before = await germanOf(id);
    const page = await goTo(id, '?locale=de');
    await page.getByRole('button', { name: 'Translate', exact: true }).click();
    await expect.poll(() => labelOfFocus(page), { timeout: PATIENCE_MS }).toBe('Subject, German (de)');
    await page.keyboard.type('mistake');
    await status(page, '4 of 10').waitFor();
    await page.keyboard.press('Control+z');
    await status(page, '5 of 10').waitFor();
    const right = board(page).getByRole('button', { name: 'Keep as is' });
    await right.nth(1).click();
    await right.nth(3).click();
    await right.nth(3).click();
    await status(page, '4 of 10').waitFor();
    // Each press is an undo step, even if focus is on none of the texts.
    await page.keyboard.press('Control+z');
    await status(page, '3 of 10').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await status(page, '4 of 10').waitFor();
    // Saved with the rest of the draft.
    await page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && /\/draft$/.test(answer.url()),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).click();
    await status(page, '4 of 10').waitFor();
    await saveButton(page).click();
    await page.getByText('unsaved').first().waitFor({ state: 'detached' });
    const { stale, ...after } = await germanOf(id);
    expect(stale).toEqual(before.stale.filter((path) => path !== 'previewText'));
    expect(after).toMatchObject({ subject: before.subject, bodyDesign: before.bodyDesign });
  });

  nightlyOnly(
    'translates custom HTML with its markup locked, and marks a language with a different structure',
    async () => {
      const html = (words: string) =>
        `<!doctype html>\n<html><head><style>p { color: red }</style></head><body><p>${words} {{ variables.name }}</p></body></html>`;
      const { id } = await call('POST', '/email-templates', {
        ...{ name: 'By hand', subject: 'Hello', bodyType: 'text', body: html('Good day') },
      });
      await call('PUT', `/email-templates/${id}/translations/de`, {
        subject: 'Hallo',
        body: html('Guten Tag'),
      });
      await call('PUT', `/email-templates/${id}`, { body: html('Good morning') });
      const page = await open(id, '?locale=de&view=translate');
      const body = board(page).getByRole('textbox', { name: 'HTML, German (de)' });
      await body.click();
      await expectNoCode(page);
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('Schönen ');
      await page.keyboard.press('Control+s');
      await expect
        .poll(() => germanOf(id), { timeout: PATIENCE_MS })
        .toMatchObject({ body: html('Schönen Guten Tag'), stale: [] });
      await page.context().close();

      const own = await fiveStale();
      await call('PUT', `/email-templates/${own}/translations/de`, {
        ...{ subject: 'Hallo', bodyDesign: { blocks: [{ type: 'divider' }] } },
      });
      const other = await open(own, '?tab=languages');
      await other.getByRole('button', { name: 'customized' }).waitFor();
      await expectNoFindings(other, 'languages');
      await other.getByRole('button', { name: /text out of date/ }).click();
      await board(other)
        .getByText(/Customized in \d+ places/)
        .click();
      await board(other).getByText('not in this language').first().waitFor();
      await other.context().close();
    },
  );
});

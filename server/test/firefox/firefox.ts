import puppeteer, { type ElementHandle, type KeyInput, type Page } from 'puppeteer-core';
import { afterAll, expect } from 'vitest';

const firefoxPath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

/** Debian's Firefox, over WebDriver BiDi, for as long as the file runs. */
export async function openFirefox(): Promise<Page> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    defaultViewport: null,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      // Pages stand still, as in the other tests of the app.
      'ui.prefersReducedMotion': 1,
    },
  });
  afterAll(() => browser.close());
  const [page] = await browser.pages();
  return page ?? browser.newPage();
}

/** What a person does in the page; every step waits until it can be done. */
export function pageActions(page: Page) {
  const find = async (selector: string): Promise<ElementHandle> => {
    let found: ElementHandle | null = null;
    await expect
      .poll(
        async () => {
          found = await page.$(selector);
          return (await found?.isVisible()) ?? false;
        },
        { message: selector },
      )
      .toBe(true);
    return found as unknown as ElementHandle;
  };
  const pointAt = async (selector: string) => {
    const element = await find(selector);
    await element.scrollIntoView();
    return element.clickablePoint();
  };
  /** Keys that are held while the last one is pressed: `Control+Shift+z`. */
  const press = async (keys: string) => {
    const all = keys.split('+') as KeyInput[];
    const held = all.slice(0, -1);
    for (const key of held) await page.keyboard.down(key);
    await page.keyboard.press(all.at(-1) as KeyInput);
    for (const key of held.toReversed()) await page.keyboard.up(key);
  };
  const click = async (selector: string, count = 1) => {
    const { x, y } = await pointAt(selector);
    await page.mouse.click(x, y, { count });
  };
  return {
    find,
    pointAt,
    press,
    click,
    doubleClick: (selector: string) => click(selector, 2),
    type: (text: string) => page.keyboard.type(text),
    focus: async (selector: string) => (await find(selector)).focus(),
    /** Puts a text in the place of what a field holds. */
    async fill(selector: string, text: string) {
      await (await find(selector)).focus();
      await press('Control+a');
      await page.keyboard.type(text);
    },
    /** Waits until an expression of the page is what it should be. */
    becomes: (expression: string, wanted: unknown) =>
      expect.poll(() => page.evaluate(expression), { message: expression }).toEqual(wanted),
  };
}

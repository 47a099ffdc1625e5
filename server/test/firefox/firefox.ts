import puppeteer, { type ElementHandle, type KeyInput, type Page } from 'puppeteer-core';
import { afterAll, expect } from 'vitest';

const firefoxPath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

/** Debian's Firefox, over WebDriver BiDi, for the duration of the file. */
export async function openFirefox(): Promise<Page> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    defaultViewport: null,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      // No animations, as in the other tests of the app.
      'ui.prefersReducedMotion': 1,
    },
  });
  afterAll(() => browser.close());
  const [page] = await browser.pages();
  return page ?? browser.newPage();
}

/** A person's actions in the page; every step waits until it is possible. */
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
  /** All but the last key are held while it is pressed: `Control+Shift+z`. */
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
    /** Replaces the content of a field with a text. */
    async fill(selector: string, text: string) {
      await (await find(selector)).focus();
      await press('Control+a');
      await page.keyboard.type(text);
    },
    /** Waits until an expression in the page has the expected value. */
    becomes: (expression: string, wanted: unknown) =>
      expect.poll(() => page.evaluate(expression), { message: expression }).toEqual(wanted),
  };
}

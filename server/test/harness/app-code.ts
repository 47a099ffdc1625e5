import type { Locator, Page } from 'playwright-core';

/** Puts a text in the place of what a code view holds: only the lines in sight are in the page, so its own keys select. */
export async function writeCode(page: Page, code: Locator, text: string) {
  await code.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** What a code view shows; all of it, if that is short. */
export const readCode = async (code: Locator) =>
  (await code.locator('.cm-line').allTextContents()).join('\n');

const isCode = async (field: Locator) => (await field.getAttribute('contenteditable')) !== null;

/** Of a field or of a code view. */
export const readField = async (field: Locator) =>
  (await isCode(field)) ? readCode(field) : field.inputValue();

export const writeField = async (page: Page, field: Locator, text: string) =>
  (await isCode(field)) ? writeCode(page, field, text) : field.fill(text);

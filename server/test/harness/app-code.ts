import type { Locator, Page } from 'playwright-core';

/**
 * Replaces the content of a code view. Only the visible lines are in the page, so this selects all with the
 * keyboard.
 */
export async function writeCode(page: Page, code: Locator, text: string) {
  await code.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** The content of a code view: all of it if it is short, otherwise the visible lines. */
export const readCode = async (code: Locator) =>
  (await code.locator('.cm-line').allTextContents()).join('\n');

const isCode = async (field: Locator) => (await field.getAttribute('contenteditable')) !== null;

/** The content of a field or of a code view. */
export const readField = async (field: Locator) =>
  (await isCode(field)) ? readCode(field) : field.inputValue();

export const writeField = async (page: Page, field: Locator, text: string) =>
  (await isCode(field)) ? writeCode(page, field, text) : field.fill(text);

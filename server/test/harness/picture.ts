import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';

const folder = process.env['OUTSTEP_TEST_PICTURES'];

/**
 * For people to look at: saved only into the folder that `OUTSTEP_TEST_PICTURES` names. It is not compared
 * with anything, and a busy Chromium sometimes takes none.
 */
export async function compareScreenshot(page: Page, name: string, options: { fullPage?: boolean } = {}) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ ...options, path: `${folder}/${name}.png` });
}

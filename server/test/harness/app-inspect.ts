import type { Browser, Page } from 'playwright-core';
import { contextOptions, type Look, overflows, seriousFindings, settled } from './app.ts';
import type { FilledStore } from './app-store.ts';

/** Somebody who goes from page to page and tells what keeps anybody out. */
export interface Inspector {
  page: Page;
  /** Opens the address: nothing goes wrong, nothing comes from elsewhere, nothing sticks out, everybody can use it. */
  inspect(url: string): Promise<string[]>;
}

export async function newInspector(
  browser: Browser,
  look: Look,
  /** Of somebody who is signed in. */
  state?: FilledStore['state'],
): Promise<Inspector> {
  const context = await browser.newContext({
    ...contextOptions(look),
    ...(state && { storageState: state }),
  });
  const page = await context.newPage();
  let origin = '';
  let found: string[] = [];
  page.on('pageerror', ({ message }) => found.push(message));
  page.on('request', (request) => {
    if (/^http/.test(request.url()) && new URL(request.url()).origin !== origin)
      found.push(`asks ${request.url()}`);
  });
  return {
    page,
    async inspect(url) {
      origin = new URL(url).origin;
      found = [];
      await page.goto(url);
      await settled(page);
      if (await overflows(page)) found.push('wider than the window');
      return [...found, ...(await seriousFindings(page))];
    },
  };
}

import type { Browser, Page } from 'playwright-core';
import {
  type Appearance,
  appearances,
  contextOptions,
  overflows,
  pageSettled,
  seriousFindings,
  show,
} from './app.ts';
import type { FilledStore } from './app-store.ts';
import { sampled } from './size.ts';

/**
 * Navigates like a link of the app, at half the cost of loading the app again, and waits until the previous
 * page is gone. Returns false if there was none, or if the same page would only show other content.
 */
export async function navigateInApp(page: Page, url: string): Promise<boolean> {
  const [from, to] = [new URL(page.url()), new URL(url)];
  const inStore = /^\/stores\/[^/]+\//;
  if (from.origin !== to.origin || ![from, to].every(({ pathname }) => inStore.test(pathname))) return false;
  if (from.pathname === to.pathname) return false;
  const heading = await page.locator('h1').first().elementHandle();
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(to.pathname + to.search)})`);
  await heading?.waitForElementState('hidden');
  return true;
}

/** Visits pages and reports accessibility and loading problems. */
export interface Inspector {
  page: Page;
  /**
   * Opens the address and inspects it in every appearance; in the check only in one, which differs from page
   * to page. Returns errors, external requests, overflow and accessibility findings.
   */
  inspect(url: string): Promise<string[]>;
}

export async function newInspector(
  browser: Browser,
  {
    state,
    seenIn = appearances,
    mayBeRefused = false,
  }: {
    /** The state of a signed-in person. */
    state?: FilledStore['state'];
    seenIn?: readonly [Appearance, ...Appearance[]];
    /** Whether the pages may request something that doesn't exist or is forbidden to them. */
    mayBeRefused?: boolean;
  } = {},
): Promise<Inspector> {
  const context = await browser.newContext({
    ...contextOptions(seenIn[0]),
    ...(state && { storageState: state }),
  });
  const page = await context.newPage();
  let origin = '';
  let found: string[] = [];
  let pages = 0;
  page.on('pageerror', ({ message }) => found.push(message));
  page.on('request', (request) => {
    if (/^http/.test(request.url()) && new URL(request.url()).origin !== origin)
      found.push(`asks ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !mayBeRefused)
      found.push(`${message.text()} ${message.location().url}`);
  });
  return {
    page,
    async inspect(url) {
      origin = new URL(url).origin;
      found = [];
      await show(page, seenIn[0]);
      if (!(await navigateInApp(page, url))) await page.goto(url);
      for (const look of sampled(seenIn, seenIn.length, pages++)) {
        await show(page, look);
        await pageSettled(page);
        const wrong = await seriousFindings(page);
        if (await overflows(page)) wrong.push('wider than the window');
        found.push(...wrong.map((finding) => `${look.device}, ${look.scheme}: ${finding}`));
      }
      return found;
    },
  };
}

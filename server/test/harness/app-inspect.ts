import type { Browser, Page } from 'playwright-core';
import { contextOptions, type Look, overflows, seriousFindings, settled } from './app.ts';
import type { FilledStore } from './app-store.ts';

export const devices = ['desktop', 'phone'] as const;
const schemes = ['light', 'dark'] as const;

/**
 * Looks at one address: nothing keeps anybody out, nothing comes from elsewhere, nothing sticks out. A page is opened
 * once for each device; another scheme of it changes colours alone.
 */
export async function inspect(
  browser: Browser,
  url: string,
  {
    state,
    prepare = async (_page: Page) => {},
    onDevices = devices,
  }: {
    /** Of somebody who is signed in. */
    state?: FilledStore['state'];
    prepare?: (page: Page) => Promise<unknown>;
    onDevices?: readonly Look['device'][];
  } = {},
) {
  const found: string[] = [];
  const { origin } = new URL(url);
  for (const device of onDevices) {
    const context = await browser.newContext({
      ...contextOptions({ device, scheme: 'light' }),
      ...(state && { storageState: state }),
    });
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => found.push(`${device}: ${message}`));
    page.on('request', (request) => {
      if (/^http/.test(request.url()) && new URL(request.url()).origin !== origin)
        found.push(`${device}: asks ${request.url()}`);
    });
    await prepare(page);
    await page.goto(url);
    await settled(page);
    if (await overflows(page)) found.push(`${device}: wider than the window`);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const findings = await seriousFindings(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
      found.push(...findings.map((finding) => `${device}, ${colorScheme}: ${finding}`));
    }
    await context.close();
  }
  return found;
}

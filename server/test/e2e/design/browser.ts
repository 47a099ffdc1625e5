import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ORIGIN } from '../../design/mails.ts';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  });

const folders: Record<string, string> = { files: './pictures', 'mail-assets': '../../../assets/mail' };

/** Shows a mail; answers which addresses it asked for. */
export async function show(page: Page, html: string): Promise<string[]> {
  const asked: string[] = [];
  await page.unrouteAll();
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.href);
    const [, folder = '', name] = url.pathname.split('/');
    if (url.href === `${ORIGIN}/`)
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
    const path = folders[folder];
    if (url.origin !== ORIGIN || !path) return route.abort();
    return route.fulfill({ path: fileURLToPath(new URL(`${path}/${name}`, import.meta.url)) });
  });
  await page.goto(`${ORIGIN}/`, { waitUntil: 'load' });
  return asked.slice(1);
}

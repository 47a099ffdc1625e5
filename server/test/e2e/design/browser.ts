import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { ORIGIN } from '../../design/mails.ts';

const folders: Record<string, string> = { files: './pictures', 'mail-assets': '../../../assets/mail' };

/** A page that shows emails and returns the addresses that an email requested. */
export interface MailTab {
  page: Page;
  show(html: string): Promise<string[]>;
}

export async function openMailPage(browser: Browser): Promise<MailTab> {
  const page = await browser.newPage();
  let shown = '';
  let asked: string[] = [];
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.href === `${ORIGIN}/`)
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: shown });
    asked.push(url.href);
    const [, folder = '', name] = url.pathname.split('/');
    const path = folders[folder];
    if (url.origin !== ORIGIN || !path) return route.abort();
    return route.fulfill({ path: fileURLToPath(new URL(`${path}/${name}`, import.meta.url)) });
  });
  return {
    page,
    async show(html) {
      shown = html;
      asked = [];
      await page.goto(`${ORIGIN}/`, { waitUntil: 'load' });
      return asked;
    },
  };
}

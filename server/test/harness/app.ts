import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { isFullSize } from './size.ts';

/**
 * The shell renders and runs pages like Chromium, but without the browser's own windows, which take a fifth
 * of the CPU time.
 */
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Makes the letters in emails look the same on every machine.
      '--font-render-hinting=none',
    ],
  });

/** Imported by URL, because the types behind it are for browsers, not for the server. */
const { pages } = (await import(new URL('../../../web/src/shell/pages.ts', import.meta.url).href)) as {
  pages: { path: string }[];
};

/** Every page of a store that can be opened without knowing a record. */
export const pagePaths = pages.map(({ path }) => path).filter((path) => !path.includes('$'));

/** Pages of one record; its ID is a named part of the path: `layouts/$layoutId`. */
export const recordPaths = pages.map(({ path }) => path).filter((path) => path.includes('$'));

export interface Appearance {
  device: 'desktop' | 'phone';
  scheme: 'light' | 'dark';
}

const viewports = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Each device and each scheme once: width depends on the device, legibility on the scheme. */
export const appearances: [Appearance, Appearance] = [
  { device: 'desktop', scheme: 'light' },
  { device: 'phone', scheme: 'dark' },
];

/** Switches an open page to this device and color scheme. */
export async function show(page: Page, { device, scheme }: Appearance) {
  await page.setViewportSize(viewports[device]);
  await page.emulateMedia({ colorScheme: scheme });
}

/** A separate IP address, as visitors have; the server trusts it if it is configured to. */
export const ownAddress = () => ({
  extraHTTPHeaders: { 'x-forwarded-for': `10.${randomBytes(3).join('.')}` },
});

export const contextOptions = ({ device, scheme }: Appearance, locale = 'en-GB') => ({
  ...ownAddress(),
  viewport: viewports[device],
  colorScheme: scheme,
  locale,
  // Screenshots and axe need pages without animations.
  reducedMotion: 'reduce' as const,
});

/** A call of the app with a browser's cookies. */
export async function appCall<T = unknown>(
  context: BrowserContext,
  origin: string,
  method: string,
  path: string,
  data: unknown = {},
): Promise<T> {
  const ask = () =>
    context.request.fetch(origin + path, {
      method,
      headers: { origin, 'x-outstep-app': '1' },
      ...(method === 'GET' ? {} : { data }),
    });
  let response = await ask();
  // A test is faster than a person, and waits like the app until their budget allows another call.
  while (response.status() === 429 && 'retry-after' in response.headers()) {
    await sleep(1000 * Number(response.headers()['retry-after']));
    response = await ask();
  }
  const text = await response.text();
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
  return (text ? JSON.parse(text) : null) as T;
}

export const PASSWORD = 'a sentence as a password';

/** An address that no one else in the database has. */
export const newEmail = (who = 'maria') => `${who}.${randomBytes(4).toString('hex')}@tea.example`;

/** Creates an account and signs the browser in with it. */
export async function signUp(context: BrowserContext, origin: string, name: string, email: string) {
  const person = { name, email, password: PASSWORD };
  await appCall(context, origin, 'POST', '/app/auth/sign-up/email', person);
  return appCall(context, origin, 'POST', '/app/auth/sign-in/email', person);
}

/** Serious axe findings of a page. axe remains in the page for later runs. */
export async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(`axe
    .run(
      // In a frame where no script runs, neither does axe.
      { exclude: ['iframe[sandbox]'] },
      {
        // No test needs the location of elements that pass, and computing it takes longest.
        resultTypes: ['violations'],
        selectors: false,
        // Never serious, and the slowest rule after contrast.
        rules: { region: { enabled: false } },
      },
    )
    .then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')),
    )`);
}

/**
 * The same for dialogs and menus over a page, but only in the nightly check, because axe takes half a second
 * each time. In the regular check, the page suites (`app-pages`, `app-pages-bare`) cover every page, and one
 * overlay of each kind.
 */
export const findingsAtNight = async (page: Page): Promise<string[]> =>
  isFullSize ? seriousFindings(page) : [];

/** Whether a page is wider than its window. */
export const overflows = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');

const LOADING = '[aria-busy=true], .mantine-Skeleton-root';

/** Waits until the page is complete: it has its heading and no placeholder, including later ones. */
export async function pageSettled(page: Page) {
  await page.locator('h1').first().waitFor();
  do {
    await page.locator(LOADING).first().waitFor({ state: 'detached' });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
  } while ((await page.locator(LOADING).count()) > 0);
}

/** Polls from outside, because the page's own policy forbids evaluating a text in it repeatedly. */
export async function waitForExpression(page: Page, expression: string) {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(50);
}

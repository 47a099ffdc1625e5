import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { type Appearance, appCall, contextOptions, ownAddress, pageSettled, signUp } from './app.ts';
import type { FilledStore } from './app-store.ts';
import { eventually } from './test-stack.ts';

/** Texts that run something unless they are written as text, which sets `ran`. */
export const hostileTexts = [
  '<img src=x onerror=window.ran=1>',
  '"><svg onload=window.ran=1>',
  'javascript:window.ran=1',
  '<math><style><img src=x onerror=window.ran=1>',
  '{{constructor.constructor("window.ran=1")()}}',
];

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** What no page may do: run a stored text, or fail. */
  wrongs(): Promise<string[]>;
}

interface VisitOptions {
  state?: FilledStore['state'];
  look?: Appearance;
  locale?: string;
}

/** Opens a page of a store and waits until it has settled. */
export async function visit(
  browser: Browser,
  origin: string,
  store: FilledStore,
  path: string,
  { state = store.state, look = { device: 'desktop', scheme: 'light' }, locale }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ ...contextOptions(look, locale), storageState: state });
  const page = await context.newPage();
  const wrongs: string[] = [];
  page.on('pageerror', ({ message }) => wrongs.push(message));
  page.on('dialog', (dialog) => {
    wrongs.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${origin}/stores/${store.id}/${path}`);
  await pageSettled(page);
  return {
    context,
    page,
    wrongs: async () => [...wrongs, ...((await page.evaluate('"ran" in window')) ? ['ran'] : [])],
  };
}

/**
 * Chooses an item of a record's menu with the keyboard. A dialog that has just closed may take focus again,
 * so this retries until the menu is open.
 */
export async function chooseFromMenu(page: Page, record: string, item: string) {
  const opener = page.getByRole('button', { name: `Actions for ${record}` });
  const wanted = page.getByRole('menuitem', { name: item });
  await eventually(
    async () => {
      if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.press('Enter');
      return wanted.isVisible();
    },
    (isThere) => isThere,
  );
  await wanted.press('Enter');
}

const CLOSING_MS = 5000;

/**
 * Chooses an option of a list with the keyboard. A list that has just opened or been rendered again might not
 * have an active option, so this moves down until the right one is marked, and selects it.
 */
export async function chooseFromList(page: Page, list: Locator, option: string | RegExp) {
  const wanted = page.getByRole('option', { name: option });
  const marked = wanted.and(page.locator('[data-combobox-selected]'));
  await list.focus();
  await page.keyboard.press('Enter');
  await wanted.waitFor();
  await eventually(
    async () => {
      if ((await marked.count()) === 0) await page.keyboard.press('ArrowDown');
      else {
        await page.keyboard.press('Enter');
        // The list closes slowly on a busy machine, and pressing the key again would open it and undo the
        // choice.
        await wanted.waitFor({ state: 'hidden', timeout: CLOSING_MS }).catch(() => undefined);
      }
      return wanted.isVisible();
    },
    (isThere) => !isThere,
  );
}

/** Signs up a person who belongs to the store with this role. */
export async function colleague(
  browser: Browser,
  origin: string,
  store: FilledStore,
  role: 'viewer' | 'editor',
): Promise<FilledStore['state']> {
  const email = `${role}-${store.id}@tea.example`;
  const { link } = await appCall<{ link: string }>(
    store.owner,
    origin,
    'POST',
    `/app/api/stores/${store.id}/invitations`,
    { email, role },
  );
  const context = await browser.newContext(ownAddress());
  await signUp(context, origin, 'Jonas Weber', email);
  await appCall(context, origin, 'POST', `/app/api${new URL(link).pathname}/accept`);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Adds a file as the app does. */
export async function uploadTo(
  store: FilledStore,
  origin: string,
  path: string,
  name: string,
  bytes: Buffer | string,
) {
  const response = await store.owner.request.fetch(`${origin}/app/api/stores/${store.id}${path}`, {
    method: 'POST',
    headers: { origin, 'x-outstep-app': '1', 'x-filename': encodeURIComponent(name) },
    data: Buffer.from(bytes),
  });
  const text = await response.text();
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${text}`);
  return JSON.parse(text) as { key: string; id: string };
}

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { appCall, contextOptions, pageSettled, show } from './app.ts';
import { navigateInApp } from './app-inspect.ts';
import { retryWhileBusy } from './app-layouts.ts';
import type { FilledStore } from './app-store.ts';

/** Only ends a hanging test: the machine may be busy. */
export const PATIENCE_MS = 60_000;
export const desktop = { device: 'desktop', scheme: 'light' } as const;

export interface EditedLayout {
  id: string;
  version: number;
  bodyDesign: { blocks: Record<string, unknown>[] };
}

/** Records the worker's script and its answers, for tests to inspect. */
export const RECORD_WORKER_MESSAGES = `{
  const Started = Worker;
  window.Worker = class extends Started {
    constructor(...given) {
      super(...given);
      window.mailWorker = String(given[0]);
      this.addEventListener('message', ({ data }) => {
        if (data.mail) window.drawnMail = data.mail;
        if (data.mail || data.faults) window.drawnFaults = data.faults ?? {};
        if (data.id) window.isOtherPage = data.isOther;
      });
    }
  };
}`;

/** Layouts of a store, and the editor for them. */
export function editorOf(browser: Browser, origin: string, store: FilledStore) {
  const call = <T = EditedLayout>(method: string, path: string, data?: unknown) =>
    retryWhileBusy(() => appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data));
  async function open(id: string, search = '', screen: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      ...contextOptions(desktop),
      ...{ storageState: store.state, ...screen },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.addInitScript(RECORD_WORKER_MESSAGES);
    await page.goto(`${origin}/stores/${store.id}/layouts/${id}${search}`);
    await pageSettled(page);
    return page;
  }
  const usual: BrowserContextOptions = {};
  const shared = new Map<BrowserContextOptions, Page>();
  return {
    call,
    made: (bodyDesign: object, fields: object = {}) =>
      call('POST', '/email-templates', { name: 'A mail', subject: 'Hello', bodyDesign, ...fields }),
    typesOf: async (id: string) =>
      (await call('GET', `/email-templates/${id}`)).bodyDesign.blocks.map(({ type }) => type),
    /**
     * Opens a separate page, which loads everything: for tests that change the page or need two. The test
     * closes it.
     */
    open,
    /**
     * Uses the page that the tests of a file share (one per screen) and navigates in the app, so that the
     * compiler is loaded once. Undoes what the previous test did to the page.
     */
    async goTo(id: string, search = '', screen: BrowserContextOptions = usual): Promise<Page> {
      let page = shared.get(screen);
      if (page === undefined || page.isClosed()) page = await open(id, search, screen);
      else {
        page.removeAllListeners();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        if (screen === usual) await show(page, desktop);
        await page.evaluate('delete window.drawnMail');
        const url = `${origin}/stores/${store.id}/layouts/${id}${search}`;
        if (!(await navigateInApp(page, url))) await page.goto(url);
        await pageSettled(page);
      }
      shared.set(screen, page);
      const context = page.context();
      onTestFailed(() => context.close());
      return page;
    },
  };
}

export const canvas = (page: Page) => page.getByRole('listbox', { name: 'Email' });
export const block = (page: Page, name: string | RegExp) => canvas(page).getByRole('option', { name });
export const row = (page: Page, name: string | RegExp) =>
  page.getByRole('tree').getByRole('treeitem', { name });
export const mail = (page: Page) => page.frameLocator('iframe[title="Email"]');
export const tool = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });
export const view = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Editing mode' }).getByText(name, { exact: true });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const saved = async (page: Page) => {
  // The message of an earlier save may still be visible, and a draft may be saved at the same time.
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' &&
      /\/email-templates\//.test(response.url()) &&
      !response.url().endsWith('/draft'),
  );
  await saveButton(page).click();
  await answered;
  await page.getByText('Saved', { exact: true }).first().waitFor();
};
/** Waits for this screen-reader announcement. */
export const announcement = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

export const threeBlocks = {
  blocks: [
    { type: 'heading', text: 'Good morning' },
    { type: 'text', html: '<p>Your tea is here.</p>' },
    { type: 'button', label: 'Drink it', url: 'https://tea.example' },
  ],
};

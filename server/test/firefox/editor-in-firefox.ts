import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { newEmail, PASSWORD } from '../harness/app.ts';
import { type EditedLayout, RECORD_WORKER_MESSAGES } from '../harness/app-editor.ts';
import { servedApp } from '../harness/shared-app.ts';
import { openFirefox, pageActions } from './firefox.ts';

export const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
export const MAIL_LIST = '[role=listbox][aria-label=Mail]';
export const BLOCKS = `${MAIL_LIST} [role=option]`;
export const block = (name: string) => `${BLOCKS}[aria-label^="${name}"]`;
export const field = (path: string) => `[id="field-${path}"]`;
export const toolbar = (name: string) => `[role=toolbar] [aria-label="${name}"]`;

/** No scripts run in the email's frame, so this goes through the page around it. */
const MAIL = 'document.querySelector("iframe[title=Email]").contentDocument';
/** The text that is being edited. */
export const TEXT = `${MAIL}.querySelector("[role=textbox]")`;

const textsOf = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.textContent.trim())`;
const buttonNamed = (name: string) =>
  `[...document.querySelectorAll("button")].find((each) => each.textContent === "${name}")`;

/** Opens a Firefox for this file, for a person who hasn't signed in yet. */
export async function visitInFirefox() {
  const { origin } = await servedApp();
  const page: Page = await openFirefox();
  await page.evaluateOnNewDocument(RECORD_WORKER_MESSAGES);
  // Firefox asks whether to leave unsaved changes.
  page.on('dialog', (dialog) => dialog.accept());
  const hand = pageActions(page);
  const email = newEmail();
  const store = { id: '' };

  /** A call of the app, as the page itself makes it. */
  const ask = <T>(method: string, path: string, data?: unknown): Promise<T> =>
    page.evaluate(`fetch(${JSON.stringify(path)}, {
      method: ${JSON.stringify(method)},
      headers: { 'x-outstep-app': '1', 'content-type': 'application/json' },
      ${data === undefined ? '' : `body: ${JSON.stringify(JSON.stringify(data))}`}
    }).then((answer) => answer.json())`) as Promise<T>;
  const call = <T = EditedLayout>(method: string, path: string, data?: unknown): Promise<T> =>
    ask(method, `/app/api/stores/${store.id}${path}`, data);
  const person = { name: 'Maria Lindqvist', email, password: PASSWORD };
  const signUp = () =>
    fetch(`${origin}/app/auth/sign-up/email`, {
      method: 'POST',
      headers: { origin, 'x-outstep-app': '1', 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });

  return {
    ...{ ...hand, page, origin, email, store, call, signUp },
    /** Signs in and creates a store, without the pages for it. */
    async enter() {
      await signUp();
      await page.goto(origin);
      await ask('POST', '/app/auth/sign-in/email', person);
      store.id = (await ask<{ id: string }>('POST', '/app/api/stores', { name: 'Tea & Co.' })).id;
    },
    /** Opens a new layout with this design; returns its ID. */
    async openNew(bodyDesign: object): Promise<string> {
      const { id } = await call('POST', '/email-templates', { name: 'A mail', subject: 'Hello', bodyDesign });
      await page.goto(`${origin}/stores/${store.id}/layouts/${id}`);
      await hand.find(BLOCKS);
      return id;
    },
    mailHas: (text: string) =>
      hand.becomes(`${MAIL}.body.textContent.includes(${JSON.stringify(text)})`, true),
    said: (text: string) =>
      hand.becomes(
        `${textsOf('[role=status]')}.some((each) => each.includes(${JSON.stringify(text)}))`,
        true,
      ),
    rowsAre: (rows: readonly string[]) => hand.becomes(textsOf('[role=treeitem]'), ['Entire email', ...rows]),
    canSave: (can: boolean) => hand.becomes(`!${buttonNamed('Save')}.disabled`, can),
    /** Saves, and returns the saved blocks. */
    async saved(id: string) {
      const read = () => call('GET', `/email-templates/${id}`);
      const before = await read();
      await hand.click('::-p-xpath(//button[normalize-space()="Save"])');
      await expect.poll(async () => (await read()).version).toBe(before.version + 1);
      return (await read()).bodyDesign.blocks;
    },
    /** Expects focus to be on the element with this name. */
    isAt: (name: string) => hand.becomes('document.activeElement.getAttribute("aria-label")', name),
  };
}

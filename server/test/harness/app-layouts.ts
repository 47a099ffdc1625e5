import type { BrowserContext } from 'playwright-core';
import { french } from '../../src/processes/commands/demo/content/french.ts';
import { german } from '../../src/processes/commands/demo/content/german.ts';
import { layouts } from '../../src/processes/commands/demo/content/layouts.ts';
import { appCall } from './app.ts';

const TRIES = 10;

/** Retries while a busy machine asks to try again. */
export async function retryWhileBusy<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries === TRIES || !/the service is busy/.test(String(error))) throw error;
    }
  }
}

/**
 * A realistic set of layouts: those of the demo, one in HTML, one with half-translated languages, and
 * versions.
 */
export async function fillLayouts(context: BrowserContext, origin: string, storeId: string) {
  const call = <T>(method: string, path: string, data: unknown) =>
    retryWhileBusy(() =>
      appCall<T>(context, origin, method, `/app/api/stores/${storeId}/email-templates${path}`, data),
    );
  let id = '';
  for (const { content } of layouts.toReversed()) ({ id } = await call<{ id: string }>('POST', '', content));
  const key = 'order-confirmation';
  await call('PUT', `/${id}/translations/de`, { subject: german[key]?.subject });
  await call('PUT', `/${id}/translations/fr`, { subject: french[key]?.subject });
  await call('PUT', `/${id}`, { previewText: 'We are getting it ready for you.' });
}

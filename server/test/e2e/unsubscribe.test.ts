import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findUnsubscribed } from '../../src/features/sending/unsubscribes/find-unsubscribed.ts';
import { compareScreenshot } from '../harness/picture.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { linkFor, sendingContext } from '../unsubscribes/mailing.ts';

const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikationsbetrieb & <i>Söhne</i>';

const { outstep, browser } = await sharedApp();
let storeId: string;

beforeAll(async () => {
  storeId = await outstep.newStore('Teehaus Lindgrün');
});

const address = 'maria.lindgren@example.com';
const isUnsubscribed = async () =>
  (await findUnsubscribed(sendingContext(outstep, storeId), [address])).has(address);

/** A page without scripts, as strict as a browser can be; every error on it is recorded. */
async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
  const page: Page = await browser.newPage({ javaScriptEnabled: false, ...options });
  const faults: string[] = [];
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(outstep.origin + path);
  return { page, faults, hosts };
}

const locales = [
  ['en', 'Unsubscribe', 'Undo', 'ltr'],
  ['de', 'Abmelden', 'Rückgängig machen', 'ltr'],
  ['ar', 'إلغاء الاشتراك', 'تراجع', 'rtl'],
] as const;
const pageAppearances = [
  ['dark', 375],
  ['light', 1280],
] as const;

test.each(locales.flatMap((locale) => pageAppearances.map((look) => [...locale, ...look] as const)))(
  'unsubscribes and undoes it without JavaScript: %s, %s, %s, %s, %s, %i px',
  async (locale, button, undo, dir, colorScheme, width) => {
    const path = await linkFor(outstep, storeId, { address, locale });
    const { page, faults, hosts } = await open(path, { colorScheme, viewport: { width, height: 640 } });
    const picture = (state: string) =>
      compareScreenshot(page, `unsubscribe-${state}-${locale}-${colorScheme}-${width}`);
    expect(await page.locator('html').getAttribute('dir')).toBe(dir);
    await page.getByText('Teehaus Lindgrün').waitFor();
    await page.getByText('ma******@example.com').waitFor();
    await picture('asking');
    expect(await isUnsubscribed()).toBe(false);

    await page.getByRole('button', { name: button }).click();
    await page.getByRole('button', { name: undo }).waitFor();
    await picture('done');
    expect(await isUnsubscribed()).toBe(true);

    await page.getByRole('button', { name: undo }).click();
    await page.getByRole('button', { name: button }).waitFor();
    await picture('undone');
    expect(await isUnsubscribed()).toBe(false);
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([outstep.origin]);
    expect(await page.context().cookies()).toEqual([]);
    await page.close();
  },
);

test('escapes a long store name with markup', async () => {
  const store = await outstep.newStore(LONG_NAME);
  const path = await linkFor(outstep, store, { address, locale: 'de' });
  const { page } = await open(path, { viewport: { width: 320, height: 640 }, javaScriptEnabled: true });
  await page.getByText(LONG_NAME).waitFor();
  expect(await page.locator('i').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  await compareScreenshot(page, 'unsubscribe-long-name');
  await page.close();
});

test('runs no script and loads nothing, wherever it is injected', async () => {
  const path = await linkFor(outstep, storeId, { address, locale: 'en' });
  const { page, hosts } = await open(path, { javaScriptEnabled: true });
  const ran = await page.evaluate<boolean>(`(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const picture = document.createElement('img');
    picture.setAttribute('onerror', 'window.ran = true');
    picture.src = '/missing.png';
    document.body.append(picture);
    return new Promise((resolve) => {
      picture.addEventListener('error', () => resolve(window.ran === true));
    });
  })()`);
  expect(ran).toBe(false);
  expect([...hosts]).toEqual([outstep.origin]);
  await page.close();
});

test.each([
  ['broken', '/unsubscribe/x/y/z'],
  ['preview', '/unsubscribe/preview'],
])('the page of a %s link fits a phone', async (name, path) => {
  const { page } = await open(path, { viewport: { width: 375, height: 640 }, locale: 'de-DE' });
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await compareScreenshot(page, `unsubscribe-${name}`);
  await page.close();
});

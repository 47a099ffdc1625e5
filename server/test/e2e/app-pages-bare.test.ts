import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, pagePaths } from '../harness/app.ts';
import { inspect } from '../harness/app-inspect.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { freePort } from '../harness/free-port.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';

let outstep: Outstep;
let browser: Browser;
let origin: string;
let store: FilledStore;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  outstep = await startOutstep({ env: { PORT: String(port), OUTSTEP_BASE_URL: origin } });
  browser = await launchChromium();
  store = await emptyStore(browser, origin, 'nobody@tea.example');
});
afterAll(async () => {
  await browser?.close();
  await outstep?.close();
});

describe.each(pagePaths)('the page %s is for everybody', (path) => {
  const look = (more: Parameters<typeof inspect>[2]) =>
    inspect(browser, `${origin}/stores/${store.id}/${path}`, { state: store.state, ...more });
  test('with nothing in it', async () => {
    expect(await look({ onDevices: ['phone'] })).toEqual([]);
  });
  test('when the server fails', async () => {
    const prepare = (page: Page) =>
      page.route('**/app/api/stores/*/**', (route) =>
        route.fulfill({ status: 409, json: { error: 'not now' } }),
      );
    expect(await look({ onDevices: ['desktop'], prepare })).toEqual([]);
  });
});

test.each([
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password?token=a',
  '/reset-password',
  '/invitations/none',
])('the page %s before signing in is for everybody', async (path) => {
  expect(await inspect(browser, origin + path)).toEqual([]);
});

test.each(['/account', '/new-store', '/stores/none', '/nowhere'])(
  'the page %s of a person is for everybody',
  async (path) => {
    expect(await inspect(browser, origin + path, { state: store.state })).toEqual([]);
  },
);

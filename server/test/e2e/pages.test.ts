import type { Browser, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { operations } from '../../src/surfaces/operations.ts';
import { compareScreenshot } from '../harness/picture.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { outstep, browser, origin } = await sharedApp();

/** Opens a page and records every host it connects to and every error on it. */
async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}) {
  const page: Page = await browser.newPage(options);
  const hosts = new Set<string>();
  const faults: string[] = [];
  page.on(
    'request',
    (request) => request.url().startsWith('http') && hosts.add(new URL(request.url()).origin),
  );
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(origin + path);
  return { page, hosts, faults };
}

test('the API reference lists every operation, loads nothing external and runs a call with a key', async () => {
  const key = await outstep.newKey(await outstep.newStore('Image shop'), 'read');
  const { page, hosts, faults } = await open('/docs', { viewport: { width: 1400, height: 900 } });
  for (const { summary } of operations.filter((operation) => operation.rest.length > 0)) {
    await page.getByRole('link', { name: summary }).first().waitFor();
  }
  await compareScreenshot(page, 'reference');
  const answer = await page.evaluate<{ store: { name: string } }, string>(
    async (bearer) =>
      (
        await fetch('/api/v1/me', { headers: { authorization: `Bearer ${bearer}` } })
      ).json() as Promise<never>,
    key.key,
  );
  expect(answer.store.name).toBe('Image shop');
  expect([...hosts]).toEqual([origin]);
  expect(faults).toEqual([]);
  const policy = (await fetch(`${origin}/docs/`)).headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]{44}')+;/);
  expect(policy.replace(/style-src [^;]*/, '')).not.toContain('unsafe');
  // A script injected into the page in another way doesn't run.
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = 1' }))`,
  );
  expect(await page.evaluate('window.ran')).toBeUndefined();
  await page.close();
});

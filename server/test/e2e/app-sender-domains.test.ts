import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appCall, findingsAtNight, overflows, pageSettled } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague, hostileTexts, visit } from '../harness/app-visit.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { eventually } from '../harness/test-stack.ts';

const ADDRESS = '93.184.215.14';
const { browser, origin, zone } = await sharedApp();
zone['smtp.tea.example'] = { addresses: [ADDRESS] };

/** A store with a sender at this domain. */
async function storeOf(domain: string): Promise<FilledStore & { path: string }> {
  const store = await emptyStore(browser, origin);
  const { id } = await appCall<{ id: string }>(
    store.owner,
    origin,
    'POST',
    `/app/api/stores/${store.id}/smtp-configs`,
    { name: 'Orders', host: 'smtp.tea.example', port: 587, from: `orders@${domain}` },
  );
  return { ...store, path: `senders/${id}/domain` };
}

const section = (page: Page, name: RegExp) => page.getByRole('region', { name });
const three = (page: Page) => [/^SPF/, /^DKIM/, /^DMARC/].map((name) => section(page, name));

test('creates a DKIM key and copies three DNS records by keyboard until all checks pass', async () => {
  const store = await storeOf('all.example');
  const { context, page, wrongs } = await visit(browser, origin, store, 'senders');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Check DNS of all.example for Orders' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'DNS records for all.example', level: 1 }).waitFor();
  const [spf, dkim, dmarc] = three(page) as [
    ReturnType<typeof section>,
    ReturnType<typeof section>,
    ReturnType<typeof section>,
  ];
  for (const each of [spf, dkim, dmarc]) await each.getByText('Missing', { exact: true }).waitFor();
  await dkim.getByRole('button', { name: 'Create key' }).press('Enter');
  await dkim.getByText(/^Emails are signed, but the DNS record/).waitFor();
  expect(await dkim.getByRole('button', { name: 'Create key' }).count()).toBe(0);

  for (const each of [spf, dkim, dmarc]) {
    const copied: string[] = [];
    for (const what of ['Name', 'Value']) {
      await each.getByRole('button', { name: `Copy: ${what}` }).press('Enter');
      await each.getByRole('button', { name: `Copied: ${what}` }).waitFor();
      copied.push(await page.evaluate<string>('navigator.clipboard.readText()'));
    }
    const [name = '', value = ''] = copied;
    zone[name] = { texts: [value] };
  }
  expect(zone['all.example']).toEqual({ texts: ['v=spf1 a:smtp.tea.example ~all'] });
  expect(zone['_dmarc.all.example']).toEqual({ texts: ['v=DMARC1; p=none'] });
  await page.getByRole('button', { name: 'Check again' }).press('Enter');
  await page.getByText('Your DNS records are set up correctly').waitFor();
  expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('explains problems in words and escapes hostile DNS records', async () => {
  const store = await storeOf('wrong.example');
  zone['wrong.example'] = {
    texts: [
      `v=spf1 include:nothing.example -all`,
      `v=spf1 ${hostileTexts[0]} -all`,
      'v=spf1 +all \u202Eevil',
    ],
  };
  zone['_dmarc.wrong.example'] = { texts: [`v=DMARC1; p=reject; rua=${'x'.repeat(3000)}`] };
  const { context, page, wrongs } = await visit(browser, origin, store, store.path, {
    look: { device: 'phone', scheme: 'dark' },
    locale: 'de-DE',
  });
  await page.getByText(/^Es gibt 3 Einträge/).waitFor();
  await page.getByText(/^Achtung: Solange weder SPF noch DKIM in Ordnung ist/).waitFor();
  await page
    .getByText(hostileTexts[0] ?? '')
    .first()
    .waitFor();
  await page.getByText('<U+202E>evil').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('a viewer sees everything and cannot create a key', async () => {
  const store = await storeOf('viewer.example');
  const state = await colleague(browser, origin, store, 'viewer');
  const { context, page } = await visit(browser, origin, store, 'senders', { state });
  await page.getByRole('link', { name: /^Check DNS of viewer\.example/ }).click();
  await section(page, /^DKIM/)
    .getByText(/^Emails from this domain aren’t signed/)
    .waitFor();
  await section(page, /^SPF/).getByRole('button', { name: 'Copy: Value' }).waitFor();
  expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
  await context.close();
});

test('keeps the key that a colleague created first, and reports it', async () => {
  const store = await storeOf('race.example');
  const { context, page } = await visit(browser, origin, store, store.path);
  const dkim = section(page, /^DKIM/);
  await dkim.getByRole('button', { name: 'Create key' }).waitFor();
  const call = (data: object) =>
    appCall<{ value: string }>(store.owner, origin, 'POST', `/app/api/stores/${store.id}/dkim-keys`, data);
  const theirs = await call({ domain: 'race.example', replace: false });
  await dkim.getByRole('button', { name: 'Create key' }).click();
  await dkim.getByText(/^This domain already has a key/).waitFor();
  await page.getByRole('button', { name: 'Check again' }).click();
  await dkim.getByText(theirs.value).waitFor();
  await context.close();
});

test('explains failing name servers, a rejected check and an unknown sender', async () => {
  const store = await storeOf('broken.example');
  zone['broken.example'] = { fails: 'server failure' };
  zone['_dmarc.broken.example'] = { fails: 'refused' };
  const { context, page, wrongs } = await visit(browser, origin, store, store.path);
  await section(page, /^SPF/)
    .getByText(/^The name servers of broken\.example aren’t responding/)
    .waitFor();
  await section(page, /^DMARC/)
    .getByText('Couldn’t check', { exact: true })
    .waitFor();
  await page.route('**/smtp-configs/*/domain', (route) =>
    route.fulfill({
      status: 409,
      json: {
        error: 'other checks of this store are still running: try again in a few seconds',
        messages: [{ code: 'checks_running', params: {} }],
      },
    }),
  );
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Other checks are still running. Try again in a few seconds.').waitFor();
  // The earlier findings remain visible.
  await section(page, /^SPF/)
    .getByText(/^The name servers of broken\.example aren’t responding/)
    .waitFor();
  await page.unroute('**/smtp-configs/*/domain');
  zone['broken.example'] = { texts: [`v=spf1 ip4:${ADDRESS} -all`] };
  await page.getByRole('button', { name: 'Check again' }).click();
  await section(page, /^SPF/).getByText('OK', { exact: true }).waitFor();
  await eventually(
    () => page.getByText('Other checks are still running. Try again in a few seconds.').count(),
    (count) => count === 0,
  );
  await page.goto(`${origin}/stores/${store.id}/senders/${store.id}/domain`);
  await pageSettled(page);
  await page.getByText('Not found. It may have been deleted.').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

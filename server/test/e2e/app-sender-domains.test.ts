import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appCall, overflows, seriousFindings, settled } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague, hostileTexts, visit } from '../harness/app-visit.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { until } from '../harness/spine.ts';

const ADDRESS = '93.184.215.14';
const { browser, origin, zone } = await sharedApp();
zone['smtp.tea.example'] = { addresses: [ADDRESS] };

/** A store with a sender of a domain. */
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

test('from the list of senders to what is missing, by keyboard: a key is made, three records are copied, all is right', async () => {
  const store = await storeOf('all.example');
  const { context, page, wrongs } = await visit(browser, origin, store, 'senders');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Check DNS of all.example for Orders' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'DNS of all.example', level: 1 }).waitFor();
  const [spf, dkim, dmarc] = three(page) as [
    ReturnType<typeof section>,
    ReturnType<typeof section>,
    ReturnType<typeof section>,
  ];
  for (const each of [spf, dkim, dmarc]) await each.getByText('Missing', { exact: true }).waitFor();
  await dkim.getByRole('button', { name: 'Make a key' }).press('Enter');
  await dkim.getByText(/^Mails are signed, but the record/).waitFor();
  expect(await dkim.getByRole('button', { name: 'Make a key' }).count()).toBe(0);

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
  await page.getByText('Everything is as it should be').waitFor();
  expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('what is wrong is said in words; hostile records are text', async () => {
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
  await page.getByText(/^Achtung: Diese Richtlinie/).waitFor();
  await page
    .getByText(hostileTexts[0] ?? '')
    .first()
    .waitFor();
  await page.getByText('<U+202E>evil').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('a viewer sees it all and makes no key', async () => {
  const store = await storeOf('viewer.example');
  const state = await colleague(browser, origin, store, 'viewer');
  const { context, page } = await visit(browser, origin, store, 'senders', { state });
  await page.getByRole('link', { name: /^Check DNS of viewer\.example/ }).click();
  await section(page, /^DKIM/)
    .getByText(/^Mails of this domain are not signed/)
    .waitFor();
  await section(page, /^SPF/).getByRole('button', { name: 'Copy: Value' }).waitFor();
  expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0);
  await context.close();
});

test('a key that a colleague was faster with stays theirs, and says so', async () => {
  const store = await storeOf('race.example');
  const { context, page } = await visit(browser, origin, store, store.path);
  const dkim = section(page, /^DKIM/);
  await dkim.getByRole('button', { name: 'Make a key' }).waitFor();
  const call = (data: object) =>
    appCall<{ value: string }>(store.owner, origin, 'POST', `/app/api/stores/${store.id}/dkim-keys`, data);
  const theirs = await call({ domain: 'race.example', replace: false });
  await dkim.getByRole('button', { name: 'Make a key' }).click();
  await dkim.getByText(/^There is a key for this domain already/).waitFor();
  await page.getByRole('button', { name: 'Check again' }).click();
  await dkim.getByText(theirs.value).waitFor();
  await context.close();
});

test('name servers that fail, a check that is refused, a sender that is not there: said in words', async () => {
  const store = await storeOf('broken.example');
  zone['broken.example'] = { fails: 'server failure' };
  zone['_dmarc.broken.example'] = { fails: 'refused' };
  const { context, page, wrongs } = await visit(browser, origin, store, store.path);
  await section(page, /^SPF/)
    .getByText(/^The name servers of broken\.example do not answer/)
    .waitFor();
  await section(page, /^DMARC/)
    .getByText('Nobody can tell', { exact: true })
    .waitFor();
  await page.route('**/smtp-configs/*/domain', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'other checks of this store are under way: try again soon' },
    }),
  );
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Other checks are under way. Try again in a few seconds.').waitFor();
  // What was found before stays in sight.
  await section(page, /^SPF/)
    .getByText(/^The name servers of broken\.example do not answer/)
    .waitFor();
  await page.unroute('**/smtp-configs/*/domain');
  zone['broken.example'] = { texts: [`v=spf1 ip4:${ADDRESS} -all`] };
  await page.getByRole('button', { name: 'Check again' }).click();
  await section(page, /^SPF/).getByText('Right', { exact: true }).waitFor();
  await until(
    () => page.getByText('Other checks are under way. Try again in a few seconds.').count(),
    (count) => count === 0,
  );
  await page.goto(`${origin}/stores/${store.id}/senders/${store.id}/domain`);
  await settled(page);
  await page.getByText('This does not exist, or no longer.').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appCall, contextOptions, findingsAtNight, overflows, pageSettled } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { chooseFromList, chooseFromMenu, colleague } from '../harness/app-visit.ts';
import { call } from '../harness/client.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { eventually } from '../harness/test-stack.ts';

/** Texts that would run if a page treated any of them as more than text. */
const HOSTILE = [
  '<img src=x onerror="window.ran=1">',
  '"><script>window.ran=1</script>',
  'javascript:window.ran=1',
  "{{constructor.constructor('window.ran=1')()}}",
];

const { browser, origin, github } = await sharedApp();

const desktop = { device: 'desktop', scheme: 'light' } as const;
/** A dialog gives focus back a moment after it has closed. */
const focusIsOn = (locator: Locator) =>
  eventually(
    () => locator.evaluate((element) => element.matches(':focus')),
    (is) => is,
  );

async function open(store: FilledStore, look: Parameters<typeof contextOptions>[0] = desktop) {
  const context = await browser.newContext({ ...contextOptions(look), storageState: store.state });
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${store.id}/developer`);
  await pageSettled(page);
  return { context, page };
}

const inStore = <T>(store: FilledStore, method: string, path: string, data?: unknown) =>
  appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data);

/** The tools that an assistant with this pasted configuration gets. */
async function toolsBy(configuration: string): Promise<string[]> {
  const { url, headers } = JSON.parse(configuration).mcpServers.outstep;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const { result } = (await response.json()) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

test('creates, shows once, changes and revokes a key by keyboard', async () => {
  const { context, page } = await open(await emptyStore(browser, origin));
  const create = page.getByRole('button', { name: 'Create API key' }).first();
  await create.focus();
  await page.keyboard.press('Enter');
  const asking = page.getByRole('dialog', { name: 'Create API key' });
  const name = asking.getByRole('textbox', { name: 'Name' });
  await name.waitFor();
  await page.keyboard.press('Enter');
  await asking.getByText('Required').waitFor();
  await focusIsOn(name);
  await page.keyboard.type('Warehouse');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  expect(await asking.getByRole('radio', { name: 'Write' }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');

  const told = page.getByRole('dialog', { name: 'API key “Warehouse” created' });
  const key = (await told.getByRole('region', { name: 'API key' }).textContent()) ?? '';
  expect((await call(origin, key, 'GET', '/api/v1/me')).body).toMatchObject({ level: 'write' });
  expect(await told.getByRole('region', { name: 'For curl' }).textContent()).toContain(`Bearer ${key}"`);
  await told.getByRole('tab', { name: 'curl' }).focus();
  for (const client of ['Claude Code', 'Claude Desktop', 'Cursor']) {
    await page.keyboard.press('ArrowRight');
    expect(await told.getByRole('region', { name: `For ${client}` }).textContent()).toContain(
      `Bearer ${key}`,
    );
  }
  const cursor = told.getByRole('region', { name: 'For Cursor' });
  const shownTools = () => told.getByRole('list', { name: 'Tools' }).locator('li').allTextContents();
  const few = await shownTools();
  expect(few.toSorted()).toEqual((await toolsBy((await cursor.textContent()) ?? '')).toSorted());
  await told.getByRole('checkbox', { name: 'Include layout tools' }).focus();
  await page.keyboard.press('Space');
  const many = await shownTools();
  expect(many.length).toBeGreaterThan(few.length);
  expect(many.toSorted()).toEqual((await toolsBy((await cursor.textContent()) ?? '')).toSorted());

  // The key could be lost before it is copied, so only the button closes the dialog.
  await page.keyboard.press('Escape');
  await told.getByRole('button', { name: 'I’ve copied it' }).focus();
  await page.keyboard.press('Enter');
  await told.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(key);
  await focusIsOn(create);

  const level = page.getByRole('combobox', { name: 'Access level of Warehouse' });
  await chooseFromList(page, level, /^Execute/);
  await page.getByText('Warehouse now has “Execute” access').waitFor();

  const revoke = page.getByRole('button', { name: 'Revoke the key Warehouse' });
  await revoke.focus();
  await page.keyboard.press('Enter');
  const sure = page.getByRole('dialog', { name: 'Revoke the key “Warehouse”?' });
  await sure.waitFor();
  await page.keyboard.press('Escape');
  await sure.waitFor({ state: 'detached' });
  await focusIsOn(revoke);
  await page.keyboard.press('Enter');
  await sure.getByRole('button', { name: 'Revoke' }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('row', { name: /Warehouse/ })
    .getByText('Revoked')
    .waitFor();
  expect(await revoke.count()).toBe(0);
  await context.close();
});

test('restricts a key to addresses, turns recipient search on and off, rotates it, and marks one that expires soon', async () => {
  const store = await emptyStore(browser, origin);
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const keys = `/app/api/stores/${store.id}/keys`;
  await appCall(store.owner, origin, 'POST', keys, { name: 'Till', level: 'read', expiresAt: soon });
  const { context, page } = await open(store);
  const row = page.getByRole('row', { name: /Till/ });
  await row.getByText('Expires in 3 days').waitFor();

  await chooseFromMenu(page, 'Till', 'Allowed IP addresses');
  const asking = page.getByRole('dialog', { name: 'Allowed IP addresses of “Till”' });
  const field = asking.getByRole('textbox', { name: 'Allowed IP addresses' });
  await field.fill('shop.example');
  await page.keyboard.press('Enter');
  await asking.getByText(/must be IP addresses or ranges/i).waitFor();
  await field.fill('127.0.0.0/8, ::1');
  await page.keyboard.press('Enter');
  await row.getByText('Only from 127.0.0.0/8, ::1').waitFor();

  const search = row.getByText('Recipient search', { exact: true });
  await chooseFromMenu(page, 'Till', 'Turn on recipient search');
  await search.waitFor();
  await chooseFromMenu(page, 'Till', 'Turn off recipient search');
  await search.waitFor({ state: 'detached' });

  await chooseFromMenu(page, 'Till', 'Rotate');
  const rotating = page.getByRole('dialog', { name: 'Rotate the key “Till”' });
  await rotating.getByRole('button', { name: 'Rotate' }).press('Enter');
  const told = page.getByRole('dialog', { name: 'API key “Till” created' });
  const key = (await told.getByRole('region', { name: 'API key' }).textContent()) ?? '';
  expect((await call(origin, key, 'GET', '/api/v1/me')).body).toMatchObject({ level: 'read' });
  expect(await findingsAtNight(page)).toEqual([]);
  await told.getByRole('button', { name: 'I’ve copied it' }).press('Enter');
  await told.waitFor({ state: 'detached' });
  expect(await page.getByRole('row', { name: /Till/ }).count()).toBe(2);
  await context.close();
});

nightlyOnly('rejects a past expiry date at its field and lists future ones', async () => {
  const { context, page } = await open(await emptyStore(browser, origin));
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  const asking = page.getByRole('dialog');
  await asking.getByRole('textbox', { name: 'Name' }).fill('Agency');
  await asking.getByRole('checkbox', { name: 'Recipient search' }).check();
  await asking.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'On a custom date' }).click();
  await asking.getByLabel('Last day').fill('2020-01-31');
  await asking.getByRole('button', { name: 'Create key' }).click();
  await asking.getByText('Choose a date in the future.').waitFor();
  await asking.getByLabel('Last day').fill('2031-01-31');
  await asking.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  await page
    .getByRole('row', { name: /Agency/ })
    .getByText('31 Jan 2031')
    .waitFor();
  await context.close();
});

nightlyOnly('signing secrets: shown once, two at a time, with a warning before one ends', async () => {
  const { context, page } = await open(await emptyStore(browser, origin));
  const list = page.getByRole('list', { name: 'Signing secrets' });
  await page.getByText('No signing secret yet').waitFor();
  const told: string[] = [];
  for (const [button, warning] of [
    ['Create signing secret', /Unsigned requests are rejected/],
    ['Rotate signing secret', /keeps working, so nothing is interrupted/],
    ['Rotate signing secret', /The previous secret stops working immediately/],
  ] as const) {
    const opener = page.getByRole('button', { name: button });
    await opener.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(warning).waitFor();
    await dialog.getByRole('button', { name: 'Create signing secret' }).click();
    told.push((await dialog.getByRole('region', { name: 'Signing secret' }).textContent()) ?? '');
    await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await list.getByText('Current').waitFor();
  }
  expect(new Set(told).size).toBe(3);
  for (const secret of told) {
    expect(secret).toMatch(/^whsec_/);
    expect(await page.content()).not.toContain(secret);
  }
  expect(await list.locator('li').count()).toBe(2);
  await list.getByText('Works until you create the next secret').waitFor();
  await context.close();
});

test('rejects a bad GitHub token at its field, reports an outage, then connects and disconnects', async () => {
  const { context, page } = await open(await emptyStore(browser, origin));
  await page.getByRole('button', { name: 'Connect repository' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect repository' });
  const token = dialog.getByLabel('Token', { exact: true });
  const send = dialog.getByRole('button', { name: 'Connect repository' });
  await dialog.getByRole('textbox', { name: 'Repository' }).fill('no name');
  await token.fill('none');
  await send.click();
  await dialog.getByText('Use the format owner/name, such as acme/emails.').waitFor();
  await dialog
    .getByRole('textbox', { name: 'Repository' })
    .fill(`${github.repository.owner}/${github.repository.name}`);
  const ended = github.access.createToken();
  github.access.revoke(ended);
  await token.fill(ended);
  await send.click();
  await dialog.getByText('GitHub rejected the token. It may have expired or be incomplete.').waitFor();
  await token.fill(github.token);
  github.failing = { share: 1, kinds: ['server_error'] };
  await send.click();
  await dialog
    .getByText('GitHub isn’t responding or is rate limiting us. Try again in a few minutes.')
    .waitFor();
  github.failing = null;
  await send.click();
  await dialog.waitFor({ state: 'detached' });
  const section = page.getByRole('region', { name: 'Repository', exact: true });
  await section.getByText('Connected', { exact: true }).waitFor();
  await section.getByText('main', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(github.token);

  await section.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await section.getByText('No repository connected').waitFor();
  await context.close();
});

nightlyOnly(
  'members who are not owners see keys, secrets and the repository, but nothing to change them',
  async () => {
    const store = await emptyStore(browser, origin);
    await inStore(store, 'POST', '/keys', { name: 'Warehouse', level: 'write' });
    await inStore(store, 'POST', '/platform-secrets');
    const { context, page } = await open({
      ...store,
      state: await colleague(browser, origin, store, 'viewer'),
    });
    await page.getByRole('row', { name: /Warehouse.*Write/ }).waitFor();
    await page.getByText('Current').waitFor();
    await page.getByText('Only owners of this store can connect a repository.').waitFor();
    const main = page.getByRole('main');
    const names = await main.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(names.every((name) => name?.startsWith('Copy: '))).toBe(true);
    expect(await main.getByRole('combobox').count()).toBe(0);
    await page.goto(`${origin}/stores/${store.id}/developer?new=1`);
    await pageSettled(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await context.close();
  },
);

nightlyOnly('shows a server error in each section and retries on Try again', async () => {
  const store = await emptyStore(browser, origin);
  await inStore(store, 'POST', '/keys', { name: 'Warehouse', level: 'write' });
  const context = await browser.newContext({ ...contextOptions(desktop), storageState: store.state });
  const page = await context.newPage();
  const paths = /\/app\/api\/stores\/[^/]+\/(keys|platform-secrets|repository)/;
  await page.route(paths, (route) => route.fulfill({ status: 409, json: { error: 'not now' } }));
  await page.goto(`${origin}/stores/${store.id}/developer`);
  await pageSettled(page);
  const alerts = (expected: number) =>
    eventually(
      () => page.getByRole('alert').count(),
      (count) => count === expected,
    );
  await alerts(3);
  await page.unroute(paths);
  for (let left = 3; left > 0; left--) {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await alerts(left - 1);
  }
  await page.getByRole('row', { name: /Warehouse/ }).waitFor();
  await page.getByText('No repository connected').waitFor();
  await context.close();
});

test('escapes hostile names and GitHub messages on the page and in dialogs', async () => {
  const store = await emptyStore(browser, origin);
  for (const name of HOSTILE) await inStore(store, 'POST', '/keys', { name, level: 'read' });
  await inStore(store, 'POST', '/platform-secrets');
  const [text = ''] = HOSTILE;
  const connection = {
    ...{ provider: 'github', repository: text, branch: text, folder: text, access: 'token' },
    ...{ status: 'reconnect', lastError: text, waiting: 2, lastCommit: text },
    ...{ lastCommitAt: '2026-03-14T09:26:00.000Z', connectedAt: '2026-03-14T09:26:00.000Z' },
  };
  const context = await browser.newContext({ ...contextOptions(desktop), storageState: store.state });
  const page = await context.newPage();
  await page.route('**/repository', (route) => route.fulfill({ json: { connection } }));
  await page.goto(`${origin}/stores/${store.id}/developer`);
  await pageSettled(page);
  for (const name of HOSTILE) await page.getByText(name, { exact: true }).first().waitFor();
  expect(await overflows(page)).toBe(false);
  await findingsOfDialogs(page);
  expect(await page.evaluate('window.ran')).toBeUndefined();
  await context.close();
});

/** Opens each dialog of the page by its button. */
async function findingsOfDialogs(page: Page) {
  for (const name of [
    /^Create API key/,
    /^Revoke the key <img/,
    /^Rotate signing secret/,
    /^Reconnect/,
    /^Disconnect/,
  ]) {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await findingsAtNight(page), String(name)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

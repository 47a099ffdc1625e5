import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { simpleParser } from 'mailparser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOptions, newEmail, PASSWORD, pageSettled } from '../harness/app.ts';
import { pngOf } from '../harness/files.ts';
import { type Postfix, startPostfix } from '../harness/postfix.ts';
import { appTestStack, sharedApp } from '../harness/shared-app.ts';
import type { TestStack } from '../harness/test-stack.ts';
import { connectTools } from '../layouts/tool-clients.ts';

const { browser, origin } = await sharedApp();

let testStack: TestStack;
let postfix: Postfix;
let page: Page;

beforeAll(async () => {
  [testStack, postfix] = await Promise.all([appTestStack(), startPostfix()]);
  page = await (await browser.newContext(contextOptions({ device: 'desktop', scheme: 'light' }))).newPage();
});
afterAll(async () => {
  await testStack?.close();
  await postfix?.close();
});

const fill = (name: string, value: string) => page.getByRole('textbox', { name, exact: true }).fill(value);
const click = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
async function visit(name: string) {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  await pageSettled(page);
}

const curl = async (key: string, path: string) => {
  const args = ['-sS', '-w', '\n%{http_code}', '-H', `Authorization: Bearer ${key}`, origin + path];
  const { stdout } = await promisify(execFile)('curl', args);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: JSON.parse(stdout.slice(0, end)) };
};

test('from an empty store to a sent email and a key that is used and revoked', async () => {
  await page.goto(origin);
  await page.getByRole('link', { name: 'Create one' }).click();
  await fill('Your name', 'Maria Lindqvist');
  await fill('Email', newEmail());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create your first store' }).waitFor();
  await fill('Store name', 'Tea & Co.');
  await page.keyboard.press('Enter');

  await visit('Senders');
  await click('Add sender');
  const sender = page.getByRole('dialog', { name: 'Add sender' });
  await sender.getByRole('textbox', { name: 'Name', exact: true }).fill('Orders');
  await sender.getByRole('textbox', { name: 'From address' }).fill('orders@tea.example');
  await sender.getByRole('textbox', { name: 'Mail server' }).fill('127.0.0.1');
  await sender.getByRole('spinbutton', { name: 'Port' }).fill(String(postfix.port));
  await sender.getByRole('combobox', { name: 'Encryption' }).click();
  await page.getByRole('option', { name: /^None: others can read/ }).click();
  await sender.getByRole('combobox', { name: 'Login' }).click();
  await page.getByRole('option', { name: 'No login' }).click();
  await sender.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Orders.*orders@tea\.example/ }).waitFor();

  await visit('Files');
  const chooser = page.waitForEvent('filechooser');
  await click('Choose files');
  await (await chooser).setFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await pngOf(320, 120),
  });
  await page.getByRole('table', { name: 'Files' }).getByText('logo.png').waitFor();

  await visit('Layouts');
  await click('Create your first layout');
  const choice = page.getByRole('dialog', { name: 'New layout' });
  await choice.getByRole('button', { name: /^Order confirmation/ }).click();
  await choice.getByRole('textbox', { name: 'Name' }).fill('Order confirmation');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Order confirmation', level: 1 }).waitFor();
  await click('Send test email');
  const testing = page.getByRole('dialog', { name: 'Send test email' });
  await testing.getByRole('textbox', { name: 'To' }).fill('anna@customer.example');
  await testing.getByRole('button', { name: 'Send', exact: true }).click();
  const mail = await simpleParser(await postfix.deliveredTo('anna@customer.example'));
  expect(mail.from?.value[0]?.address).toBe('orders@tea.example');
  expect(mail.subject).toBe('Thanks for your order #1001');
  expect(mail.text).toContain('Stoneware mug');
  await testing.waitFor({ state: 'detached' });

  await visit('Developer');
  await click('Create API key');
  const asking = page.getByRole('dialog', { name: 'Create API key' });
  await asking.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await asking.getByRole('radio', { name: 'Write' }).check();
  await page.keyboard.press('Enter');
  const told = page.getByRole('dialog', { name: 'API key “Warehouse” created' });
  const key = (await told.getByRole('region', { name: 'API key' }).textContent()) ?? '';
  await told.getByRole('button', { name: 'I’ve copied it' }).click();

  const listed = await curl(key, '/api/v1/email-templates');
  expect(listed).toMatchObject({ status: 200, body: { items: [{ name: 'Order confirmation' }] } });
  const tools = await connectTools('new', new URL('/api/mcp', origin), key);
  const made = await tools.call('create_http_request', {
    name: 'Tell the warehouse',
    url: 'https://warehouse.example/orders',
  });
  expect(made).toMatchObject({ isError: false });
  await tools.close();

  await visit('HTTP requests');
  await page.getByText('Tell the warehouse').first().waitFor();
  await visit('History');
  await page.getByRole('table', { name: 'History' }).getByText('Order confirmation').waitFor();
  await visit('Audit log');
  const log = page.getByRole('table', { name: 'Audit log' });
  await log.getByText('Warehouse').first().waitFor();
  await log.getByText('Maria Lindqvist').first().waitFor();

  await visit('Developer');
  await click('Revoke the key Warehouse');
  await page
    .getByRole('dialog', { name: 'Revoke the key “Warehouse”?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await page
    .getByRole('row', { name: /Warehouse/ })
    .getByText('Revoked')
    .waitFor();
  await expect.poll(async () => (await curl(key, '/api/v1/me')).status, { timeout: 10_000 }).toBe(401);
});

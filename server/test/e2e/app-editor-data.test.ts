import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsAtNight, overflows, show } from '../harness/app.ts';
import { block, canvas, editorOf, mail, PATIENCE_MS, saved } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { appTestStack, sharedApp } from '../harness/shared-app.ts';
import { callStep } from '../harness/signed-step.ts';
import { eventually, type TestStack } from '../harness/test-stack.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let secret: string;
let testStack: TestStack;
let { call, goTo, made } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  testStack = await appTestStack();
  store = await emptyStore(browser, origin);
  ({ call, goTo, made } = editorOf(browser, origin, store));
  secret = (await call<{ secret: string }>('POST', '/platform-secrets')).secret;
});
afterAll(() => testStack.target.close());

const design = {
  testVariables: { customer: { first_name: 'Testina' }, order: { name: '#0' }, lines: [{ title: 'Sample' }] },
  blocks: [
    { type: 'heading', text: 'Hello {{ variables.customer.first_name }}' },
    { type: 'text', html: '<p>Order {{ variables.order.name }}, {{ variables.order.note }}.</p>' },
    {
      ...{ type: 'loop', source: 'variables.lines', as: 'line' },
      blocks: [{ type: 'text', html: '<p>Article {{ line.title }}</p>' }],
    },
  ],
};

let run = 0;
/** Runs a step like a workflow does; its email is in the test inbox when this returns. */
async function step(layoutId: string, variables: object) {
  const { status, body } = await callStep(origin, store.id, secret, 'send-email', {
    ...{ runId: `run-${++run}`, stepId: 'send', layoutId, to: ['maria@customer.example'], variables },
  });
  expect([200, 202], JSON.stringify(body)).toContain(status);
  await eventually(
    () => call<{ status: string }>('GET', `/history/${body.executionId}`),
    (entry) => entry.status === 'SUCCESS',
  );
}
const order = (name: string, more: object = {}) => ({
  customer: { first_name: 'Maria' },
  order: { name, total: '19.90', currency: 'EUR', ...more },
  lines: [
    { title: 'Tea', price: '4.90', quantity: 1 },
    { title: 'Cups', price: '15.00', quantity: 1 },
  ],
});

const dataMenu = (page: Page) => page.getByRole('button', { name: /^Data: / });
const choose = async (page: Page, name: string | RegExp) => {
  await dataMenu(page).click();
  await page.getByRole('menuitemradio', { name }).first().click();
};
const expectNoFindings = (page: Page, where: string) =>
  expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS, message: where }).toEqual([]);
const articles = (page: Page) => mail(page).getByText(/^Article/);

async function write(page: Page, name: RegExp) {
  await block(page, name).first().click();
  await page.keyboard.press('Enter');
  await mail(page).getByRole('textbox').waitFor();
}

describe('with variables of real steps', () => {
  test('offers sent variables with sample and share, marks chips, and adds a default in one step', async () => {
    const { id } = await made(design);
    for (const [name, more] of [
      ['#1001', {}],
      ['#1002', {}],
      ['#1003', { note: 'Ring twice' }],
    ] as const)
      await step(id, order(name, more));
    const page = await goTo(id);
    await write(page, /Order/);
    const chip = mail(page).locator('bdi[data-noted]');
    await expect.poll(() => chip.getAttribute('title')).toBe('{{ variables.order.note }}');
    expect(await chip.getAttribute('aria-description')).toBe(
      '2 of the last 3 steps didn’t send this variable. Their emails are blank here.',
    );
    await page.keyboard.type(' {{');
    const picker = page.getByRole('dialog', { name: 'Variables' });
    const group = picker.getByRole('group', { name: 'Sent by the last 3 steps' });
    await group.waitFor();
    await group.getByRole('option', { name: 'order.name #1003', exact: true }).waitFor();
    await group.getByRole('option', { name: 'customer.first_name M******', exact: true }).waitFor();
    await group.getByRole('option', { name: 'order.note Ring twice · 1 of 3', exact: true }).waitFor();
    await group.getByRole('option', { name: 'order.total with currency · 19.90', exact: true }).waitFor();
    await group
      .getByRole('option', { name: 'lines Insert as a line items table below', exact: true })
      .waitFor();
    await expectNoFindings(page, 'picker');
    await page.keyboard.type('total');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => mail(page).getByRole('textbox').locator('bdi').last().getAttribute('title'))
      .toBe('{{ variables.order.total | money: variables.order.currency }}');

    await chip.click();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Variable' });
    await form.getByText('2 of the last 3 steps didn’t send this variable').waitFor();
    await expectNoFindings(page, 'chip');
    await form.getByRole('textbox', { name: 'Fallback text' }).fill('no note');
    await page.keyboard.press('Enter');
    const noted = '{{ variables.order.note | default: "no note" }}';
    await expect.poll(() => mail(page).locator(`bdi[title='${noted}']`).count()).toBe(1);
    expect(await chip.count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(() => chip.getAttribute('title')).toBe('{{ variables.order.note }}');
    // Undo also removes what was typed to find the variable, because half a "{{" is useless.
    await page.keyboard.press('Control+z');
    await expect.poll(() => mail(page).getByRole('textbox').locator('bdi').count()).toBe(2);
    expect(await mail(page).getByRole('textbox').textContent()).not.toContain('{{');
  });

  nightlyOnly('in a loop its fields come first, and articles become a table below the text', async () => {
    const { id } = await made(design);
    await step(id, order('#1'));
    const page = await goTo(id);
    await write(page, /Article/);
    await page.keyboard.type(' {{');
    const picker = page.getByRole('dialog', { name: 'Variables' });
    const entry = picker.getByRole('group', { name: 'Item of lines' });
    await entry.getByRole('option', { name: 'line.quantity Number · 1', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    // The braces remain where they were typed.
    for (let i = 0; i < 3; i++) await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await write(page, /Order/);
    await page.keyboard.type(' {{');
    await picker.getByRole('group', { name: 'Sent by the last step' }).waitFor();
    await page.keyboard.type('lines');
    await picker
      .getByRole('option', { name: 'lines Insert as a line items table below', exact: true })
      .click();
    const table = { source: 'variables.lines', currency: 'variables.order.currency' };
    await saved(page);
    const { bodyDesign } = await call('GET', `/email-templates/${id}`);
    expect(bodyDesign.blocks[2]).toMatchObject({ type: 'items', ...table });
    expect(bodyDesign.blocks[1]?.['html']).toMatch(/order\.note \}\}\.\s*<\/p>$/);
    await mail(page).getByText('Sample', { exact: true }).waitFor();
  });
});

describe('the data menu', () => {
  test('previews a masked run and inbox issues without saving; a test email uses the same data', async () => {
    const { id } = await made(design, { subject: 'Order {{ variables.order.name }}' });
    await step(id, order('#4711'));
    const page = await goTo(id);
    await mail(page).getByText('Hello Testina').waitFor();
    expect(await dataMenu(page).textContent()).toBe('Data: Test variables');

    await choose(page, /^Run .*: Sent/);
    await mail(page).getByText('Hello M******').waitFor();
    await mail(page).getByText('Order #4711').waitFor();
    expect(await articles(page).count()).toBe(2);
    expect(await mail(page).locator('body').textContent()).not.toContain('Maria');
    await page.getByRole('status').filter({ hasText: 'Previewing with: Run' }).waitFor({ state: 'attached' });
    await dataMenu(page).click();
    await page.getByRole('menuitemradio', { name: /^Run/, checked: true }).waitFor();
    await expectNoFindings(page, 'menu, light');
    await page.keyboard.press('Escape');

    await choose(page, 'All values missing');
    await mail(page).getByText('Order , .').waitFor();
    expect(await articles(page).count()).toBe(0);
    await choose(page, '50 items in each list');
    await expect.poll(() => articles(page).count(), { timeout: PATIENCE_MS }).toBe(50);
    await choose(page, 'One item in each list');
    await expect.poll(() => articles(page).count()).toBe(1);
    await choose(page, 'Right-to-left names');
    await mail(page)
      .getByText(/Hello [\u0590-\u06ff]/)
      .waitFor();
    await choose(page, 'Longest values');
    await mail(page).getByText('Hello Testina Maximiliane').waitFor();

    // With the keyboard only, and back.
    await dataMenu(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Test variables' }).press('Enter');
    await mail(page).getByText('Hello Testina').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(false);

    await choose(page, /^Run .*: Sent/);
    await mail(page).getByText('Order #4711').waitFor();
    await page.getByRole('button', { name: 'Send test email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send test email' });
    await dialog.getByText('It uses the preview data: Run', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const { items } = await eventually(
      () => call<{ items: { subject: string }[] }>('GET', '/captured-mails'),
      (mails) => mails.items.filter(({ subject }) => subject === 'Order #4711').length === 2,
    );
    expect(items[0]?.subject).toBe('Order #4711');
    // A test is not a step, so its variables are not among the runs.
    expect((await call<{ items: object[] }>('GET', `/email-templates/${id}/runs`)).items.length).toBe(1);
  });

  nightlyOnly('works on a phone in dark mode; says so if nothing has run the layout', async () => {
    const { id } = await made(design);
    const page = await goTo(id);
    await show(page, { device: 'phone', scheme: 'dark' });
    await canvas(page).waitFor();
    await dataMenu(page).click();
    await page.getByText('None yet', { exact: false }).waitFor();
    await expectNoFindings(page, 'menu, dark');
    await page.getByRole('menuitemradio', { name: '50 items in each list' }).click();
    await expect.poll(() => articles(page).count(), { timeout: PATIENCE_MS }).toBe(50);
    expect(await overflows(page)).toBe(false);
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { NO_LAYOUT, NO_SECRET } from '../../../web/src/features/developer/step-samples.ts';
import { appCall, contextOptions, overflows, pageSettled } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { call } from '../harness/client.ts';
import { appTestStack, sharedApp } from '../harness/shared-app.ts';
import { eventually } from '../harness/test-stack.ts';

const { browser, origin } = await sharedApp();
// The sending part: engine and worker of the shared instance.
const testStack = await appTestStack();
const folder = await mkdtemp(join(tmpdir(), 'outstep-samples-'));
afterAll(async () => {
  await testStack.target.close();
  await rm(folder, { recursive: true, force: true });
});

const inStore = <T>(store: FilledStore, method: string, path: string, data?: unknown) =>
  appCall<T>(store.owner, origin, method, `/app/api/stores/${store.id}${path}`, data);

async function open(store: FilledStore, look: Parameters<typeof contextOptions>[0], locale?: string) {
  const options = { ...contextOptions(look), storageState: store.state, ...(locale && { locale }) };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${origin}/stores/${store.id}/developer`);
  await pageSettled(page);
  return { context, page };
}

/** Texts that a shell, JavaScript or Python would treat as more than text. */
const testVariables = {
  order: { name: `#1001 it's "\${HOME}" $(id) \`id\` {x} \\n`, paid: true, coupon: null, total: 19.5 },
  lines: [{ title: 'Tea “Assam” – 2 × 100 g' }],
  empty: {},
  none: [],
};

const programs: Record<string, (file: string) => [string, string[]]> = {
  curl: (file) => ['bash', ['-eu', file]],
  TypeScript: (file) => [process.execPath, [file]],
  Python: (file) => ['python3', [file]],
};
const endings: Record<string, string> = { curl: 'sh', TypeScript: 'ts', Python: 'py' };

/** Runs the sample from the page, as someone who saved it would. */
async function run(language: string, text: string): Promise<string> {
  const file = join(folder, `step.${endings[language]}`);
  await writeFile(file, text);
  const [program, args] = programs[language]?.(file) ?? ['', []];
  const env = { PATH: process.env['PATH'], LANG: 'C.UTF-8' };
  return (await promisify(execFile)(program, args, { env, cwd: folder })).stdout;
}

test('the curl, TypeScript and Python samples each send an email', async () => {
  const store = await emptyStore(browser, origin);
  const { id: layoutId } = await inStore<{ id: string }>(store, 'POST', '/email-templates', {
    name: 'Order confirmation',
    subject: 'Order {{ variables.order.name }} of {{ variables.shop.id }}',
    requiredVariables: ['order.name', 'shop.id', 'lines[0].title'],
    bodyDesign: {
      blocks: [{ type: 'heading', text: 'Thanks for {{ variables.lines[0].title }}' }],
      testVariables,
    },
  });
  const { secret } = await inStore<{ secret: string }>(store, 'POST', '/platform-secrets');
  const { context, page } = await open(store, { device: 'desktop', scheme: 'light' });
  const answers: string[] = [];
  for (const language of Object.keys(programs)) {
    await page.getByRole('tablist', { name: 'Example request' }).getByRole('tab', { name: language }).click();
    const region = page.getByRole('region', { name: `Workflow step in ${language}` });
    const shown = (await region.textContent()) ?? '';
    expect(shown).toContain(`${origin}/platforms/generic/${store.id}/send-email`);
    expect(shown).toContain(layoutId);
    expect(shown.split(NO_SECRET)).toHaveLength(2);
    expect(shown).not.toContain(secret);
    // Without the secret, the call is rejected with the reason.
    expect(await run(language, shown)).toContain('the signature is missing, malformed, expired or wrong');
    answers.push(await run(language, shown.replace(NO_SECRET, secret)));
  }
  for (const answer of answers) expect(answer).toContain('"executionId"');
  const executions = new Set(answers.map((answer) => /"executionId":"([^"]+)"/.exec(answer)?.[1]));
  expect(executions.size).toBe(3);

  const mails = await arrived(store, 3);
  for (const { subject } of mails) expect(subject).toBe(`Order ${testVariables.order.name} of 1001`);
  await context.close();
});

interface CapturedMail {
  subject: string;
}

/** A slow machine responds with 202 before the email has arrived. */
async function arrived(store: FilledStore, count: number): Promise<CapturedMail[]> {
  const { items } = await eventually(
    () => inStore<{ items: CapturedMail[] }>(store, 'GET', '/captured-mails'),
    (page) => page.items.length === count,
  );
  return items;
}

test('shows a new secret in the samples of its dialog only', async () => {
  const store = await emptyStore(browser, origin);
  await inStore(store, 'POST', '/email-templates', {
    name: 'Receipt',
    subject: 'Thanks',
    bodyDesign: { blocks: [] },
  });
  const { context, page } = await open(store, { device: 'desktop', scheme: 'dark' });
  await page.getByRole('button', { name: 'Create signing secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create signing secret' }).click();
  const secret = (await dialog.getByRole('region', { name: 'Signing secret' }).textContent()) ?? '';
  await dialog.getByRole('tab', { name: 'Python' }).click();
  const sample = (await dialog.getByRole('region', { name: 'Workflow step in Python' }).textContent()) ?? '';
  expect(sample).toContain(`"${secret}"`);
  expect(await run('Python', sample)).toContain('"executionId"');
  expect((await arrived(store, 1))[0]?.subject).toBe('Thanks');
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(secret);
  await context.close();
});

test('explains a store without layouts, lets a layout be chosen and fits a phone', async () => {
  const store = await emptyStore(browser, origin);
  const { context, page } = await open(store, { device: 'phone', scheme: 'light' }, 'de-DE');
  await page.getByText(`Ersetzen Sie ${NO_LAYOUT} später durch die ID eines Layouts`).waitFor();
  expect(await overflows(page)).toBe(false);
  for (const name of ['First', 'Second'])
    await inStore(store, 'POST', '/email-templates', { name, subject: name, bodyDesign: { blocks: [] } });
  await page.reload();
  await pageSettled(page);
  const choice = page.getByRole('combobox', { name: 'Layout' });
  const sample = page.getByRole('region', { name: 'Workflow-Schritt in curl' });
  const before = await sample.textContent();
  await choice.click();
  await page.getByRole('option', { name: 'First' }).click();
  await eventually(
    () => sample.textContent(),
    (text) => text !== before && text !== null && !text.includes(NO_LAYOUT),
  );
  expect(await overflows(page)).toBe(false);

  const guides = await page
    .locator('a[href^="/guides/"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(guides.length).toBeGreaterThan(5);
  for (const path of new Set(guides)) {
    const answer = await call(origin, null, 'GET', path ?? '');
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.text).toMatch(/^# \w/m);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
  for (const path of ['/guides/nothing.md', '/guides/..%2fSCALE.md', '/guides/'])
    expect((await call(origin, null, 'GET', path)).status).toBe(404);
  await context.close();
});

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteSecretRow } from '../../src/features/access/secrets/secrets.store.ts';
import { addFile, pngOf } from '../harness/files.ts';
import { storeTexts } from '../harness/layouts.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { type Encoder, encoders } from '../masking/encoders.ts';
import { readableAs } from '../masking/recognize.ts';
import { callTool } from '../mcp/posts.ts';
import { BASE_URL, type MailStack, sharedMailStack } from './mail-stack.ts';

let testStack: MailStack;
let layout: string;
beforeAll(async () => {
  testStack = await sharedMailStack();
  await testStack.operate('set_secret', { name: 'CODE', value: SECRET });
  layout = await testStack.layout({
    bodyType: 'text',
    subject: 'For {{ variables.customer.name }}',
    body: '<p>{{ secrets.CODE }}</p>',
  });
});
afterAll(() => testStack?.close());
afterEach(() => {
  testStack.smtp.behaves = {};
});

const SECRET = 'winter-voucher-4711';
const NAME = 'Wolfgang Großmann';
const variables = { customer: { name: NAME } };
const someone = () => `anna-${randomUUID().slice(0, 8)}@customer.example`;
const replay = async (id: string) => {
  const { executionId } = await testStack.operate('replay_execution', { id });
  return testStack.ended(executionId as unknown as string);
};
const written = (value: string, how: string) => (encoders[how] as Encoder).encode(value);

test.each([
  ['the secret of a mail', SECRET, 'raw'],
  ['the secret of a mail', SECRET, 'HTML, decimal'],
  ['the secret of a mail', SECRET, 'base64, one before'],
  ['a name in a mail', NAME, 'JSON, ASCII'],
  ['a name in a mail', NAME, 'quoted-printable, all'],
  ['a name in a mail', NAME, 'HEX'],
])(
  'hides %s (%s, %s) that a mail server repeats, when sending and resending (contract: History and stats 13)',
  async (_, value, how) => {
    testStack.smtp.behaves.message = `554 5.7.1 ${written(value, how)}`;
    const first = await testStack.send(layout, randomUUID(), { to: [someone()], variables });
    const again = await replay(first.id);
    expect(again).toMatchObject({ status: 'FAILED', trigger: 'replay' });
    expect([first, again].map((entry) => readableAs(entry, value))).toEqual([null, null]);
  },
);

test('hides a login that a mail server repeats, however it is encoded (contract: History and stats 13)', async () => {
  const login = { username: 'mailer-of-the-shop', password: 'correct-horse-battery' };
  const server = await startSmtpServer({ login });
  const senderId = await testStack.newSender(server.port, { user: login.username, password: login.password });
  for (const how of ['raw', 'base64, two before', 'hex', 'JSON, all']) {
    server.behaves.message = `554 5.7.1 ${written(login.password, how)}`;
    const entry = await testStack.send(layout, randomUUID(), { to: [someone()], variables, senderId });
    expect(entry.error).toContain('554 5.7.1');
    expect(readableAs(entry, login.password)).toBeNull();
  }
  await server.close();
});

test('the reason for a suppression reveals nothing else of the email (contract: History and stats 13)', async () => {
  const anna = someone();
  testStack.smtp.behaves.rcpt = `550 5.1.1 no such user, ${written(NAME, 'url')}`;
  await testStack.send(layout, randomUUID(), { to: [anna], variables });
  const listed = await testStack.operate('list_suppressions', { q: anna });
  expect(listed).toMatchObject({
    items: [{ address: anna, reason: expect.stringContaining('no such user') }],
  });
  expect(readableAs(listed, NAME)).toBeNull();
});

test('history shows an email with the store’s logo and footer as it was sent, on every surface and when it is sent again (contract: History and stats 18)', async () => {
  const details = 'Musterladen & Söhne GmbH\nMusterstraße 12, 10115 Berlin\nTel. +49 30 901820';
  const { outstep, storeId, key } = testStack;
  const logo = await addFile(outstep, storeId, 'logo.png', await pngOf());
  await testStack.operate('set_settings', { settings: [`logo=${logo}`] });
  await storeTexts(outstep.core, storeId, { companyDetails: details });
  const layoutId = await testStack.layout({
    bodyType: 'visual',
    category: 'marketing',
    bodyDesign: {
      header: { blocks: [{ type: 'logo' }] },
      blocks: [
        { type: 'text', html: '<p>Dear {{ variables.customer.name }}, call {{ variables.note }}</p>' },
        { type: 'social', items: [{ network: 'email', url: 'https://shop.example/contact' }] },
      ],
    },
  });
  const to = someone();
  testStack.smtp.behaves.message = '554 5.7.1 not now';
  const first = await testStack.send(layoutId, randomUUID(), {
    to: [to],
    variables: { ...variables, note: '+49 89 55229011 or Ringstraße 7' },
  });
  testStack.smtp.behaves = {};
  const again = await replay(first.id);
  const [mail] = await testStack.mailsTo(to);
  const html = String(mail?.html);
  for (const link of [`${BASE_URL}/files/${storeId}/${logo}`, `${BASE_URL}/mail-assets/social-email.png`])
    expect(html).toContain(link);
  const shownFooter = 'Musterladen &amp; Söhne GmbH<br>Musterstraße 12, 10115 Berlin<br>Tel. +49 30 901820';
  expect(html).toContain(shownFooter);
  const pictures = (text: string) => text.match(/(?<= src=")[^"]+/g);
  const { value: tool } = await callTool(outstep, key, 'get_history_entry', { id: again.id });
  for (const entry of [first, again, tool]) {
    const request = (entry as unknown as { request: Record<string, string> }).request;
    expect(Object.keys(request)).toEqual(['subject', 'text', 'html', 'files']);
    expect(request['text']).toContain(details);
    expect(JSON.stringify(entry)).not.toMatch(/Großmann|55229011|Ringstraße 7/);
  }
  for (const { request } of [first, again] as unknown as { request: { html: string } }[]) {
    expect(request.html).toContain(shownFooter);
    expect(pictures(request.html)).toEqual(pictures(html));
  }
});

test("a step's response has none of the invisible characters in a mail server's reply (contract: History and stats 5)", async () => {
  const unseen = '\u202e\u200b\u{e006f}\u{e0062}';
  testStack.smtp.behaves.message = `554 5.7.1 not${unseen} now`;
  const runId = randomUUID();
  const fields = { to: [someone()], variables };
  const entry = await testStack.send(layout, runId, fields);
  const { body } = await testStack.post(layout, runId, fields);
  for (const said of [entry.error, body.error]) expect(said).toContain('554 5.7.1 not now');
  expect(JSON.stringify([entry, body])).not.toMatch(/[\u202e\u200b]|\udb40/);
});

test.each<[string, string, (name: string) => Promise<unknown>]>([
  [
    'was deleted',
    'no secret named "NAME"',
    (name) => deleteSecretRow(testStack.outstep.core.database.forStore(testStack.storeId), name),
  ],
  [
    'may no longer be in emails',
    'secret "NAME" is not allowed in emails',
    (name) => testStack.operate('set_secret', { name, value: SECRET, email: 'no' }),
  ],
])(
  'FAILED for a resend of an email with a secret that %s (contract: Senders, secrets, files 12)',
  async (_, error, change) => {
    const name = `S${randomUUID().slice(0, 8).toUpperCase()}`;
    await testStack.operate('set_secret', { name, value: SECRET });
    const code = await testStack.layout({
      bodyType: 'text',
      subject: 'x',
      body: `<p>{{ secrets.${name} }}</p>`,
    });
    testStack.smtp.behaves.message = '554 5.7.1 no';
    const first = await testStack.send(code, randomUUID(), { to: [someone()], variables });
    testStack.smtp.behaves = {};
    await change(name);
    const again = await replay(first.id);
    expect(again).toMatchObject({ status: 'FAILED', trigger: 'replay' });
    expect(again['error']).toContain(error.replace('NAME', name));
  },
);

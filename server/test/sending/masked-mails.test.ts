import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { type Encoder, encoders } from '../masking/encoders.ts';
import { readableAs } from '../masking/recognize.ts';
import { type MailStack, sharedMailStack } from './mail-stack.ts';

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
  'a mail server that repeats %s (%s, %s) is not shown with it, when it is sent and when it is sent again (contract: History and stats 13)',
  async (_, value, how) => {
    testStack.smtp.behaves.message = `554 5.7.1 ${written(value, how)}`;
    const first = await testStack.send(layout, randomUUID(), { to: [someone()], variables });
    const again = await replay(first.id);
    expect(again).toMatchObject({ status: 'FAILED', trigger: 'replay' });
    expect([first, again].map((entry) => readableAs(entry, value))).toEqual([null, null]);
  },
);

test('a mail server that repeats its login is not shown with it, however it is written (contract: History and stats 13)', async () => {
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

test('why an address is suppressed shows nothing else of the email (contract: History and stats 13)', async () => {
  const anna = someone();
  testStack.smtp.behaves.rcpt = `550 5.1.1 no such user, ${written(NAME, 'url')}`;
  await testStack.send(layout, randomUUID(), { to: [anna], variables });
  const listed = await testStack.operate('list_suppressions', { q: anna });
  expect(listed).toMatchObject({
    items: [{ address: anna, reason: expect.stringContaining('no such user') }],
  });
  expect(readableAs(listed, NAME)).toBeNull();
});

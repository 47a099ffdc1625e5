import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Entry, type MailStack, sharedMailStack } from './mail-stack.ts';

let testStack: MailStack;
let receipt: string;
let news: string;
beforeAll(async () => {
  testStack = await sharedMailStack();
  receipt = await testStack.layout({ bodyType: 'text', subject: 'Order', body: '<p>Thanks</p>' });
  news = await testStack.layout({
    bodyType: 'text',
    category: 'marketing',
    subject: 'News',
    body: '<p>New</p>',
  });
});
afterAll(() => testStack?.close());
afterEach(() => {
  testStack.smtp.behaves = {};
});

const someone = (name = 'anna') => `${name}-${randomUUID().slice(0, 8)}@customer.example`;
const several = (count: number) => Array.from({ length: count }, () => someone());
const run = () => randomUUID();
const triesFor = (recipient: string) => testStack.smtp.recipients.filter((each) => each === recipient).length;
const events = ({ timeline }: Entry) => timeline.map(({ event }) => event);

describe('a server that rejects email', () => {
  test('temporarily is retried, and history lists each attempt', async () => {
    const anna = someone();
    testStack.smtp.behaves.message = () => (triesFor(anna) < 3 ? '451 4.3.0 busy' : null);
    const entry = await testStack.send(receipt, run(), { to: [anna] });
    expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 3 });
    expect(events(entry).filter((event) => event === 'retry')).toHaveLength(2);
    expect(triesFor(anna)).toBe(3);
    expect(testStack.takenFor(anna)).toHaveLength(1);
  });

  test('temporarily fails the step after the last attempt', async () => {
    const anna = someone();
    testStack.smtp.behaves.rcpt = '450 4.2.0 later';
    const entry = await testStack.send(receipt, run(), { to: [anna] });
    expect(entry).toMatchObject({
      status: 'FAILED',
      attempts: 3,
      error: expect.stringContaining('450 4.2.0'),
    });
    expect(triesFor(anna)).toBe(3);
  });

  test('permanently is not retried', async () => {
    const anna = someone();
    testStack.smtp.behaves.message = '554 5.7.1 spam';
    const entry = await testStack.send(receipt, run(), { to: [anna] });
    expect(entry).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      error: expect.stringContaining('554 5.7.1'),
    });
    expect(triesFor(anna)).toBe(1);
  });

  test('for one recipient does not affect the others', async () => {
    const [anna, bo, cy] = several(3) as [string, string, string];
    testStack.smtp.behaves.message = (recipient) => (recipient === bo ? '554 5.7.1 spam' : null);
    const entry = await testStack.send(receipt, run(), { to: [anna, bo, cy] });
    expect(entry).toMatchObject({
      status: 'FAILED',
      error: expect.stringMatching(/^1 of 3 emails failed or are unconfirmed \(1 failed\): /),
    });
    expect([anna, bo, cy].map((each) => testStack.takenFor(each).length)).toEqual([1, 0, 1]);
  });

  test('permanently for an address suppresses it; the next step skips it and fails if no recipient is left (contract: Sending 9; Sending 10)', async () => {
    const [anna, bo] = [someone('annabella'), someone()];
    testStack.smtp.behaves.rcpt = (recipient) =>
      recipient === anna ? `550 5.1.1 <${anna}>: no such user` : null;
    const first = await testStack.send(receipt, run(), { to: [anna, bo] });
    expect(first.status).toBe('FAILED');
    expect(first.error).toContain('550 5.1.1');
    // The server's reply is there, and the address that it repeated is not (contract: History and stats 8).
    const said = JSON.stringify(first['response']);
    expect(said).toContain('550 5.1.1 <');
    expect(said).not.toContain(anna);
    // Servers like to repeat the address.
    expect(JSON.stringify(first)).not.toContain(anna);
    testStack.smtp.behaves = {};
    const second = await testStack.send(receipt, run(), { to: [anna, bo] });
    expect(second).toMatchObject({ status: 'SUCCESS' });
    expect(events(second)).toContain('skipped');
    const third = await testStack.send(news, run(), { to: [anna] });
    expect(third).toMatchObject({
      status: 'FAILED',
      error: 'there are no recipients left: mail servers permanently rejected every address',
    });
    expect(triesFor(anna)).toBe(1);
    await testStack.operate('remove_suppression', { email: anna });
    expect(await testStack.send(receipt, run(), { to: [anna] })).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('an unconfirmed message', () => {
  test('is not retried; a transactional step fails with that reason (contract: Sending 8)', async () => {
    const anna = someone();
    testStack.smtp.behaves.message = 'drop';
    const entry = await testStack.send(receipt, run(), { to: [anna] });
    expect(entry).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      error: expect.stringMatching(/^1 of 1 emails failed or are unconfirmed \(1 unconfirmed\): /),
    });
    expect(events(entry)).toContain('unknown');
    expect(triesFor(anna)).toBe(1);
  });

  test('counts as sent in marketing emails and uses quota (contract: Sending 8)', async () => {
    const anna = someone();
    const used = await testStack.quotaUsed();
    testStack.smtp.behaves.message = 'drop';
    const entry = await testStack.send(news, run(), { to: [anna] });
    expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
    expect(events(entry)).toContain('unknown');
    expect(triesFor(anna)).toBe(1);
    expect(await testStack.quotaUsed()).toBe(used + 1);
  });
});

describe('once', () => {
  test('the same run 20 times in parallel is one execution, and each recipient gets one message (contract: Workflow platforms 3; Sending 8)', async () => {
    const [to, runId] = [several(20), run()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => testStack.post(news, runId, { to })));
    expect(new Set(answers.map(({ body }) => body.executionId)).size).toBe(1);
    const entry = await testStack.ended(answers[0]?.body.executionId as string);
    expect(entry.status).toBe('SUCCESS');
    await testStack.post(news, runId, { to: [...to, someone()] });
    expect(to.map((each) => triesFor(each))).toEqual(Array(20).fill(1));
    expect(to.map((each) => testStack.takenFor(each).length)).toEqual(Array(20).fill(1));
    // Across everything this file has sent: two, a sender's default.
    expect(testStack.smtp.connections.most).toBe(2);
  });
});

describe('email test', () => {
  test('sends the email of a layout with the test variables of its design, and history marks it as a test', async () => {
    const layout = await testStack.layout({
      subject: 'Hi {{ variables.name }}',
      bodyDesign: {
        blocks: [{ type: 'text', html: '<p>Dear {{ variables.name }}</p>' }],
        testVariables: { name: 'Tess' },
      },
    });
    const to = someone();
    const { executionId } = await testStack.operate('test_mail', { layout, to });
    expect(await testStack.ended(executionId as unknown as string)).toMatchObject({
      status: 'SUCCESS',
      trigger: 'test',
      actionConfigId: layout,
    });
    const [mail] = await testStack.mailsTo(to);
    expect(mail?.subject).toBe('Hi Tess');
    expect(mail?.text).toContain('Dear Tess');
    // It doesn't count as a workflow step.
    const { body } = await testStack.outstep.call(testStack.key, 'GET', `/api/v1/email-templates/${layout}`);
    expect(body.stepCount).toBe(0);
  });

  test('needs a layout of the store', async () => {
    const layout = randomUUID();
    await expect(testStack.operate('test_mail', { layout, to: someone() })).rejects.toThrow('not found');
  });
});

describe('execution replay', () => {
  const replay = async (id: string, fields: Record<string, unknown> = {}) =>
    testStack.ended(
      (await testStack.operate('replay_execution', { id, ...fields }))['executionId'] as unknown as string,
    );

  test('resends the same email to recipients that definitely failed (contract: History and stats 12; Sending 2)', async () => {
    const layout = await testStack.layout({
      bodyType: 'text',
      subject: 'First',
      body: '<p>{{ variables.a }}{{ variables.b }}</p>',
    });
    const [anna, bo, cy] = several(3) as [string, string, string];
    testStack.smtp.behaves.message = (recipient) => (recipient === bo ? '554 5.7.1 no' : null);
    const lost = await testStack.send(layout, run(), { to: [anna, bo], cc: [cy], variables: { a: 'one' } });
    expect(lost.status).toBe('FAILED');
    testStack.smtp.behaves = {};
    await testStack.outstep.call(testStack.key, 'PATCH', `/api/v1/email-templates/${layout}`, {
      subject: 'Second',
    });
    const again = await replay(lost.id);
    expect(again).toMatchObject({ status: 'SUCCESS', trigger: 'replay', actionConfigId: layout });
    expect(again['request']).toEqual(lost['request']);
    expect(again['warnings']).toEqual([{ path: 'variables.b', where: ['body'] }]);
    expect([anna, bo, cy].map((each) => testStack.takenFor(each).length)).toEqual([1, 1, 1]);
    const [first, second] = await testStack.mailsTo(anna, bo);
    expect(second).toMatchObject({ subject: 'First', html: first?.html, text: first?.text });
    expect(second?.headers.get('to')).toEqual(first?.headers.get('to'));
    await expect(replay(again.id)).rejects.toThrow('only failed runs can be retried');
  });

  test('is idempotent', async () => {
    const anna = someone();
    testStack.smtp.behaves.message = '554 5.7.1 no';
    const lost = await testStack.send(receipt, run(), { to: [anna] });
    testStack.smtp.behaves = {};
    const [first, second] = [await replay(lost.id), await replay(lost.id)];
    expect(second.id).toBe(first.id);
    expect(testStack.takenFor(anna)).toHaveLength(1);
  });

  test('includes unconfirmed recipients only on request', async () => {
    const anna = someone();
    testStack.smtp.behaves.message = 'drop';
    const lost = await testStack.send(receipt, run(), { to: [anna] });
    testStack.smtp.behaves = {};
    await expect(replay(lost.id)).rejects.toThrow('no recipient is known to have failed');
    expect(triesFor(anna)).toBe(1);
    expect(await replay(lost.id, { unknown: 'true' })).toMatchObject({ status: 'SUCCESS' });
    expect(testStack.takenFor(anna)).toHaveLength(1);
  });

  test('skips recipients that have unsubscribed since', async () => {
    const [anna, bo] = several(2) as [string, string];
    testStack.smtp.behaves.message = '554 5.7.1 no';
    const lost = await testStack.send(news, run(), { to: [anna, bo] });
    expect(lost.status).toBe('FAILED');
    testStack.smtp.behaves = {};
    await testStack.operate('add_unsubscribe', { email: anna });
    expect(await replay(lost.id)).toMatchObject({ status: 'SUCCESS' });
    expect([anna, bo].map((each) => testStack.takenFor(each).length)).toEqual([0, 1]);
  });

  test('restarts a step that failed before planning', async () => {
    const anna = someone();
    const sender = await testStack.newSender(testStack.smtp.port);
    const lost = await testStack.send(receipt, run(), { to: [anna], senderId: randomUUID() });
    expect(lost.status).toBe('FAILED');
    expect(await replay(lost.id)).toMatchObject({
      status: 'FAILED',
      error: 'the sender of this step does not exist; choose another one in the workflow',
    });
    expect(await testStack.send(receipt, run(), { to: [anna], senderId: sender })).toMatchObject({
      status: 'SUCCESS',
    });
  });

  test('an execution of another store is not found', async () => {
    const lost = await testStack.send(receipt, run(), { to: [someone()], senderId: randomUUID() });
    const elsewhere = await testStack.outstep.newStore();
    await expect(testStack.outstep.operator(elsewhere, 'replay_execution', { id: lost.id })).rejects.toThrow(
      'not found',
    );
  });
});

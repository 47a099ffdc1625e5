import { randomUUID } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Postfix, startPostfix } from '../harness/postfix.ts';
import { withClient } from '../harness/postgres.ts';
import { SHOPIFY_SECRET as SECRET } from '../harness/shared.ts';
import { flowRun, SHOP, shopifySignature } from '../harness/shopify.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { eventually } from '../harness/test-stack.ts';
import { addressesOf, type MailStack, sharedMailStack } from '../sending/mail-stack.ts';

/** Longer than a platform is kept waiting. */
const SLOW_MS = 10_000;

let testStack: MailStack;
let postfix: Postfix;
/** A real server delivers its emails. */
let sender: string;
let layout: string;
/** Posted at the start, so that the other tests don't have to wait as long. */
let slow: { server: SmtpStandIn; run: unknown; first: ReturnType<typeof post> };

beforeAll(async () => {
  [testStack, postfix] = await Promise.all([sharedMailStack(), startPostfix()]);
  sender = await testStack.newSender(postfix.port);
  layout = await testStack.layout({
    bodyType: 'text',
    subject: 'Order {{ variables.order.id }}',
    body: '<p>Thank you, {{ variables.name }}</p>',
  });
  await testStack.translation(layout, 'de', {
    subject: 'Bestellung {{ variables.order.id }}',
    body: '<p>Danke, {{ variables.name }}</p>',
  });
  await testStack.operate('connect_shopify_shop', { shop: SHOP, shopId: '1' });
  const server = await startSmtpServer();
  server.behaves.message = SLOW_MS;
  const run = mailRun('mail-slow', { to: someone(), sender_id: await testStack.newSender(server.port) });
  slow = { server, run, first: post('send-email', run) };
});
afterAll(async () => {
  await testStack?.close();
  await postfix?.close();
  await slow?.server.close();
});
afterEach(() => {
  testStack.smtp.behaves = {};
});

const someone = () => `anna-${randomUUID().slice(0, 8)}@customer.example`;

async function post(last: string, fields: unknown, sign = (body: string) => shopifySignature(SECRET, body)) {
  const body = JSON.stringify(fields);
  const answer = await fetch(`${testStack.outstep.origin}/platforms/shopify-flow/${last}`, {
    method: 'POST',
    headers: { 'x-shopify-hmac-sha256': sign(body) },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary content
  return { status: answer.status, body: (await answer.json()) as any };
}

/** Repeats the call while the run is in progress, as Flow does. */
const pollRun = (last: string, fields: unknown) =>
  eventually(
    () => post(last, fields),
    ({ status }) => status !== 202,
    60_000,
  );

const mailRun = (runId: string, properties: Record<string, unknown>) =>
  flowRun('send-email', runId, {
    layout_id: layout,
    sender_id: sender,
    variables: JSON.stringify({ name: 'Zoë', order: { id: 1001 } }),
    ...properties,
  });
const succeeded = {
  status: 200,
  body: { return_value: { executionId: expect.any(String), status: 'SUCCESS' } },
};
const deliveredTo = async (address: string) => simpleParser(await postfix.deliveredTo(address));
/** Counts once no message is in transit. */
async function countTo(address: string) {
  await eventually(
    () => postfix.queued(),
    (queued) => queued === 0,
  );
  const all = await postfix.delivered();
  return all.filter((raw) => raw.toString('latin1').includes(`Delivered-To: ${address}\n`)).length;
}
const known = (runId: string) =>
  withClient(String(testStack.outstep.env['DATABASE_URL']), async (client) => {
    const { rows } = await client.query('select 1 from runs where run_id = $1', [runId]);
    return rows.length;
  });

test('an API warns when it starts that a Shopify secret without shops is valid for every shop', () => {
  const said = testStack.outstep.apis[0]?.output.filter((line) => line.includes('OUTSTEP_SHOPIFY_SECRETS'));
  expect(said).toHaveLength(1);
  expect(JSON.parse(said?.[0] as string)).toMatchObject({
    level: 40,
    msg: 'OUTSTEP_SHOPIFY_SECRETS: the secret is valid for every shop; name its shops, as outstep doctor shows',
  });
  expect(said?.[0]).not.toContain(SECRET);
});

describe('a run of send-email in Flow', () => {
  test('200, and every named recipient gets the email in the requested language', async () => {
    const [anna, ben, copy, hidden] = [someone(), someone(), someone(), someone()];
    const properties = {
      to: `${anna}, ${ben}`,
      cc: copy,
      bcc: hidden,
      reply_to: 'help@shop.example',
      locale: 'de-AT',
      workflow: 'Orders',
    };
    const answer = await pollRun('send-email', mailRun('mail-1', properties));
    expect(answer).toEqual(succeeded);
    for (const address of [anna, ben, copy, hidden]) {
      const mail = await deliveredTo(address);
      expect(mail.subject).toBe('Bestellung 1001');
      expect(mail.text).toContain('Danke, Zoë');
      expect(addressesOf(mail.to)).toEqual([anna, ben]);
      expect(addressesOf(mail.cc)).toEqual([copy]);
      expect(addressesOf(mail.replyTo)).toEqual(['help@shop.example']);
      expect(mail.bcc).toBeUndefined();
      expect(await countTo(address)).toBe(1);
    }
    const entry = await testStack.entry(answer.body.return_value.executionId);
    expect(entry).toMatchObject({
      status: 'SUCCESS',
      runId: 'mail-1',
      trigger: 'workflow',
      actionConfigId: layout,
      locale: 'de',
    });
  });

  test('one action_run_id is one execution and one email, in sequence and concurrently', async () => {
    const anna = someone();
    const run = mailRun('mail-again', { to: anna });
    const answers = await Promise.all(Array.from({ length: 5 }, () => pollRun('send-email', run)));
    answers.push(await pollRun('send-email', run), await pollRun('send-email', run));
    for (const answer of answers) expect(answer).toEqual(succeeded);
    expect(new Set(answers.map(({ body }) => body.return_value.executionId)).size).toBe(1);
    // Other content in a repeated call no longer matters.
    const other = someone();
    expect(await pollRun('send-email', mailRun('mail-again', { to: other }))).toEqual(answers[0]);
    expect(await countTo(anna)).toBe(1);
    expect(await countTo(other)).toBe(0);
  });

  test('200 with FAILED if the server rejects the email or the layout or sender is missing: Flow must not repeat it (contract: Workflow platforms 6)', async () => {
    const anna = someone();
    testStack.smtp.behaves.message = '554 5.7.1 no';
    for (const [runId, properties] of [
      ['mail-refused', { sender_id: testStack.senderId }],
      ['mail-no-layout', { layout_id: randomUUID() }],
      ['mail-no-sender', { sender_id: randomUUID() }],
    ] as const) {
      const answer = await pollRun('send-email', mailRun(runId, { to: anna, ...properties }));
      expect(answer, runId).toMatchObject({ status: 200, body: { return_value: { status: 'FAILED' } } });
    }
    expect(await countTo(anna)).toBe(0);
  });

  test('is determined by its signed handle, not by the path', async () => {
    const [anna, ben] = [someone(), someone()];
    expect(await pollRun('http-request', mailRun('mail-as-call', { to: anna }))).toEqual(succeeded);
    expect(await countTo(anna)).toBe(1);
    const request = await testStack.newRequest();
    const call = flowRun('http-request', 'call-as-mail', {
      ...mailRun('', { to: ben }).properties,
      request_id: request,
      variables: '{"order":"forged"}',
    });
    expect(await pollRun('send-email', call)).toEqual(succeeded);
    expect(testStack.target.received.map(({ url }) => url)).toEqual(['/orders/forged']);
    expect(await countTo(ben)).toBe(0);
  });

  test('401 with another secret, without a signature and with that of another body; no step is accepted or sent', async () => {
    const [anna, evil] = [someone(), someone()];
    const own = JSON.stringify(mailRun('mail-forged', { to: anna }));
    const forged = mailRun('mail-forged', { to: evil });
    for (const sign of [
      (body: string) => shopifySignature('shpss_other', body),
      () => '',
      () => shopifySignature(SECRET, own),
    ])
      expect((await post('send-email', forged, sign)).status).toBe(401);
    expect(await known('mail-forged')).toBe(0);
    expect(await countTo(evil)).toBe(0);
    expect(await pollRun('send-email', JSON.parse(own))).toEqual(succeeded);
    expect(await countTo(anna)).toBe(1);
  });

  test('202 while the mail server is slow, and the outcome to the next call of the same run', async () => {
    expect(await slow.first).toEqual({ status: 202, body: {} });
    expect(await pollRun('send-email', slow.run)).toEqual(succeeded);
    expect(slow.server.messages).toHaveLength(1);
  });
});

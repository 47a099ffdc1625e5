import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../harness/postgres.ts';
import { SHOPIFY_SECRET } from '../harness/shared.ts';
import { flowRun, shopifySignature } from '../harness/shopify.ts';
import { callStep, type StepAnswer } from '../harness/signed-step.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { type MailStack, sharedMailStack } from '../sending/mail-stack.ts';

let testStack: MailStack;
let layout: string;
beforeAll(async () => {
  testStack = await sharedMailStack();
  layout = await testStack.layout({
    ...{ bodyType: 'text', subject: 'Order {{ variables.order.id }}' },
    body: '<p>Thank you, {{ variables.name }}</p>',
  });
});
afterAll(() => testStack?.close());

const someone = () => `anna-${randomUUID().slice(0, 8)}@customer.example`;
const said = ({ status, headers }: Pick<StepAnswer, 'status' | 'headers'>) => ({
  status,
  replayed: headers.get('idempotency-replayed'),
  ignored: headers.get('x-ignored-fields'),
});
const given = () => ({ to: [someone()], variables: { name: 'Zoë', order: { id: 1001, note: 'x' } } });

describe('a run ID that was received before', () => {
  test('is named, without fields while the input is the same JSON value (contract: Workflow platforms 10)', async () => {
    const [run, fields] = [randomUUID(), given()];
    const first = await testStack.post(layout, run, fields);
    expect(said(first)).toEqual({ status: 200, replayed: null, ignored: null });
    const { name, order } = fields.variables;
    const again = {
      ...fields,
      variables: { order: { note: order.note, id: order.id }, name },
      cc: [],
      locale: null,
    };
    const second = await testStack.post(layout, run, again);
    expect(said(second)).toEqual({ status: 200, replayed: 'true', ignored: null });
    expect(second.body).toEqual(first.body);
  });

  test('is named with the members that differ, and with unknown ones (contract: Workflow platforms 10)', async () => {
    const [run, fields] = [randomUUID(), given()];
    const first = await testStack.post(layout, run, { ...fields, bcc: [someone()], workflow: 'Order paid' });
    const other = { ...fields, to: [someone()], color: 'red', variables: { name: 'Zoe' }, locale: 'de' };
    const second = await testStack.post(randomUUID(), run, other);
    expect(said(second)).toMatchObject({ replayed: 'true' });
    expect(second.headers.get('x-ignored-fields')?.split(', ').toSorted()).toEqual([
      'bcc',
      'color',
      'layoutId',
      'locale',
      'to',
      'variables',
      'workflow',
    ]);
    expect(second.body).toEqual(first.body);
    expect(testStack.takenFor(String(other.to[0]))).toEqual([]);
  });

  test('is named for requests and failed steps too, and without fields once the input is erased', async () => {
    const request = await testStack.newRequest();
    const run = randomUUID();
    const first = await testStack.step(request, run);
    expect(said(first)).toEqual({ status: 200, replayed: null, ignored: null });
    expect(said(await testStack.step(request, run))).toEqual({
      status: 200,
      replayed: 'true',
      ignored: null,
    });
    const changed = () => testStack.step(randomUUID(), run, { variables: { order: 7 } });
    expect(said(await changed())).toEqual({ status: 200, replayed: 'true', ignored: 'requestId, variables' });
    const failed = randomUUID();
    await testStack.post(randomUUID(), failed, given());
    expect(said(await testStack.post(layout, failed, given()))).toMatchObject({ ignored: 'layoutId, to' });
    // Two unknown layouts count as equal, because the run has neither.
    expect(said(await testStack.post(randomUUID(), failed, given()))).toMatchObject({ ignored: 'to' });
    await withClient(String(testStack.outstep.env['DATABASE_URL']), (client) =>
      client.query('delete from step_inputs where execution_id = $1', [first.body.executionId]),
    );
    expect(said(await changed())).toEqual({ status: 200, replayed: 'true', ignored: 'requestId' });
  });

  test('of Shopify Flow is named with the properties that differ', async () => {
    const shop = `${randomUUID().slice(0, 8)}.myshopify.com`;
    await testStack.operate('connect_shopify_shop', { shop });
    const run = randomUUID();
    const post = async (properties: Record<string, unknown>) => {
      const body = JSON.stringify({ ...flowRun('send-email', run, properties), shopify_domain: shop });
      return fetch(`${testStack.outstep.origin}/platforms/shopify-flow/send-email`, {
        method: 'POST',
        headers: { 'x-shopify-hmac-sha256': shopifySignature(SHOPIFY_SECRET, body) },
        body,
      });
    };
    const properties = { layout_id: layout, to: someone(), variables: '{"name":"Zoë"}' };
    expect(said(await post(properties))).toEqual({ status: 200, replayed: null, ignored: null });
    expect(said(await post(properties))).toEqual({ status: 200, replayed: 'true', ignored: null });
    expect(said(await post({ ...properties, to: someone(), reply_to: someone() }))).toMatchObject({
      replayed: 'true',
      ignored: 'properties.to, properties.reply_to',
    });
  });
});

describe('a step returns warnings', () => {
  test('about empty variables and a language that the layout lacks (contract: Workflow platforms 11)', async () => {
    await testStack.translation(layout, 'pt-br', {
      subject: 'Pedido {{ variables.order.id }}',
      body: 'Obrigado',
    });
    const run = randomUUID();
    const fields = { to: [someone()], locale: 'it', variables: { order: {} } };
    const { body } = await testStack.post(layout, run, fields);
    expect(body).toEqual({
      executionId: expect.any(String),
      status: 'SUCCESS',
      warnings: [
        'the layout has no "it" translation; the email is in "en"',
        'variables.order.id was empty (used in subject)',
        'variables.name was empty (used in body)',
      ],
    });
    expect((await testStack.post(layout, run, fields)).body).toEqual(body);
    const regional = { ...fields, locale: 'pt-PT', variables: { order: { id: 7 }, name: 'Zoë' } };
    expect((await testStack.post(layout, randomUUID(), regional)).body).not.toHaveProperty('warnings');
  });

  test('about a language that was left out because it is incomplete (contract: Workflow platforms 11; Translations 11)', async () => {
    const complete = {
      bodyType: 'text',
      subject: 'Hello',
      body: '<p>Hello</p>',
      completeLanguagesOnly: true,
    };
    const translated = await testStack.layout(complete);
    await testStack.translation(translated, 'de', { subject: 'Hallo' });
    const fields = { to: [someone()], locale: 'de-AT' };
    expect((await testStack.post(translated, randomUUID(), fields)).body.warnings).toEqual([
      'de has untranslated texts, and the layout sends only complete languages; the email is in en',
    ]);
    await testStack.translation(translated, 'de', { subject: 'Hallo', body: '<p>Hallo</p>' });
    expect((await testStack.post(translated, randomUUID(), fields)).body).not.toHaveProperty('warnings');
  });

  test('about an empty variable of a request (contract: Workflow platforms 11)', async () => {
    const request = await testStack.newRequest({ headers: { 'X-Customer': '{{ variables.customer }}' } });
    expect((await testStack.step(request, randomUUID())).body.warnings).toEqual([
      'variables.customer was empty (used in headers.X-Customer)',
    ]);
  });

  test('as far as they are known while it has not ended: none before it is planned, all of them after', async () => {
    const slow = await startSmtpServer();
    slow.behaves.message = 10_000;
    const fields = {
      ...{ to: [someone()], senderId: await testStack.newSender(slow.port), variables: { name: 'Zoë' } },
      ...{ runId: randomUUID(), stepId: 'step-1', layoutId: layout },
    };
    const { outstep, storeId, secret } = testStack;
    const { status, body } = await callStep(outstep.origin, storeId, secret, 'send-email', fields);
    await slow.close();
    expect(status).toBe(202);
    expect(body).toMatchObject({
      status: 'PENDING',
      warnings: ['variables.order.id was empty (used in subject)'],
    });
  });
});

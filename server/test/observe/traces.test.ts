import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../harness/otlp-receiver.ts';
import { callStep } from '../harness/signed-step.ts';
import { eventually } from '../harness/test-stack.ts';
import { type MailStack, QUICK_RETRIES, startMailStack } from '../sending/mail-stack.ts';

const NAME = 'Ermintrude Abernathy-Quux';
const ADDRESS = 'ermintrude@customers.example';
const SECRET = 'wh-canary-4711-secret-value';
const TOKEN = 'collector-token-0815';
const SUBJECT = 'Your order of purple socks';

let collector: OtlpReceiver;
let testStack: MailStack;
beforeAll(async () => {
  collector = await startOtlpReceiver();
  testStack = await startMailStack({
    ...QUICK_RETRIES,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${TOKEN}`,
  });
  await testStack.operate('set_secret', { name: 'WAREHOUSE', value: SECRET });
}, 120_000);
afterAll(async () => {
  await testStack?.close();
  await collector?.close();
});

const newParent = (flags = '01') => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
};

const call = (action: string, fields: object, headers: Record<string, string> = {}) =>
  callStep(
    testStack.outstep.origin,
    testStack.storeId,
    testStack.secret,
    action,
    { stepId: 'step-1', ...fields },
    headers,
  );

/** Waits for all of them: they come late, from two processes. */
const spansOf = (traceId: string, count: number) =>
  eventually(
    async () => collector.spans.filter((span) => span.traceId === traceId),
    (spans) => spans.length >= count,
  );

/** Each span as the names of its ancestors and itself. */
function pathsIn(spans: readonly ReceivedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const pathOf = (span: ReceivedSpan): string => {
    const above = byId.get(span.parentSpanId ?? '');
    return above ? `${pathOf(above)} > ${span.name}` : span.name;
  };
  return spans.map(pathOf).sort();
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

test('a step is one trace, from the signed call of its platform through the queue to the record', async () => {
  const request = await testStack.newRequest({
    headers: { authorization: 'Bearer {{ secrets.WAREHOUSE }}' },
    body: '{"name":"{{ variables.name }}"}',
  });
  let answers = 0;
  testStack.target.answer = (response) => response.writeHead(answers++ === 0 ? 503 : 200).end(NAME);
  const { traceId, spanId, traceparent } = newParent();
  const { body } = await call(
    'http-request',
    { runId: 'traced', requestId: request, variables: { order: 'traced', name: NAME } },
    { traceparent },
  );
  expect(body.status).toBe('SUCCESS');
  const spans = await spansOf(traceId, 14);
  const step = 'step http-request';
  // Two attempts; the target rejected the first one.
  const attempt = ['claim', 'prepare', 'record', 'send'].map((phase) => `${step} > work > ${phase}`);
  expect(pathsIn(spans)).toEqual(
    [step, `${step} > accept`, ...Array(2).fill([`${step} > queue`, `${step} > work`, ...attempt])]
      .flat(2)
      .sort(),
  );
  const [signed] = named(spans, step);
  expect(signed).toMatchObject({ parentSpanId: spanId, kind: 2 });
  const ids = { 'outstep.store.id': testStack.storeId, 'outstep.execution.id': body.executionId };
  expect(signed?.attributes).toMatchObject({ ...ids, 'outstep.kind': 'http', 'outstep.repeated': false });
  const works = named(spans, 'work').map(({ attributes }) => attributes);
  expect(works).toContainEqual(
    expect.objectContaining({ ...ids, 'outstep.attempt': 1, 'outstep.outcome': 'retry' }),
  );
  expect(works).toContainEqual(
    expect.objectContaining({ ...ids, 'outstep.attempt': 2, 'outstep.outcome': 'sent' }),
  );
  for (const { kind } of named(spans, 'send')) expect(kind).toBe(3);
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  // The target is a third party and does not receive the trace.
  for (const { headers } of testStack.target.received) expect(headers).not.toHaveProperty('traceparent');

  const lines = async () =>
    [...testStack.worker.output, ...(testStack.outstep.apis[0]?.output ?? [])].filter((line) =>
      line.includes(traceId),
    );
  expect(
    (await eventually(lines, (found) => found.length >= 3)).map((line) => JSON.parse(line).executionId),
  ).toEqual(Array(3).fill(body.executionId));
});

test('an email has a span for each message and its mail server', async () => {
  const layout = await testStack.layout({
    bodyType: 'text',
    subject: SUBJECT,
    body: '<p>Dear {{ variables.name }}</p>',
  });
  const { traceId, traceparent } = newParent();
  await call(
    'send-email',
    { runId: 'mail', layoutId: layout, variables: { name: NAME }, to: [ADDRESS, 'second@customers.example'] },
    { traceparent },
  );
  const pathsNow = async () => pathsIn(collector.spans.filter((span) => span.traceId === traceId));
  const count = (paths: string[], path: string) => paths.filter((each) => each === path).length;
  const message = 'step send-email > work > message';
  // A span is exported after its children.
  const paths = await eventually(
    pathsNow,
    (found) => count(found, message) === 2 && found.every((path) => /^step/.test(path)),
  );
  expect(count(paths, 'step send-email > work > prepare')).toBe(1);
  expect(count(paths, `${message} > send`)).toBe(2);
  expect(count(paths, `${message} > record`)).toBe(2);
  const messages = collector.spans.filter((span) => span.traceId === traceId && span.name === 'message');
  expect(messages.map(({ attributes }) => attributes['outstep.position']).sort()).toEqual([1, 2]);
  for (const { attributes } of messages) expect(attributes['outstep.outcome']).toBe('sent');
});

test('starts our own trace if the platform sends none, and records none that is not sampled', async () => {
  testStack.target.answer = (response) => response.end();
  const request = await testStack.newRequest();
  const own = await call('http-request', { runId: 'own', requestId: request, variables: { order: 'own' } });
  const [root] = await eventually(
    async () =>
      collector.spans.filter((span) => span.attributes['outstep.execution.id'] === own.body.executionId),
    (spans) => spans.some(({ name }) => name === 'step http-request'),
  );
  const quiet = newParent('00');
  const { traceparent } = quiet;
  await call(
    'http-request',
    { runId: 'quiet', requestId: request, variables: { order: 'quiet' } },
    { traceparent },
  );
  // Sent later than the quiet trace, which would have arrived by now.
  await spansOf(root?.traceId ?? '', 8);
  expect(collector.spans.filter(({ traceId }) => traceId === quiet.traceId)).toEqual([]);
});

test('an unsigned call starts no trace', async () => {
  const { traceId, traceparent } = newParent();
  const forged = { 'webhook-signature': `v1,${randomBytes(32).toString('base64')}`, traceparent };
  expect((await call('http-request', { runId: 'forged' }, forged)).status).toBe(401);
  const after = newParent();
  const request = await testStack.newRequest();
  await call(
    'http-request',
    { runId: 'after', requestId: request, variables: { order: 'after' } },
    { traceparent: after.traceparent },
  );
  await spansOf(after.traceId, 8);
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

test('a failing collector delays nothing and is logged', async () => {
  collector.status = 400;
  const request = await testStack.newRequest();
  const { body } = await call('http-request', {
    runId: 'refused',
    requestId: request,
    variables: { order: 'x' },
  });
  expect(body.status).toBe('SUCCESS');
  await eventually(
    async () => testStack.worker.output.filter((line) => line.includes('traces were not taken')),
    (lines) => lines.length > 0,
  );
});

test('exports no customer data, content or secrets', () => {
  const text = collector.received.join('\n');
  expect(text).toContain(TOKEN);
  expect(text).toContain('POST /v1/traces');
  const written = [...testStack.worker.output, ...(testStack.outstep.apis[0]?.output ?? [])].join('\n');
  expect(written).not.toContain(TOKEN);
  const canaries = [
    NAME,
    'Ermintrude',
    'customers.example',
    SECRET,
    testStack.secret,
    SUBJECT,
    'socks',
    '/orders/',
  ];
  for (const canary of [...canaries, testStack.target.origin, String(testStack.smtp.port)])
    for (const form of [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')])
      expect(text).not.toContain(form);
});

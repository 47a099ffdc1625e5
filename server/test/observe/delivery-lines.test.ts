import { afterAll, beforeAll, expect, test } from 'vitest';
import { callStep } from '../harness/signed-step.ts';
import { eventually } from '../harness/test-stack.ts';
import { type MailStack, sharedMailStack } from '../sending/mail-stack.ts';

const NAME = 'Ermintrude Abernathy-Quux';
const ADDRESS = 'ermintrude@customers.example';
const SECRET = 'wh-canary-4711-secret-value';

let testStack: MailStack;
beforeAll(async () => {
  testStack = await sharedMailStack();
  await testStack.operate('set_secret', { name: 'WAREHOUSE', value: SECRET });
}, 120_000);
afterAll(() => testStack?.close());

type Line = Record<string, unknown>;

const linesOf = (output: readonly string[] = [], executionId: string): Line[] =>
  output.filter((line) => line.includes(executionId)).map((line) => JSON.parse(line));

/** Lines are written in batches, every half second. */
const delivered = (executionId: string, count: number) =>
  eventually(
    async () => linesOf(testStack.worker.output, executionId),
    (lines) => lines.length >= count,
  );

const ids = (executionId: string) => ({ storeId: testStack.storeId, executionId, msg: 'delivery' });

test("logs one line for each attempt and one for the platform's call", async () => {
  const request = await testStack.newRequest({
    headers: { authorization: 'Bearer {{ secrets.WAREHOUSE }}' },
    body: '{"name":"{{ variables.name }}"}',
  });
  let answers = 0;
  testStack.target.answer = (response) => response.writeHead(answers++ === 0 ? 503 : 200).end(NAME);
  const { body } = await testStack.step(request, 'lines', { variables: { order: 'lines', name: NAME } });
  const lines = await delivered(body.executionId, 2);
  const call = { ...ids(body.executionId), kind: 'http', position: 0, ms: expect.any(Number) };
  expect(lines).toMatchObject([
    { ...call, attempt: 1, outcome: 'retry' },
    { ...call, attempt: 2, outcome: 'sent' },
  ]);
  const taken = await eventually(
    async () => linesOf(testStack.outstep.apis[0]?.output, body.executionId),
    (found) => found.length > 0,
  );
  expect(taken).toMatchObject([
    { route: '/platforms/generic/:storeId/http-request', status: 200, storeId: testStack.storeId },
  ]);
});

test('without tracing, lines have only the trace ID of the platform', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  testStack.target.answer = (response) => response.end();
  const requestId = await testStack.newRequest();
  const step = async (runId: string, traceparent: string) => {
    const fields = { runId, stepId: 'step-1', requestId, variables: { order: runId } };
    const { origin } = testStack.outstep;
    const { body } = await callStep(origin, testStack.storeId, testStack.secret, 'http-request', fields, {
      traceparent,
    });
    const taken = await eventually(
      async () => linesOf(testStack.outstep.apis[0]?.output, body.executionId),
      (found) => found.length > 0,
    );
    return [...taken, ...(await delivered(body.executionId, 1))].map((line) => line['traceId']);
  };
  expect(await step('traced', `00-${traceId}-00f067aa0ba902b7-01`)).toEqual([traceId, traceId]);
  expect(await step('untraced', `00-${ADDRESS}`)).toEqual([undefined, undefined]);
});

test('logs one line for planning an email, one for each message, and one for a test of a request', async () => {
  const layout = await testStack.layout({ bodyType: 'text', body: '<p>Dear {{ variables.name }}</p>' });
  testStack.smtp.behaves.rcpt = (recipient) => (recipient === ADDRESS ? '550 no such person' : null);
  const answer = await callStep(testStack.outstep.origin, testStack.storeId, testStack.secret, 'send-email', {
    ...{ runId: 'mail', stepId: 'step-1', layoutId: layout, variables: { name: NAME } },
    to: [ADDRESS, 'second@customers.example'],
  });
  const { executionId } = answer.body;
  const mail = { ...ids(executionId), kind: 'mail', attempt: 1, ms: expect.any(Number) };
  const lines = await delivered(executionId, 3);
  expect(lines.toSorted((a, b) => Number(a['position']) - Number(b['position']))).toMatchObject([
    { ...mail, position: 0, outcome: 'planned' },
    { ...mail, position: 1, outcome: 'failed' },
    { ...mail, position: 2, outcome: 'sent' },
  ]);

  const key = await testStack.outstep.newKey(testStack.storeId, 'execute');
  const request = await testStack.newRequest({ url: `${testStack.target.origin}/tested` });
  const tested = await testStack.outstep.call(key, 'POST', `/api/v1/http-requests/${request}/test`, {});
  const found = await eventually(
    async () => linesOf(testStack.outstep.apis[0]?.output, tested.body.executionId),
    (those) => those.length >= 2,
  );
  expect(found).toContainEqual(
    expect.objectContaining({ ...ids(tested.body.executionId), kind: 'http', outcome: 'sent' }),
  );
});

test('no line contains customer data or secrets', async () => {
  const written = [...testStack.worker.output, ...(testStack.outstep.apis[0]?.output ?? [])].join('\n');
  for (const canary of [NAME, 'Ermintrude', 'customers.example', SECRET, testStack.secret, '/tested'])
    expect(written).not.toContain(canary);
});

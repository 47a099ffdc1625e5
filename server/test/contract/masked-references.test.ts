import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestStack } from '../harness/shared.ts';
import { callStep } from '../harness/signed-step.ts';
import { eventually, type TestStack } from '../harness/test-stack.ts';

let testStack: TestStack;
beforeAll(async () => {
  testStack = await sharedTestStack();
});
afterAll(() => testStack?.close());

/** A hex key, a number, and a text with non-ASCII letters: values that a run may be named after. */
const secrets = {
  HEX: '9f8b3c1d7e6a5042',
  DIGITS: '40917736251',
  TEXT: 'Schlüssel-4711-größer',
};
const PHONE = '+49 30 9018 2044';

const stepsOf = (requestId: string) =>
  testStack.outstep.call(testStack.key, 'GET', `/api/v1/http-requests/${requestId}/reach`);

/** Everything that shows the name of a step. */
async function readShownNames(executionId: string, requestId: string): Promise<string> {
  const read = (path: string) => testStack.outstep.call(testStack.key, 'GET', `/api/v1/history${path}`);
  await eventually(
    async () => (await read(`/${executionId}`)).body.status,
    (status) => status !== 'PENDING',
  );
  return JSON.stringify([
    ...[(await read(`/${executionId}`)).body, (await read('?limit=5')).body],
    (await stepsOf(requestId)).body,
  ]);
}

test.each(Object.entries(secrets))(
  'a secret (%s) in run, step and workflow is hidden from the first moment on, and the run keeps its id (contract: History and stats 14)',
  async (name, value) => {
    await testStack.outstep.operator(testStack.storeId, 'set_secret', { name, value });
    const requestId = await testStack.newRequest({ headers: { 'X-Key': `{{ secrets.${name} }}` } });
    testStack.target.answer = (response) => setTimeout(() => response.end('ok'), 500);
    const call = () => testStack.step(requestId, value, { stepId: `step ${value}`, workflow: `w ${value}` });
    const first = call();
    const running = await eventually(
      async () => (await testStack.outstep.call(testStack.key, 'GET', '/api/v1/history?limit=1')).body.items,
      ([entry]) => entry?.actionConfigId === requestId,
    );
    expect(JSON.stringify(running)).not.toContain(value);
    const { executionId } = (await first).body;
    expect((await call()).body.executionId).toBe(executionId);
    const shown = await readShownNames(executionId, requestId);
    expect(shown).not.toContain(value);
    expect(JSON.parse(shown)[0]).toMatchObject({
      runId: `[secret:${name}]`,
      stepId: `step [secret:${name}]`,
      workflow: `w [secret:${name}]`,
    });
  },
);

test('a telephone number that names a run is hidden, and a random id is not (contract: History and stats 14)', async () => {
  const requestId = await testStack.newRequest();
  testStack.target.answer = (response) => response.end('ok');
  const variables = { order: 1, customer: { phone: PHONE } };
  const digits = PHONE.replace(/\D/g, '');
  const { executionId } = (await testStack.step(requestId, digits, { variables })).body;
  expect(await readShownNames(executionId, requestId)).not.toContain(digits);
  const random = randomUUID();
  const other = (await testStack.step(requestId, random, { variables })).body;
  expect(await readShownNames(other['executionId'], requestId)).toContain(random);
});

test("a step named after a secret doesn't reveal it (contract: History and stats 14)", async () => {
  await testStack.outstep.operator(testStack.storeId, 'set_secret', { name: 'TEXT', value: secrets.TEXT });
  const requestId = await testStack.newRequest();
  const { body } = await callStep(testStack.outstep.origin, testStack.storeId, testStack.secret, 'validate', {
    stepId: 'saved',
    workflow: `for ${secrets.TEXT}`,
    requestId,
  });
  expect(body).toMatchObject({ valid: true });
  expect((await stepsOf(requestId)).body).toMatchObject({
    steps: [{ stepId: 'saved', workflow: 'for [secret:TEXT]' }],
  });
});

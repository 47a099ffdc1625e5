import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailStack, sharedMailStack } from '../sending/mail-stack.ts';

let testStack: MailStack;
beforeAll(async () => {
  testStack = await sharedMailStack();
});
afterAll(() => testStack?.close());

const to = ['anna@customer.example'];
const stats = async (query = '') =>
  (await testStack.outstep.call(testStack.key, 'GET', `/api/v1/stats${query}`)).body.topFailures;

test('stats name missing layouts and requests that steps referred to, masked (contract: History and stats 19)', async () => {
  const [layoutId, requestId] = [randomUUID(), 'warehouse\u202e-call'];
  await testStack.post('anna@customer.example', randomUUID(), { to });
  const { body } = await testStack.post(layoutId, randomUUID(), { to });
  await testStack.step(requestId, randomUUID());
  const ofLayout = {
    actionType: 'EMAIL',
    actionConfigId: null,
    actionConfigName: `unknown layout "${layoutId}"`,
    failed: 2,
    lastError: 'the layout of this step does not exist; choose another one in the workflow',
    lastFailedAt: expect.any(String),
  };
  expect(await stats()).toEqual([
    ofLayout,
    {
      ...ofLayout,
      actionType: 'HTTP_REQUEST',
      actionConfigName: 'unknown HTTP request "warehouse-call"',
      failed: 1,
      lastError: expect.stringContaining('request of this step'),
    },
  ]);
  expect(await stats('?withoutTests=true')).toHaveLength(2);
  expect(await testStack.entry(body.executionId)).toMatchObject({
    actionConfigName: `unknown layout "${layoutId}"`,
  });
  const { items } = (await testStack.outstep.call(testStack.key, 'GET', '/api/v1/history')).body;
  expect(JSON.stringify(items)).not.toContain('anna@');
  expect(items.at(-1).actionConfigName).toMatch(/^unknown layout "an\*+@customer\.example"$/);
});

test('a secret in such an ID is hidden (contract: History and stats 14)', async () => {
  const value = 'whsk-4711-0815-secret';
  await testStack.outstep.operator(testStack.storeId, 'set_secret', { name: 'ODD', value });
  await testStack.post(value, randomUUID(), { to });
  const [first] = await stats();
  expect(first).toMatchObject({ actionConfigName: 'unknown layout "[secret:ODD]"', failed: 3 });
});

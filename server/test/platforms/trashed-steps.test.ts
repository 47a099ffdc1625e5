import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreFromTrash } from '../../src/features/trash/trash.op.ts';
import { type Contexts, createContexts } from '../../src/processes/contexts.ts';
import { type MailStack, sharedMailStack } from '../sending/mail-stack.ts';

let testStack: MailStack;
let contexts: Contexts;
beforeAll(async () => {
  testStack = await sharedMailStack();
  contexts = createContexts(testStack.outstep.core);
});
afterAll(async () => {
  await contexts?.close();
  await testStack?.close();
});

const remove = (path: string) => testStack.outstep.call(testStack.key, 'DELETE', `/api/v1${path}`);

async function bringBack(id: string) {
  const person = { id: randomUUID(), name: 'Ada', email: 'ada@shop.example' };
  const visitor = { person, session: 's', client: {}, role: 'editor', storeId: testStack.storeId } as const;
  const ctx = contexts.asPerson(visitor as never, null);
  return restoreFromTrash.run(ctx, { id }, (await restoreFromTrash.find?.(ctx, { id })) as never);
}

test('a step that sends a deleted layout fails, and works again once the layout is restored under its id (contract: Trash 1; Trash 2)', async () => {
  const id = await testStack.layout({
    bodyType: 'text',
    subject: 'Hi {{ variables.name }}',
    body: '<p>Hi</p>',
  });
  await testStack.translation(id, 'de', { subject: 'Hallo {{ variables.name }}' });
  const send = (to: string) =>
    testStack.send(id, randomUUID(), { to: [to], locale: 'de', variables: { name: 'Jo' } });
  const [before, meanwhile, after] = ['a', 'b', 'c'].map(
    (name) => `${name}-${randomUUID()}@customer.example`,
  );
  expect(await send(String(before))).toMatchObject({ status: 'SUCCESS', actionConfigVersion: 2 });
  expect((await remove(`/email-templates/${id}`)).body.warning).toContain('1 workflow step');
  expect(await send(String(meanwhile))).toMatchObject({ status: 'FAILED', actionConfigName: 'Mail' });
  await bringBack(id);
  expect(await send(String(after))).toMatchObject({ status: 'SUCCESS', actionConfigVersion: 3 });
  const mails = await testStack.mailsTo(String(before), String(meanwhile), String(after));
  expect(mails.map(({ subject }) => subject)).toEqual(['Hallo Jo', 'Hallo Jo']);
  const { body } = await testStack.outstep.call(testStack.key, 'GET', `/api/v1/email-templates/${id}`);
  expect(body.stepCount).toBe(1);
});

test('a step that calls a deleted request does the same, with its credentials (contract: Trash 1; Trash 2)', async () => {
  const id = await testStack.newRequest({ headers: { Authorization: 'Bearer warehouse-token-0815' } });
  const [before, meanwhile, after] = [randomUUID(), randomUUID(), randomUUID()];
  expect((await testStack.step(id, before)).body.status).toBe('SUCCESS');
  await remove(`/http-requests/${id}`);
  expect((await testStack.step(id, meanwhile)).body.status).toBe('FAILED');
  await bringBack(id);
  expect((await testStack.step(id, after)).body.status).toBe('SUCCESS');
  const calls = testStack.target.received.map(({ url, headers }) => [url, headers.authorization]);
  const credential = 'Bearer warehouse-token-0815';
  expect(calls).toEqual([before, after].map((run) => [`/orders/${run}`, credential]));
});

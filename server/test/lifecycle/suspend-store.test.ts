import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertMember } from '../../src/features/access/people/members.store.ts';
import { Browser } from '../app/browser.ts';
import type { TestKey } from '../harness/outstep.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedTestStack } from '../harness/shared.ts';
import { eventually, type TestStack } from '../harness/test-stack.ts';

const REASON = 'too many complaints about your newsletter';
const SENTENCE = `the operator has suspended this store: ${REASON}`;

let testStack: TestStack;
let requestId: string;
let owner: Browser;

beforeAll(async () => {
  testStack = await sharedTestStack();
  requestId = await testStack.newRequest();
  owner = new Browser(testStack.outstep);
  const email = `owner-${testStack.storeId}@example.com`;
  const { body } = await owner.signUp('Olga', { email });
  const db = testStack.outstep.core.database.forStore(testStack.storeId);
  await insertMember(db, testStack.storeId, body.user.id, 'owner');
});
afterAll(() => testStack?.close());

const command = (...args: string[]) =>
  runOutstep(testStack.outstep.env, ['store', ...args, '--store', testStack.storeId, '--json']);
const suspend = async () => {
  expect(await command('suspend', '--why', REASON)).toMatchObject({ code: 0, stderr: '' });
};
const app = (path: string) => `/app/api/stores/${testStack.storeId}${path}`;
const keyStatus = async (key: TestKey) => (await testStack.outstep.call(key, 'GET', '/api/v1/me')).status;

describe('a suspended store (contract: Suspended stores 1; Suspended stores 2; Suspended stores 3; Suspended stores 4)', () => {
  test('rejects keys and steps, sends nothing, shows its people why, and resumes where it stopped', async () => {
    const { outstep, target, key, storeId } = testStack;
    expect(await keyStatus(key)).toBe(200);
    // Suspended while its first attempt is under way: the second one is due, and waits.
    target.answer = async (response) => {
      await suspend();
      response.writeHead(503).end();
    };
    const waiting = await testStack.step(requestId, 'waits');
    expect(waiting).toMatchObject({ status: 202, body: { status: 'PENDING' } });
    await eventually(
      () => keyStatus(key),
      (status) => status === 403,
      2_000,
    );
    const refused = await outstep.call(key, 'GET', '/api/v1/email-templates');
    expect(refused).toMatchObject({ status: 403, body: { error: SENTENCE } });
    const tools = await outstep.call(key, 'POST', '/api/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
    });
    expect(tools).toMatchObject({ status: 403, body: { error: SENTENCE } });

    target.answer = (response) => response.end('ok');
    const calls = target.received.length;
    expect(calls).toBe(1);
    const step = await testStack.step(requestId, 'refused');
    expect(step).toMatchObject({ status: 503, body: { error: SENTENCE } });

    expect((await owner.send('GET', '/app/api/session')).body.stores).toContainEqual(
      expect.objectContaining({ id: storeId, suspendedWhy: REASON }),
    );
    expect((await owner.send('GET', app('/history'))).status).toBe(200);
    const write = await owner.send('POST', app('/http-requests'), { url: 'https://example.com' });
    expect(write).toMatchObject({ status: 403, body: { error: SENTENCE } });
    expect((await owner.send('POST', app(`/http-requests/${requestId}/test`), {})).status).toBe(403);
    expect((await owner.send('POST', app('/customers/export'), { email: 'a@example.com' })).status).toBe(200);
    expect(target.received.length).toBe(calls);

    const { stdout } = await runOutstep(outstep.env, ['store', 'list', '--state', 'suspended']);
    expect(stdout).toContain(`${storeId},Test store,suspended,${REASON}`);

    expect(await command('resume')).toMatchObject({ code: 0, stderr: '' });
    expect(await command('resume')).toMatchObject({
      code: 1,
      stderr: 'outstep: the store is not suspended\n',
    });
    await eventually(
      () => keyStatus(key),
      (status) => status === 200,
      2_000,
    );
    // Steps that were already accepted are not lost.
    await eventually(
      async () => (await testStack.entry(waiting.body.executionId))['status'],
      (status) => status === 'SUCCESS',
    );
    expect((await testStack.step(requestId, 'refused')).body.status).toBe('SUCCESS');
    const { body } = await owner.send('GET', app('/audit-log'));
    const done = body.items.map(({ operation }: { operation: string }) => operation);
    expect(done).toEqual(expect.arrayContaining(['suspend_store', 'resume_store']));
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestKey } from '../harness/outstep.ts';
import { sharedTestStack } from '../harness/shared.ts';
import { callStep } from '../harness/signed-step.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { eventually, type TestStack } from '../harness/test-stack.ts';

let stack: TestStack;
let evil: Target;
let key: TestKey;
const path = '/api/v1/http-requests';

beforeAll(async () => {
  [stack, evil] = await Promise.all([sharedTestStack(), startTarget()]);
});
afterAll(async () => {
  await evil.close();
  await stack.close();
});
beforeEach(async () => {
  key = await stack.outstep.newKey(stack.storeId, 'execute');
  evil.received = [];
  stack.target.received = [];
});

const api = (method: string, to: string, body?: unknown) =>
  stack.outstep.call(key, method, `${path}${to}`, body);
const tool = async (name: string, args: object) => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const json = { 'content-type': 'application/json' };
  return (await stack.outstep.call(key, 'POST', '/api/mcp', message, json)).body.result;
};
const hostOf = (target: Target) => new URL(target.origin).host;

/** Every kind of literal credential. */
const credentials = () => ({
  url: `${stack.target.origin}/orders`,
  headers: { 'X-Key': 'typed-horse-1', Authorization: 'Bearer typed-horse-2' },
  body: { password: 'typed-horse-3', list: [{ name: 'x', token: 'typed-horse-4' }] },
  testVariables: { token: 'typed-horse-5' },
});
const typed = async (fields = {}) => stack.newRequest({ ...credentials(), ...fields });

/** Runs the request from a workflow and with both kinds of test. */
async function runEverywhere(id: string) {
  const { body } = await stack.step(id, randomUUID());
  const entry = await eventually(
    () => stack.entry(body.executionId),
    ({ status }) => status !== 'PENDING',
  );
  const tests = [
    await api('POST', `/${id}/test`),
    await api('POST', `/${id}/test`, { variables: {} }),
    await api('POST', `/${id}/test`, { variables: { token: '********', x: 'a' } }),
  ];
  return { entry, tests, result: await tool('test_http_request', { id }) };
}
const sentTo = (target: Target) => JSON.stringify(target.received);

describe('a request that goes to another host (contract: HTTP requests 17)', () => {
  test('is saved with warnings; steps are FAILED, tests 400 without an entry, and nothing is sent', async () => {
    const id = await typed();
    const said = `set for ${hostOf(stack.target)}, so it is not sent; set it again, or confirm it in the app`;
    const named = ['headers.X-Key', 'headers.Authorization', 'body.password', 'body.list[0].token'].map(
      (field) => `${field}: ${said}`,
    );
    const saved = await api('PATCH', `/${id}`, { url: `${evil.origin}/` });
    expect(saved).toMatchObject({ status: 200, body: { warnings: [...named, `testVariables: ${said}`] } });
    expect((await api('GET', `/${id}`)).body.warnings).toEqual(saved.body.warnings);
    expect((await tool('get_http_request', { id })).structuredContent.warnings).toEqual(saved.body.warnings);
    const before = (await stack.outstep.call(key, 'GET', '/api/v1/history?limit=1')).body.total;
    const { entry, tests, result } = await runEverywhere(id);
    expect(entry).toMatchObject({ status: 'FAILED', error: named.join('; '), request: null });
    for (const answer of tests)
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(said) } });
    expect(tests[1]?.body.error).toBe(named.join('; '));
    expect(result).toMatchObject({ isError: true });
    expect((await stack.outstep.call(key, 'GET', '/api/v1/history?limit=1')).body.total).toBe(before + 1);
    expect([evil.received, stack.target.received]).toEqual([[], []]);
    const validated = await callStep(stack.outstep.origin, stack.storeId, stack.secret, 'validate', {
      stepId: 's',
      requestId: id,
    });
    expect(validated.body).toEqual({
      valid: false,
      problems: named.map((reason) => ({ field: 'requestId', reason })),
    });
  });

  test('runs again once every credential is sent again', async () => {
    const id = await typed();
    const url = `${evil.origin}/orders`;
    const { headers, body, testVariables } = credentials();
    const partly = await api('PATCH', `/${id}`, { url, headers, body });
    expect(partly.body.warnings).toEqual([expect.stringMatching(/^testVariables: set for /)]);
    expect((await api('POST', `/${id}/test`, { variables: {} })).status).toBe(200);
    expect((await api('POST', `/${id}/test`)).status).toBe(400);
    expect((await api('PATCH', `/${id}`, { testVariables })).body).not.toHaveProperty('warnings');
    expect((await api('POST', `/${id}/test`)).status).toBe(200);
    expect(evil.received).toHaveLength(2);
  });

  test('runs again once it is back at the old host', async () => {
    const id = await typed();
    await api('PATCH', `/${id}`, { url: `${evil.origin}/` });
    const back = await api('PATCH', `/${id}`, { url: `${stack.target.origin}/other` });
    expect(back.body).not.toHaveProperty('warnings');
    expect((await api('POST', `/${id}/test`)).status).toBe(200);
    expect(stack.target.received[0]?.headers['x-key']).toBe('typed-horse-1');
  });

  test('requires no action if no credential was entered, or only the path changed', async () => {
    const id = await stack.newRequest({ headers: { 'X-Shop': 'one', 'X-Key': '{{ secrets.NONE }}' } });
    expect((await api('PATCH', `/${id}`, { url: `${evil.origin}/` })).body).not.toHaveProperty('warnings');
    const other = await typed();
    const moved = await api('PATCH', `/${other}`, {
      url: `${stack.target.origin}/{{ variables.order }}?x=1`,
    });
    expect(moved.body).not.toHaveProperty('warnings');
  });
});

describe('a credential that another place identifies', () => {
  const KEY = 'typed-horse-8';
  const entries = async () => (await stack.outstep.call(key, 'GET', '/api/v1/history?limit=5')).text;

  test('is masked in answers, tests and history after that place is gone (contract: HTTP requests 6)', async () => {
    const id = await typed({
      url: `${stack.target.origin}/${KEY}`,
      headers: { 'X-Key': KEY },
      body: { a: KEY },
    });
    const emptied = await api('PATCH', `/${id}`, { headers: {} });
    expect(emptied).toMatchObject({ status: 200, body: { headers: {}, body: { a: '********' } } });
    expect(emptied.body).not.toHaveProperty('warnings');
    const { entry, tests, result } = await runEverywhere(id);
    expect(sentTo(stack.target)).toContain(KEY);
    expect(entry.status).toBe('SUCCESS');
    const answers = [emptied, entry, tests, result, await api('GET', `/${id}`), await entries()];
    expect(JSON.stringify([answers, await api('GET', `/${id}/versions`)])).not.toContain(KEY);
    expect(JSON.stringify(await api('GET', `/${id}/versions/2`))).not.toContain(KEY);
  });

  test('is held back although the same write removes that place (contract: HTTP requests 17)', async () => {
    const id = await typed({ headers: { 'X-Key': KEY }, body: { a: KEY }, testVariables: {} });
    const moved = await api('PATCH', `/${id}`, { headers: {}, url: `${evil.origin}/` });
    expect(moved.body.warnings).toEqual([expect.stringMatching(/^body\.a: set for /)]);
    await runEverywhere(id);
    expect(evil.received).toEqual([]);
    const again = await api('PATCH', `/${id}`, { body: { a: 'other' } });
    expect(again.body).not.toHaveProperty('warnings');
    expect((await api('POST', `/${id}/test`)).status).toBe(200);
  });

  test('is masked in the texts that a run shows (contract: History and stats 13)', async () => {
    const description = `password: ${KEY}`;
    const id = await typed({ description, headers: {}, body: `say ${KEY}`, testVariables: {} });
    const { entry, tests } = await runEverywhere(id);
    expect(entry).toMatchObject({ status: 'SUCCESS', request: { body: 'say ********' } });
    expect(JSON.stringify([entry, tests, await entries()])).not.toContain(KEY);
  });

  test('is held in a body of 10 KB, too', async () => {
    const id = await typed({ body: { password: KEY, text: 'word '.repeat(2_000) }, testVariables: {} });
    const moved = await api('PATCH', `/${id}`, { headers: {}, url: `${evil.origin}/` });
    expect(moved).toMatchObject({ status: 200 });
    expect(moved.body.warnings).toEqual([expect.stringMatching(/^body\.password: set for /)]);
  });
});

describe('a write with a key never sends a credential to another host', () => {
  const to = (at = '/') => `${evil.origin}${at}`;
  const masked = { 'X-Key': '********', Authorization: 'Bearer ********' };
  const ways: Record<string, (id: string) => Promise<unknown>> = {
    'PATCH of the url': (id) => api('PATCH', `/${id}`, { url: to() }),
    'PUT of the url': (id) => api('PUT', `/${id}`, { url: to() }),
    'the tool': (id) => tool('update_http_request', { id, url: to() }),
    'everything as read, with another url': async (id) =>
      api('PUT', `/${id}`, { ...(await api('GET', `/${id}`)).body, url: to() }),
    'masks sent back': (id) => api('PATCH', `/${id}`, { url: to(), headers: masked }),
    'a second write': async (id) => {
      await api('PATCH', `/${id}`, { url: to() });
      await api('PATCH', `/${id}`, { description: 'nothing to see', headers: masked });
      return api('PATCH', `/${id}`, { url: to('/2'), testVariables: { token: '********' } });
    },
    'a detour over a third host': async (id) => {
      await api('PATCH', `/${id}`, { url: 'https://third.example/' });
      return api('PATCH', `/${id}`, { url: to() });
    },
    'a host in Liquid': (id) =>
      api('PATCH', `/${id}`, { url: `http://{{ "${hostOf(evil)}" | raw }}/`, testVariables: {} }),
    'a host in a Liquid tag': (id) =>
      api('PATCH', `/${id}`, {
        url: `http://{% if true %}${hostOf(evil)}/{% else %}${hostOf(stack.target)}/{% endif %}`,
      }),
    'a login that holds the host': (id) =>
      api('PATCH', `/${id}`, { url: `http://{{ "${hostOf(evil)}/" | raw }}@${hostOf(stack.target)}/` }),
    'a commented host': (id) =>
      api('PATCH', `/${id}`, {
        url: `http://{% comment %}${hostOf(stack.target)}/{% endcomment %}${hostOf(evil)}/`,
      }),
    'slashes before the host': (id) =>
      api('PATCH', `/${id}`, { url: `http:////${hostOf(evil)}/${hostOf(stack.target)}` }),
    'test variables written into the url': (id) =>
      api('PATCH', `/${id}`, { url: to('/{{ variables.token }}'), headers: {}, body: null }),
    'other text around the masks': (id) =>
      api('PATCH', `/${id}`, {
        url: to(),
        headers: {},
        body: { password: '********', list: [{ name: 'x', token: '********', more: 1 }] },
      }),
    'a copy': async (id) => {
      const { id: _id, ...copy } = (await api('GET', `/${id}`)).body;
      const made = await api('POST', '', { ...copy, url: to() });
      expect(made.status).toBe(400);
      return api('PATCH', `/${id}`, { url: to() });
    },
  };

  test.each(Object.keys(ways))('by %s', async (name) => {
    const id = await typed();
    await ways[name]?.(id);
    await runEverywhere(id);
    expect(sentTo(evil)).not.toMatch(/typed-horse/);
  });

  test.each([
    [
      'a login',
      () => `http://me:typed-horse-6@${hostOf(stack.target)}/`,
      () => `http://me:********@${hostOf(evil)}/`,
    ],
    [
      'a query parameter',
      () => `${stack.target.origin}/?api_key=typed-horse-7`,
      () => `${evil.origin}/?api_key=********`,
    ],
  ])('400 for the mask of %s in the URL (contract: HTTP requests 6)', async (_what, url, other) => {
    const id = await typed({ url: url(), headers: {}, body: null });
    expect((await api('PATCH', `/${id}`, { url: other() })).status).toBe(400);
    await runEverywhere(id);
    expect(evil.received).toEqual([]);
  });
});

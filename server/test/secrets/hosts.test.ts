import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../app/browser.ts';
import type { TestKey } from '../harness/outstep.ts';
import { sharedTestStack } from '../harness/shared.ts';
import { callStep } from '../harness/signed-step.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { type CaptureStack, captureStack } from '../sending/capture-stack.ts';

let world: CaptureStack;
let owner: Browser;
let viewer: Browser;
let key: TestKey;
let other: Target;
/** The host of `other`, to which the secret must not be sent. */
let elsewhere: string;
const CANARY = 'canary-of-the-warehouse/7&x';

beforeAll(async () => {
  world = await captureStack(await sharedTestStack());
  owner = await world.person('owner');
  viewer = await world.person('viewer');
  key = await world.outstep.newKey(world.storeId, 'execute');
  other = await startTarget();
  elsewhere = new URL(other.origin).host;
});
beforeEach(async () => {
  other.received.length = 0;
  world.target.received.length = 0;
  await set('WAREHOUSE', { host: [new URL(world.target.origin).host], email: 'no' });
});
afterAll(async () => {
  await other?.close();
  await world?.close();
});

const set = (name: string, fields: object = {}, value = CANARY) =>
  world.outstep.operator(world.storeId, 'set_secret', { name, value, ...fields });
const api = (method: string, path: string, body?: unknown) =>
  world.outstep.call(key, method, `/api/v1${path}`, body);
const permit = (browser: Browser, name: string, body: unknown) =>
  browser.send('PUT', `/app/api/stores/${world.storeId}/secrets/${name}/permissions`, body);
const secretNamed = async (name: string) => (await api('GET', `/secrets?q=${name}`)).body.items[0];
const historyCount = async () => (await api('GET', '/history?actionType=HTTP_REQUEST')).body.total;
const newRequest = async (fields: object) => {
  const made = await api('POST', '/http-requests', { name: 'R', method: 'POST', ...fields });
  expect(made.status, made.text).toBe(201);
  return made.body.id as string;
};
const stepOf = async (requestId: string, fields: Record<string, unknown> = {}) =>
  world.ended((await world.step(requestId, randomUUID(), fields)).body.executionId);
const problemsOf = async (fields: Record<string, unknown>) => {
  const { outstep, storeId, secret } = world;
  const step = { stepId: 'step-1', ...fields };
  const { body } = await callStep(outstep.origin, storeId, secret, 'validate', step);
  return (body as unknown as { problems: object[] }).problems;
};
const sentence = (host: string, name = 'WAREHOUSE') =>
  `secret "${name}" is not allowed to be sent to ${host}; an owner can allow this host on the Secrets page`;
const SWITCH =
  'secret "WAREHOUSE" is not allowed in emails; an owner can turn on "Allow in emails" for it on the Secrets page';

describe('who can set the hosts of a secret', () => {
  test('200: everyone reads it; null means any host (contract: Senders, secrets, files 3)', async () => {
    await set('OPEN');
    expect(await secretNamed('OPEN')).toMatchObject({ hosts: null, allowInEmail: true });
    expect(await secretNamed('WAREHOUSE')).toMatchObject({
      hosts: [new URL(world.target.origin).host],
      allowInEmail: false,
    });
  });

  test('owners set it; 403 for editors and viewers, 404 for keys (contract: Senders, secrets, files 13)', async () => {
    await set('SHARED');
    const wanted = {
      hosts: ['API.example.com.', '*.example.com:8443', 'api.example.com'],
      allowInEmail: false,
    };
    expect((await permit(viewer, 'SHARED', wanted)).status).toBe(403);
    const editor = await world.app('PUT', '/secrets/SHARED/permissions', wanted);
    expect(editor.status).toBe(403);
    expect((await api('PUT', '/secrets/SHARED/permissions', wanted)).status).toBe(404);
    expect(await secretNamed('SHARED')).toMatchObject({ hosts: null, allowInEmail: true });
    expect(await permit(owner, 'SHARED', wanted)).toMatchObject({ status: 200, body: { name: 'SHARED' } });
    const stored = { hosts: ['api.example.com', '*.example.com:8443'], allowInEmail: false };
    expect(await secretNamed('SHARED')).toMatchObject(stored);
    expect((await permit(owner, 'NONE', wanted)).status).toBe(404);
    // A new value changes neither.
    expect((await world.app('PUT', '/secrets/SHARED', { value: 'new', hosts: null })).status).toBe(200);
    await set('SHARED', {}, 'newer');
    expect(await secretNamed('SHARED')).toMatchObject(stored);
  });

  test('a new secret in the app is allowed in no email unless requested', async () => {
    const create = async (name: string, fields: object) => {
      expect((await world.app('POST', '/secrets', { name, value: 'x', ...fields })).status).toBe(201);
      return secretNamed(name);
    };
    expect(await create('APP_1', {})).toMatchObject({ hosts: null, allowInEmail: false });
    const given = { hosts: ['api.example.com'], allowInEmail: true };
    expect(await create('APP_2', given)).toMatchObject(given);
    expect(await create('APP_3', { hosts: [] })).toMatchObject({ hosts: [], allowInEmail: false });
  });

  test.each([
    [
      'a wildcard over a public suffix',
      ['*.co.uk'],
      'hosts[0]: "*.co.uk" also matches hosts that belong to others; use a domain of the service you call',
    ],
    [
      'a URL',
      ['a.example', 'https://a.example'],
      'hosts[1]: must be a host such as api.example.com or *.example.com, with an optional port',
    ],
    ['21 hosts', Array.from({ length: 21 }, (_, i) => `h${i}.example`), 'hosts: at most 20 items'],
  ])('400 for %s (contract: Senders, secrets, files 10)', async (_, hosts, error) => {
    await set('LIMITS');
    expect(await permit(owner, 'LIMITS', { hosts, allowInEmail: true })).toMatchObject({
      status: 400,
      body: { error },
    });
    expect(await secretNamed('LIMITS')).toMatchObject({ hosts: null });
  });
});

describe('requests (contract: Senders, secrets, files 11)', () => {
  const header = { headers: { 'X-Key': '{{ secrets.WAREHOUSE }}' } };

  test('runs with its own host', async () => {
    const id = await newRequest({ url: `${world.target.origin}/in`, ...header });
    expect((await api('POST', `/http-requests/${id}/test`, {})).status).toBe(200);
    expect((await stepOf(id))['status']).toBe('SUCCESS');
    expect(world.target.received.map(({ headers }) => headers['x-key'])).toEqual([CANARY, CANARY]);
  });

  test('400 without a history entry for another host, a step is FAILED, and nothing is sent', async () => {
    const id = await newRequest({ url: `${other.origin}/in`, ...header });
    const before = await historyCount();
    const tested = await api('POST', `/http-requests/${id}/test`, {});
    expect(tested).toMatchObject({ status: 400, body: { error: sentence(elsewhere) } });
    const inApp = await world.app('POST', `/http-requests/${id}/test`, {});
    expect(inApp).toMatchObject({ status: 400, body: { error: sentence(elsewhere) } });
    expect(await historyCount()).toBe(before);
    expect(await stepOf(id)).toMatchObject({ status: 'FAILED', error: sentence(elsewhere) });
    expect(other.received).toEqual([]);
  });

  test('names no host that contains a secret, however the URL parser interprets it', async () => {
    const hidden = {
      'http://{{ secrets.WAREHOUSE }}.evil.example': '[secret:WAREHOUSE].evil.example',
      'http://{{ secrets.WAREHOUSE }}@evil.example/x': 'evil.example',
      'http://evil.example:{{ secrets.NUMBER }}/': 'evil.example:[secret:NUMBER]',
      'http://{{ secrets.NUMBER }}/': '[secret:NUMBER]',
    };
    await set('NUMBER', { host: ['api.example.com'], email: 'no' }, '4711');
    for (const [url, host] of Object.entries(hidden)) {
      const id = await newRequest({ url });
      const name = /secrets\.(\w+)/.exec(url)?.[1];
      const answers = [
        (await api('POST', `/http-requests/${id}/test`, {})).body.error,
        (await stepOf(id))['error'],
      ];
      expect(answers).toEqual([sentence(host, name), sentence(host, name)]);
    }
  });

  test('counts a secret only where it is written, and not if a branch leaves it out', async () => {
    const id = await newRequest({
      url: `${other.origin}/{{ variables.none }}`,
      headers: { 'X-Key': '{% if variables.live %}{{ secrets.WAREHOUSE }}{% else %}none{% endif %}' },
    });
    expect((await stepOf(id, { variables: { live: false } }))['status']).toBe('SUCCESS');
    expect((await stepOf(id, { variables: { live: true } }))['status']).toBe('FAILED');
    expect(other.received).toHaveLength(1);
  });

  test('validation names it, unless the host is known only at run time (contract: Workflow platforms 5)', async () => {
    const validate = async (url: string) => {
      const requestId = await newRequest({ url, ...header });
      return problemsOf({ requestId });
    };
    expect(await validate(`${other.origin}/{{ variables.path }}`)).toEqual([
      { field: 'requestId', reason: sentence(elsewhere) },
    ]);
    expect(await validate(`${world.target.origin}/`)).toEqual([]);
    expect(await validate('https://{{ variables.shop }}.example/')).toEqual([]);
  });
});

describe('emails (contract: Senders, secrets, files 12)', () => {
  const layout = (fields: object) =>
    api('POST', '/email-templates', { name: 'L', subject: 'Hi', bodyType: 'text', ...fields });

  test('a layout with it is saved with a warning, previews warn too, and validate names it', async () => {
    const made = await layout({ body: 'Code {{ secrets.WAREHOUSE }}' });
    expect(made.status, made.text).toBe(201);
    expect(made.body.warnings).toEqual([SWITCH]);
    const { id } = made.body;
    const preview = await api('POST', `/email-templates/${id}/preview`, {});
    expect(preview.body).toMatchObject({ html: expect.stringContaining('[secret:WAREHOUSE]') });
    expect(preview.body.warnings).toContain(SWITCH);
    const translated = await api('PUT', `/email-templates/${id}/translations/de`, {
      ...{ subject: '{{ secrets.WAREHOUSE }}', body: 'Hallo' },
    });
    expect(translated.body.warnings).toEqual([SWITCH]);
    expect(await problemsOf({ layoutId: id })).toEqual([{ field: 'layoutId', reason: SWITCH }]);
    await permit(owner, 'WAREHOUSE', { hosts: [], allowInEmail: true });
    const again = { subject: '{{ secrets.WAREHOUSE }}', body: 'Hallo' };
    const allowed = await api('PUT', `/email-templates/${id}/translations/de`, again);
    expect([allowed.status, allowed.body.warnings]).toEqual([200, undefined]);
  });

  test('a step with it is FAILED naming the switch, in the test inbox too; without it, behavior is unchanged', async () => {
    const made = await layout({
      subject: '{% if variables.code %}{{ secrets.WAREHOUSE }}{% else %}Hello{% endif %}',
    });
    const send = async (variables: object) =>
      world.ended(await world.send(made.body.id, { to: ['anna@customer.example'], variables }));
    expect(await send({ code: true })).toMatchObject({ status: 'FAILED', error: SWITCH });
    expect((await send({ code: false }))['status']).toBe('SUCCESS');
    await permit(owner, 'WAREHOUSE', { hosts: [], allowInEmail: true });
    const sent = await send({ code: true });
    expect(sent['status']).toBe('SUCCESS');
    expect((await world.captured(sent.id)).map(({ subject }) => subject)).toEqual(['[secret:WAREHOUSE]']);
  });

  test('a file behind an address with it needs its host, not the switch', async () => {
    const file = (url: string) => ({ attachments: [{ filename: 'a.pdf', url }] });
    const made = await layout(file(`https://${elsewhere}/{{ secrets.WAREHOUSE }}`));
    expect(made.body.warnings).toEqual([sentence(elsewhere)]);
    const sent = await world.ended(await world.send(made.body.id, { to: ['anna@customer.example'] }));
    expect(sent).toMatchObject({
      status: 'FAILED',
      error: `attachment "a.pdf" could not be fetched: ${sentence(elsewhere)}`,
    });
    const own = await layout(file(`https://${new URL(world.target.origin).host}/{{ secrets.WAREHOUSE }}`));
    expect([own.status, own.body.warnings]).toEqual([201, undefined]);
    const named = await layout({
      attachments: [{ filename: '{{ secrets.WAREHOUSE }}.pdf', url: 'https://a.example/' }],
    });
    expect(named.body.warnings).toEqual([SWITCH]);
  });
});

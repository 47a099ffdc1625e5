import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  EXECUTION,
  type PlatformRequest,
  type PlatformResponse,
  type PlatformTestServer,
  signed,
  signedBytes,
  startPlatformServer,
} from './platform-server.ts';

const step = { runId: 'run-1', stepId: 'notify', requestId: 'r', variables: { order: { id: 1001 } } };
const BODY = JSON.stringify(step);
const REFUSED = '{"error":"the signature is missing, malformed, expired or wrong"}';
const NOW = new Date('2026-03-01T12:00:00.000Z');

let testServer: PlatformTestServer;
let storeId: string;
let otherId: string;
let bareId: string;
let secrets: [string, string];
let otherSecret: string;

beforeAll(async () => {
  testServer = await startPlatformServer();
  const { newStore } = testServer.outstep;
  [storeId, otherId, bareId] = [await newStore(), await newStore(), await newStore()];
  secrets = [await testServer.newSecret(storeId), await testServer.newSecret(storeId)];
  otherSecret = await testServer.newSecret(otherId);
});
afterAll(() => testServer?.close());
afterEach(() => {
  testServer.setClock(null);
  testServer.ran.length = 0;
});

const urlOf = (id: string) => `/platforms/generic/${id}/http-request`;
const send = (sent: PlatformRequest) => testServer.send({ url: urlOf(storeId), body: BODY, ...sent });
const sendSigned = (body: string, sent: PlatformRequest = {}) =>
  send({ ...sent, body, headers: { ...signed(secrets[1], body), ...sent.headers } });

/** Everything in a response by which a caller could distinguish two cases. */
const seen = ({ status, headers, text }: PlatformResponse) => {
  const { date: _, 'x-request-id': requestId, ...rest } = headers;
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  return { status, headers: rest, text };
};

describe('a signed call', () => {
  test.each([0, 1] as const)(
    '200 with secret %i of the two valid ones (contract: Workflow platforms 1)',
    async (index) => {
      const answer = await send({ headers: signed(secrets[index], BODY) });
      expect(answer).toMatchObject({
        status: 200,
        text: `{"executionId":"${EXECUTION}","status":"SUCCESS"}`,
      });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-execution-id': EXECUTION,
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(answer.headers).not.toHaveProperty('x-ignored-fields');
      expect(testServer.ran).toEqual([{ storeId, input: step }]);
    },
  );

  test('202 while the action has not ended', async () => {
    const answer = await sendSigned(JSON.stringify({ ...step, runId: 'slow' }));
    expect(answer).toMatchObject({ status: 202, text: `{"executionId":"${EXECUTION}","status":"PENDING"}` });
    expect(answer.headers['x-execution-id']).toBe(EXECUTION);
  });

  test('rejections include the execution id (contract: Every answer 3)', async () => {
    const answer = await sendSigned(JSON.stringify({ ...step, runId: 'refused' }));
    expect(answer).toMatchObject({ status: 503, text: '{"error":"come back later"}' });
    expect(answer.headers['x-execution-id']).toBe(EXECUTION);
  });

  test('is accepted with one valid signature among several, in any position', async () => {
    const good = signed(secrets[0], BODY);
    const bad = signed(otherSecret, BODY)['webhook-signature'];
    const lists = [
      `${bad} ${good['webhook-signature']}`,
      `${good['webhook-signature']} ${bad}`,
      `v1a,${'A'.repeat(86)}== v1,short v2,x nonsense ${good['webhook-signature']}`,
    ];
    for (const list of lists)
      expect((await send({ headers: { ...good, 'webhook-signature': list } })).status, list).toBe(200);
    const wrong = { ...good, 'webhook-signature': `${bad} ${bad}` };
    expect((await send({ headers: wrong })).status).toBe(401);
  });

  test.each([
    ['text', '{"runId":"ü€😀 \\u0000\\u2028","stepId":"s","requestId":"r"}', 400],
    ['spaced JSON', ` \n${JSON.stringify(step, null, 2)}\n`, 200],
    ['any Content-Type', BODY, 200],
  ])('compares bytes, not their meaning: %s', async (_, body, status) => {
    const headers = { ...signed(secrets[0], body), 'content-type': 'text/plain; charset=utf-16' };
    expect((await send({ body, headers })).status).toBe(status);
  });

  test('accepts a store ID in upper case and a trailing slash', async () => {
    const answer = await sendSigned(BODY, { url: `${urlOf(storeId.toUpperCase())}/` });
    expect(answer.status).toBe(200);
    expect(testServer.ran[0]?.storeId).toBe(storeId);
  });

  test('401 at once for a secret that two newer ones have replaced', async () => {
    const id = await testServer.outstep.newStore();
    const [first, second] = [await testServer.newSecret(id), await testServer.newSecret(id)];
    const status = async (secret: string) =>
      (await send({ url: urlOf(id), headers: signed(secret, BODY) })).status;
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    const third = await testServer.newSecret(id);
    expect([await status(first), await status(second), await status(third)]).toEqual([401, 200, 200]);
  });
});

describe('the time of a call', () => {
  const at = (offset: number) => new Date(NOW.getTime() + offset * 1000);
  test.each([
    [0, 200],
    [-299, 200],
    [299, 200],
    [-300, 200],
    [300, 200],
    [-301, 401],
    [301, 401],
    [-86_400, 401],
    [86_400, 401],
  ])('%i s from ours: %i (contract: Workflow platforms 1)', async (offset, status) => {
    testServer.setClock(NOW);
    const answer = await send({ headers: signed(secrets[0], BODY, 'msg_1', at(offset)) });
    expect(answer.status).toBe(status);
    expect(testServer.ran).toHaveLength(status === 200 ? 1 : 0);
  });

  test.each([
    '',
    '0',
    '-1772366400',
    '+1772366400',
    '01772366400',
    '1772366400.0',
    '1772366400x',
    '1.7723664e9',
  ])('401 for %j, even if signed as it is', async (timestamp) => {
    testServer.setClock(NOW);
    const headers = signedBytes(secrets[0], Buffer.from(BODY), 'msg_1', timestamp);
    expect((await send({ headers })).status).toBe(401);
    const plain = signedBytes(secrets[0], Buffer.from(BODY), 'msg_1', '1772366400');
    expect((await send({ headers: { ...plain, 'webhook-timestamp': timestamp } })).status).toBe(401);
    expect((await send({ headers: plain })).status).toBe(200);
  });
});

describe('a changed call', () => {
  const flips = (text: string) =>
    [...Buffer.from(text)].flatMap((_, index) =>
      Array.from({ length: 8 }, (_, bit) => {
        const bytes = Buffer.from(text);
        bytes[index] = (bytes[index] as number) ^ (1 << bit);
        return bytes;
      }),
    );
  const refusedAll = async (calls: PlatformRequest[]) => {
    const answers = await Promise.all(calls.map(send));
    expect(answers.filter(({ status }) => status !== 401)).toEqual([]);
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([REFUSED]));
    expect(testServer.ran).toEqual([]);
  };

  test('401 after changing any bit of the body', async () => {
    const headers = signed(secrets[0], BODY);
    await refusedAll(flips(BODY).map((body) => ({ headers, body })));
    expect((await send({ headers })).status).toBe(200);
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)(
    '401 after changing any bit of %s',
    async (name) => {
      const headers = signed(secrets[0], BODY);
      const changed = flips(headers[name]).map((bytes) => ({ ...headers, [name]: bytes.toString('latin1') }));
      await refusedAll(changed.map((each) => ({ headers: each })));
      expect((await send({ headers })).status).toBe(200);
    },
  );

  test('401 for an added or removed byte anywhere', async () => {
    const headers = signed(secrets[0], BODY);
    const signature = headers['webhook-signature'];
    const bodies = [`${BODY} `, ` ${BODY}`, BODY.slice(0, -1), BODY.slice(1), '', `\ufeff${BODY}`];
    const signatures = [signature.slice(0, -1), `${signature}=`, `${signature}A`, signature.slice(3)];
    await refusedAll([
      ...bodies.map((body) => ({ headers, body })),
      ...signatures.map((each) => ({ headers: { ...headers, 'webhook-signature': each } })),
      { headers: { ...headers, 'webhook-id': 'msg_12' } },
      { headers: { ...headers, 'webhook-timestamp': `${headers['webhook-timestamp']}0` } },
    ]);
  });

  test('401 if invalid UTF-8 bytes are replaced with others', async () => {
    const time = String(Math.floor(Date.now() / 1000));
    const [one, other] = [0xff, 0xfe].map((byte) => Buffer.from([0x22, byte, 0x22])) as [Buffer, Buffer];
    const headers = signedBytes(secrets[0], one, 'msg_1', time);
    expect(await send({ headers, body: one })).toMatchObject({
      status: 400,
      text: '{"error":"request body: not valid JSON"}',
    });
    await refusedAll([
      { headers, body: other },
      { headers, body: Buffer.from('"\ufffd"') },
    ]);
  });

  test('401 if the dots that separate the signed parts are moved', async () => {
    testServer.setClock(NOW);
    // The same text is signed in all three.
    const body = Buffer.from(`1772366400.${BODY}`);
    const headers = signedBytes(secrets[0], body, 'msg_1', '1772366400');
    expect((await send({ headers, body })).status).toBe(400);
    await refusedAll([
      { headers: { ...headers, 'webhook-id': 'msg_1.1772366400' } },
      { headers: signedBytes(secrets[0], Buffer.from(BODY), 'msg_1.1772366400', '1772366400') },
    ]);
  });
});

describe('a rejected call', () => {
  const good = () => signed(secrets[0], BODY);
  const without = (name: string) => {
    const { [name]: _, ...rest } = good() as Record<string, string>;
    return rest;
  };
  const nobody = '0198c0de-0000-7000-8000-0000000000aa';
  const cases: [string, () => PlatformRequest][] = [
    ['no header at all', () => ({})],
    ['a Bearer key instead', () => ({ headers: { authorization: 'Bearer fak_x' } })],
    ['no id', () => ({ headers: without('webhook-id') })],
    ['no timestamp', () => ({ headers: without('webhook-timestamp') })],
    ['no signature', () => ({ headers: without('webhook-signature') })],
    ['an empty signature', () => ({ headers: { ...good(), 'webhook-signature': '' } })],
    ['a malformed signature', () => ({ headers: { ...good(), 'webhook-signature': 'v1,nonsense' } })],
    ['an unknown version', () => ({ headers: { ...good(), 'webhook-signature': `v2,${'A'.repeat(43)}=` } })],
    ['a wrong signature', () => ({ headers: { ...good(), 'webhook-signature': `v1,${'A'.repeat(43)}=` } })],
    ["another store's secret", () => ({ headers: signed(otherSecret, BODY) })],
    ["another store's call", () => ({ url: urlOf(otherId), headers: good() })],
    ['an expired one', () => ({ headers: signed(secrets[0], BODY, 'msg_1', new Date(Date.now() - 4e5)) })],
    ['a secret of zeros', () => ({ headers: signed(`whsec_${Buffer.alloc(32).toString('base64')}`, BODY) })],
    ['a store that is not there', () => ({ url: urlOf(nobody), headers: good() })],
    ['the nil id', () => ({ url: urlOf('00000000-0000-0000-0000-000000000000'), headers: good() })],
    ['a store without a secret', () => ({ url: urlOf(bareId), headers: good() })],
    ['no id at all', () => ({ url: urlOf(''), headers: good() })],
    ['no UUID', () => ({ url: urlOf('my-store'), headers: good() })],
    ['a UUID in braces', () => ({ url: urlOf(`%7B${storeId}%7D`), headers: good() })],
    ['an SQL text', () => ({ url: urlOf("'%20or%20true%20--"), headers: good() })],
    ['a long text', () => ({ url: urlOf('x'.repeat(2000)), headers: good() })],
    ['a NUL', () => ({ url: urlOf('%00'), headers: good() })],
    ['no store, unsigned', () => ({ url: urlOf(nobody) })],
  ];

  test.each(cases)('401, byte-identical: %s', async (_, sent) => {
    const answer = await send(sent());
    expect(answer).toMatchObject({ status: 401, text: REFUSED });
    expect(seen(answer)).toEqual(seen(await send({ headers: good(), body: `${BODY} ` })));
    expect(testServer.ran).toEqual([]);
  });

  test('401 takes as long for an unknown store as for a known one (contract: Workflow platforms 2)', async () => {
    for (const url of [urlOf(storeId), urlOf(bareId), urlOf(nobody), urlOf('my-store')]) {
      for (const headers of [signed(otherSecret, BODY), {}]) {
        const began = performance.now();
        expect((await send({ url, headers })).status).toBe(401);
        // A timer may fire a moment early.
        expect(performance.now() - began).toBeGreaterThan(48);
      }
    }
  });

  test('reads the secrets of any store, existing or not, but never without a signature', async () => {
    testServer.asked.length = 0;
    for (const id of [storeId, bareId, nobody])
      await send({ url: urlOf(id), headers: signed(otherSecret, BODY) });
    expect(testServer.asked).toEqual([storeId, bareId, nobody]);
    for (const id of [storeId, bareId, nobody]) await send({ url: urlOf(id) });
    expect(testServer.asked).toHaveLength(3);
  });
});

describe('the order of checks', () => {
  const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const large = ' '.repeat(2 * 1024 * 1024 + 1);

  test.each([
    '/platforms',
    '/platforms/generic',
    '/platforms/generic/x',
    '/platforms/generic/x/unknown',
    '/platforms/generic/x/http-request/more',
    '/platforms/other/x/http-request',
  ])('404 for an unknown path before any other check: %s', async (url) => {
    for (const method of ['POST', 'GET'])
      expect(await testServer.send({ url, method, body: method === 'POST' ? large : '' })).toMatchObject({
        status: 404,
        text: '{"error":"no such path"}',
      });
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('405 for %s, signed or not', async (method) => {
    const answer = await send({ method, body: method === 'GET' ? '' : large });
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST');
    expect(JSON.parse(answer.text)).toEqual({ error: 'wrong method for this path; allowed: POST' });
  });

  test('headers, size, signature, depth (contract: Workflow platforms 2)', async () => {
    expect((await send({ body: large })).status).toBe(401);
    const wrong = signed(secrets[0], BODY);
    expect(await send({ body: large, headers: wrong })).toMatchObject({
      status: 413,
      text: '{"error":"request body: larger than 2 MB"}',
    });
    expect((await send({ headers: { 'content-encoding': 'gzip' } })).status).toBe(401);
    expect(await send({ headers: { ...wrong, 'content-encoding': 'gzip' } })).toMatchObject({
      status: 415,
      text: '{"error":"request body: compression is not supported; send it without Content-Encoding"}',
    });
    expect((await send({ body: deep(65), headers: wrong })).status).toBe(401);
    expect(await sendSigned(deep(65))).toMatchObject({
      status: 413,
      text: '{"error":"request body: nested deeper than 64 levels"}',
    });
    expect((await sendSigned(deep(64))).status).toBe(400);
  });

  test.each(['{', '[]', '"x"', '{}'])('401 before %s is checked', async (body) => {
    expect(await send({ body })).toMatchObject({ status: 401, text: REFUSED });
  });

  test.each([
    ['{', 'request body: not valid JSON'],
    ['[]', 'request body: must be an object'],
    ['null', 'request body: must be an object'],
    ['', 'runId: required; stepId: required; requestId: required'],
    ['{}', 'runId: required; stepId: required; requestId: required'],
    [
      JSON.stringify({ ...step, runId: 7, variables: [] }),
      'runId: must be text; variables: must be an object',
    ],
  ])('400 for %j', async (body, error) => {
    expect(await sendSigned(body)).toMatchObject({ status: 400, text: JSON.stringify({ error }) });
    expect(testServer.ran).toEqual([]);
  });

  test('ignores and names unknown members (contract: Fields 5)', async () => {
    const answer = await sendSigned(
      '{"runId":"a","stepId":"b","requestId":"c","__proto__":1,"more":{},"ä":1}',
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['x-ignored-fields']).toBe('__proto__, more, %C3%A4');
    expect(testServer.ran[0]?.input).toEqual({ runId: 'a', stepId: 'b', requestId: 'c' });
  });

  test('500 in the usual error format when an action throws', async () => {
    const answer = await sendSigned(JSON.stringify({ ...step, runId: 'broken' }));
    expect(answer.status).toBe(500);
    expect(Object.keys(JSON.parse(answer.text))).toEqual(['error']);
    expect(answer.text).not.toContain('broken inside');
  });
});

test('logs the store of a signed call, but never a secret, a signature or a body', async () => {
  testServer.logged.length = 0;
  const body = JSON.stringify({ ...step, runId: 'broken', variables: { canary: 'canary-body' } });
  const headers = signed(secrets[0], body, 'canary-message');
  await send({ headers, body });
  await send({ headers, body: `${body} ` });
  await send({ headers: signed(secrets[0], 'canary-body', 'canary-message'), body: 'canary-body' });
  await send({ url: urlOf('canary-store'), headers, body });
  const lines = testServer.logged.map((line) => JSON.parse(line));
  expect(lines.map((line) => [typeof line.requestId, line.reqId])).toEqual(
    lines.map(() => ['string', undefined]),
  );
  const answers = lines.filter(({ status }) => status !== undefined);
  expect(answers.map(({ status, storeId }) => [status, storeId])).toEqual([
    [500, storeId],
    [401, undefined],
    [400, storeId],
    [401, undefined],
  ]);
  expect(answers.every(({ route }) => route === '/platforms/generic/:storeId/http-request')).toBe(true);
  const log = testServer.logged.join('');
  for (const text of [
    'canary',
    headers['webhook-signature'].slice(3),
    secrets[0].slice(6),
    secrets[1].slice(6),
  ])
    expect(log).not.toContain(text);
});

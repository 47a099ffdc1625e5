import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(() => outstep.close());

const post = (body: string, headers = {}) =>
  outstep.call(key, 'POST', '/api/v1/http-requests', body, headers);

describe('every answer', () => {
  test('index: name, version, release, links (spec: Endpoint GET /api/v1; Versioning 1; Status 200) (contract: Index and identity 1)', async () => {
    const { status, body } = await outstep.call(null, 'GET', '/api/v1');
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'Outstep',
      version: 'v1',
      release: expect.stringMatching(/^\d+\.\d+\.\d+/),
      status: 'ok',
      time: expect.stringMatching(/\.\d{3}Z$/),
      links: {
        docs: expect.stringMatching(/\/docs$/),
        openapi: expect.stringMatching(/\/openapi\.json$/),
        layoutSchema: expect.stringMatching(/\/api\/v1\/layout-schema$/),
        mcp: expect.stringMatching(/\/api\/mcp$/),
      },
    });
  });

  test.each(['/api/v1/', '/api/v1/me/', '/api/v1/http-requests/'])(
    '200 with a trailing slash: %s (contract: Every answer 4)',
    async (path) => {
      expect((await outstep.call(key, 'GET', path)).status).toBe(200);
    },
  );

  test.each([
    ['GET', '/api'],
    ['GET', '/api/v2/me'],
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/http-requests/a/b'],
    ['GET', '/api/v1/%zz'],
    ['GET', '/nothing'],
  ])(
    '404 for an unknown path, before authentication: %s %s (spec: Status 404; Errors: body) (contract: Every answer 2)',
    async (method, path) => {
      const answer = await outstep.call(null, method, path);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: 'no such path' });
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    },
  );

  test.each([
    ['POST', '/api/v1', 'GET, HEAD'],
    ['DELETE', '/api/v1/me', 'GET, HEAD'],
    ['PUT', '/api/v1/http-requests', 'GET, HEAD, POST'],
    ['POST', '/api/v1/http-requests/x', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['OPTIONS', '/api/v1/secrets', 'GET, HEAD'],
    ['GET', '/api/mcp', 'POST'],
    ['DELETE', '/api/mcp', 'POST'],
  ])(
    '405 with Allow for a wrong method, before authentication: %s %s (spec: Status 405; Errors: body) (contract: Every answer 3)',
    async (method, path, allow) => {
      const answer = await outstep.call(null, method, path);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe(allow);
      expect(Object.keys(answer.body)).toEqual(['error']);
    },
  );

  test('400 for malformed JSON and for anything but an object (spec: Status 400; Errors: body) (contract: Fields 8)', async () => {
    expect(await post('{"url":')).toMatchObject({
      status: 400,
      body: { error: 'request body: not valid JSON' },
    });
    for (const body of ['[]', '"text"', '1', 'null', 'true']) {
      expect(await post(body)).toMatchObject({
        status: 400,
        body: { error: 'request body: must be an object' },
      });
    }
  });

  test('parses the body as JSON whatever its Content-Type (spec: Conventions 1) (contract: Every answer 4)', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'image/png', 'nonsense']) {
      const answer = await post('{"url":"https://example.com/"}', { 'content-type': type });
      expect(answer.status).toBe(201);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('treats an empty body as absent (spec: Status 400) (contract: Every answer 4)', async () => {
    expect(await post('')).toMatchObject({ status: 400, body: { error: 'url: required' } });
    expect(await post('  \n')).toMatchObject({ status: 400, body: { error: 'url: required' } });
  });

  test('413 for a body above 2 MB and for nesting above 64, before JSON is parsed (contract: Every answer 5)', async () => {
    const large = await post(`{"url":"https://example.com/","body":"${'x'.repeat(2 * 1024 * 1024)}"}`);
    expect(large).toMatchObject({ status: 413, body: { error: 'request body: larger than 2 MB' } });
    const nested = await post(`{"body":${'['.repeat(64)}${']'.repeat(64)}`);
    expect(nested).toMatchObject({
      status: 413,
      body: { error: 'request body: nested deeper than 64 levels' },
    });
    const deep = await post(`{"url":"https://example.com/","body":${'['.repeat(63)}${']'.repeat(63)}}`);
    expect(deep.status).toBe(201);
  });

  test('415 for a compressed body, whatever it contains; identity is not compression (contract: Every answer 14)', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x']) {
      const answer = await post(bomb.toString('latin1'), { 'content-encoding': encoding });
      expect(answer.status).toBe(415);
      expect(answer.headers.get('x-error-code')).toBe('body_compressed');
      expect(answer.body).toEqual({
        error: 'request body: compression is not supported; send it without Content-Encoding',
      });
    }
    const call = '{"url":"https://example.com/"}';
    for (const encoding of ['identity', 'Identity', ''])
      expect((await post(call, { 'content-encoding': encoding })).status).toBe(201);
    const headers = { 'content-encoding': 'gzip' };
    expect((await outstep.call(null, 'POST', '/api/v1/http-requests', call, headers)).status).toBe(401);
    expect((await outstep.call(key, 'GET', '/api/v1/me', undefined, headers)).status).toBe(200);
    // No body: `Content-Length: 0`.
    expect(await post('', headers)).toMatchObject({ status: 400, body: { error: 'url: required' } });
    const tool = await outstep.call(key, 'POST', '/api/mcp', '{}', headers);
    expect(tool.status).toBe(415);
  });

  test.each(['Content-Length: 3145728', 'Transfer-Encoding: chunked'])(
    '413 reaches a caller that sends the whole body first and keeps the connection (%s)',
    async (framing) => {
      const { hostname, port } = new URL(outstep.origin);
      const socket = connect(Number(port), hostname);
      const head = (line: string) =>
        `POST /api/v1/http-requests HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.key}\r\n${line}\r\n\r\n`;
      const body = ' '.repeat(3 * 1024 * 1024);
      const isChunked = framing.endsWith('chunked');
      socket.write(head(framing));
      socket.write(isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body);
      socket.write(head('Content-Length: 0\r\nConnection: close'));
      const answers = (await text(socket)).match(/HTTP\/1\.1 \d{3}/g);
      expect(answers).toEqual(['HTTP/1.1 413', 'HTTP/1.1 400']);
    },
  );

  test('401 takes precedence over 413 (contract: Order of checks 1)', async () => {
    const answer = await outstep
      .call(null, 'POST', '/api/v1/http-requests', 'x'.repeat(3 * 1024 * 1024))
      .catch(() => null);
    expect([401, undefined]).toContain(answer?.status);
  });

  test('400 for a query comes before 404, and 404 before 400 for a body (contract: Order of checks 2)', async () => {
    const unknown = `/api/v1/email-templates/${crypto.randomUUID()}`;
    expect(await outstep.call(key, 'GET', `${unknown}/versions?page=0`)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^page: /) },
    });
    expect(await outstep.call(key, 'PATCH', unknown, { subject: 7 })).toMatchObject({ status: 404 });
  });

  test('X-Error-Code with every error, and with nothing else in the body (contract: Every answer 9)', async () => {
    const codeOf = async (answer: ReturnType<typeof outstep.call>) => {
      const { headers, body } = await answer;
      expect(Object.keys(body)).toEqual(['error']);
      return headers.get('x-error-code');
    };
    expect(await codeOf(outstep.call(null, 'GET', '/api/v1/nothing'))).toBe('path_unknown');
    expect(await codeOf(outstep.call(null, 'GET', '/api/v1/me'))).toBe('key_missing');
    expect(await codeOf(outstep.call(key, 'GET', '/api/v1/http-requests/none'))).toBe('not_found');
    expect(await codeOf(post('{'))).toBe('body_not_json');
    // For several problems, the code of the first one.
    const several = post(JSON.stringify({ name: 'x'.repeat(201) }));
    expect((await several).body.error).toBe('url: required; name: at most 200 characters');
    expect(await codeOf(several)).toBe('required');
    expect((await outstep.call(key, 'GET', '/api/v1/me')).headers.get('x-error-code')).toBeNull();
  });

  test('returns a new X-Request-Id with every response (contract: Every answer 3)', async () => {
    const ids = new Set<string | null>();
    for (const path of ['/api/v1', '/api/v1/me', '/nothing', '/api/v1/secrets']) {
      ids.add((await outstep.call(key, 'GET', path)).headers.get('x-request-id'));
    }
    expect(ids.size).toBe(4);
    expect(ids.has(null)).toBe(false);
  });

  test('returns RateLimit and RateLimit-Policy with every counted response (contract: Every answer 3)', async () => {
    const { headers } = await outstep.call(key, 'GET', '/api/v1/me');
    expect(headers.get('ratelimit-policy')).toBe('"request";q=300;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"request";r=\d+;t=\d+$/);
  });

  test('400 in our error shape for malformed HTTP', async () => {
    const { hostname, port } = new URL(outstep.origin);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write('GET /api/v1 HTTP/9\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toContain('400 Bad Request');
    expect(answer).toContain('{"error":"malformed HTTP request"}');
    expect(answer).toContain('X-Error-Code: request_malformed\r\n');
  });

  test('HEAD answers like GET, without a body', async () => {
    const answer = await outstep.call(key, 'HEAD', '/api/v1/me');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
  });
});

describe('the request budget', () => {
  test('429 after 300 requests in 60 s per key, with Retry-After (spec: Limit: Requests per key; Limits 2; Limits 3; Status 429; Authentication 8) (contract: Order of checks 3; Keys and budgets 4; Every answer 3)', async () => {
    const storeId = await outstep.newStore();
    const [spent, other] = [await outstep.newKey(storeId, 'read'), await outstep.newKey(storeId, 'read')];
    const answers = await Promise.all(
      Array.from({ length: 310 }, (_, i) =>
        // A request rejected for its level or for a missing record uses up a unit too.
        i % 3 === 0
          ? outstep.call(spent, 'POST', '/api/v1/http-requests', {})
          : outstep.call(spent, 'GET', i % 3 === 1 ? '/api/v1/me' : '/api/v1/http-requests/x'),
      ),
    );
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(10);
    for (const { body, headers } of refused) {
      expect(body.error).toMatch(/^request budget of 300 per 60 s used up; retry in \d+ s$/);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('ratelimit')).toMatch(/^"request";r=0;/);
    }
    const me = await outstep.call(other, 'GET', '/api/v1/me');
    expect(me.body.limits.requests.remaining).toBe(299);
  });
});

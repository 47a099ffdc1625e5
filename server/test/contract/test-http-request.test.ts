import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { callTool } from '../mcp/posts.ts';

const CANARY = 'canary-9f3b2c71d8e64a05';
let outstep: Outstep;
let target: Target;
let key: TestKey;

beforeAll(async () => {
  target = await startTarget();
  outstep = await startOutstep({ env: { OUTSTEP_OUTBOUND_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  await outstep.close();
  await target.close();
});
beforeEach(async () => {
  key = await outstep.newKey(await outstep.newStore(), 'execute');
  await outstep.operator(key.storeId, 'set_secret', { name: 'WAREHOUSE', value: CANARY });
  await outstep.operator(key.storeId, 'set_secret', { name: 'EMPTY', value: '' });
  target.received = [];
  target.answer = (response) => response.end('ok');
});

async function saved(fields: Record<string, unknown> = {}): Promise<string> {
  const answer = await outstep.call(key, 'POST', '/api/v1/http-requests', {
    url: `${target.origin}/orders`,
    ...fields,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}
const run = (id: string, body?: unknown, headers = {}) =>
  outstep.call(key, 'POST', `/api/v1/http-requests/${id}/test`, body, headers);
const entry = async (id: string) => (await outstep.call(key, 'GET', `/api/v1/history/${id}`)).body;
const toolCall = async (id: string, args = {}) => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'test_http_request', arguments: { id, ...args } },
  };
  return (await outstep.call(key, 'POST', '/api/mcp', message, { 'content-type': 'application/json' })).body;
};

describe('a run', () => {
  test('records empty variables as warnings (contract: History and stats 12)', async () => {
    const id = await saved({
      url: `${target.origin}/a?b={{ variables.none }}`,
      headers: { 'X-A': '{{ variables.none }}' },
    });
    const { body } = await run(id);
    expect(await entry(body.executionId)).toMatchObject({
      warningCount: 1,
      warnings: [{ path: 'variables.none', where: ['url', 'headers.X-A'] }],
    });
  });

  test('200: rendered with variables and secrets, sent, shown masked, in history (spec: Endpoint POST /api/v1/http-requests/:id/test; HTTP request 3; Tool test_http_request) (contract: HTTP requests 7)', async () => {
    const id = await saved({
      method: 'POST',
      url: `${target.origin}/orders/{{ variables.order.id }}`,
      headers: { Authorization: 'Bearer {{ secrets.WAREHOUSE }}', 'X-Literal': 'yes' },
      body: { order: '{{ variables.order.id }}', lines: [1, '{{ variables.note }}'] },
    });
    const answer = await run(id, { variables: { order: { id: 1001 }, note: 'fragile' } });
    expect(answer.status, answer.text).toBe(200);
    expect(target.received).toHaveLength(1);
    expect(target.received[0]).toMatchObject({
      method: 'POST',
      url: '/orders/1001',
      headers: { authorization: `Bearer ${CANARY}`, 'x-literal': 'yes', 'content-type': 'application/json' },
      body: '{"order":"1001","lines":[1,"fragile"]}',
    });
    expect(answer.body).toMatchObject({
      executionId: expect.any(String),
      status: 'SUCCESS',
      request: {
        method: 'POST',
        url: `${target.origin}/orders/1001`,
        body: '{"order":"1001","lines":[1,"fragile"]}',
      },
      response: { status: 200, body: 'ok', bytes: 2, truncated: false },
      durationMs: expect.any(Number),
    });
    expect(answer.headers.get('x-execution-id')).toBe(answer.body.executionId);
    expect(await entry(answer.body.executionId)).toMatchObject({
      status: 'SUCCESS',
      actionType: 'HTTP_REQUEST',
      actionConfigId: id,
      trigger: 'test',
      request: answer.body.request,
      response: answer.body.response,
      error: null,
    });
  });

  test('omits an empty body and defaults to test variables (spec: HTTP request 2) (contract: HTTP requests 3)', async () => {
    const id = await saved({ url: `${target.origin}/{{ variables.a }}`, testVariables: { a: 'from-test' } });
    expect((await run(id)).status).toBe(200);
    expect((await run(id, {})).status).toBe(200);
    expect((await run(id, { variables: {} })).status).toBe(200);
    expect(target.received.map(({ url, body }) => [url, body])).toEqual([
      ['/from-test', ''],
      ['/from-test', ''],
      ['/', ''],
    ]);
  });

  test('the tool runs and returns the same as REST (spec: Tool test_http_request; Tool level execute)', async () => {
    const { result } = await toolCall(await saved(), { variables: {} });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject({
      status: 'SUCCESS',
      response: { status: 200, body: 'ok' },
    });
  });

  test("403 below execute level, where the tool isn't listed (spec: Authentication 4; Key level execute)", async () => {
    const id = await saved();
    const writer = await outstep.newKey(key.storeId, 'write');
    expect((await outstep.call(writer, 'POST', `/api/v1/http-requests/${id}/test`)).status).toBe(403);
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'test_http_request', arguments: { id } },
    };
    const { body } = await outstep.call(writer, 'POST', '/api/mcp', message, {
      'content-type': 'application/json',
    });
    expect(body.error.code).toBe(-32602);
    expect(target.received).toEqual([]);
  });

  test('masks echoed secrets and addresses in any encoding (spec: What the service does 4; What the service does 5; Tool server 2) (contract: History and stats 3)', async () => {
    target.answer = (response, { headers }) => {
      const secret = String(headers['authorization']).slice(7);
      response.setHeader('x-echo', secret);
      response.end(
        JSON.stringify({
          plain: secret,
          base64: Buffer.from(secret).toString('base64'),
          hex: Buffer.from(secret).toString('hex'),
          url: encodeURIComponent(secret),
          email: 'anna.berg@example.com',
        }),
      );
    };
    const id = await saved({ headers: { Authorization: 'Bearer {{ secrets.WAREHOUSE }}' } });
    const answer = await run(id);
    expect(answer.status).toBe(200);
    const history = JSON.stringify(await entry(answer.body.executionId));
    const { result } = await toolCall(id);
    const params = { name: 'get_history_entry', arguments: { id: answer.body.executionId } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const tool = await outstep.call(key, 'POST', '/api/mcp', message, { 'content-type': 'application/json' });
    for (const text of [
      answer.text,
      history,
      tool.text,
      JSON.stringify(result),
      outstep.apis[0]?.output.join('\n') ?? '',
    ]) {
      for (const needle of [
        CANARY,
        Buffer.from(CANARY).toString('base64').slice(0, -3),
        Buffer.from(CANARY).toString('hex'),
        'anna.berg@example.com',
      ]) {
        expect(text).not.toContain(needle);
      }
    }
    expect(answer.text).toContain('[secret:WAREHOUSE]');
  });
});

test('escapes quotes and ampersands in variables and secrets (contract: HTTP requests 4)', async () => {
  const name = 'Anna "x", "admin": true & more';
  await outstep.operator(key.storeId, 'set_secret', { name: 'QUOTED', value: 's"e&c/ret' });
  const variables = { name, id: 'a/b?c=d&e', tags: ['"', '&'] };
  const fields = {
    method: 'POST',
    url: `${target.origin}/{{ variables.id }}/x?q={{ variables.name }}&k={{ secrets.QUOTED }}`,
  };
  const text = `{"name": "{{ variables.name }}", "key": "{{ secrets.QUOTED }}", "tags": {{ variables.tags | json }},
    "once": "{{ variables.name | json }}"}`;
  const sent = { name, key: 's"e&c/ret', tags: ['"', '&'], once: name };
  const value = {
    name: '{{ variables.name }}',
    key: '{{ secrets.QUOTED }}',
    once: '{{ variables.name | json }}',
  };
  for (const body of [text, value]) {
    const answer = await run(await saved({ ...fields, body }), { variables });
    expect(answer.status, answer.text).toBe(200);
    const { url = '', body: arrived = '', headers } = target.received.at(-1) ?? {};
    const { pathname, searchParams } = new URL(url, target.origin);
    expect(pathname).toBe('/a%2Fb%3Fc%3Dd%26e/x');
    expect([...searchParams]).toEqual([
      ['q', name],
      ['k', 's"e&c/ret'],
    ]);
    const { tags: _tags, ...withoutTags } = sent;
    expect(JSON.parse(arrived)).toEqual(body === text ? sent : withoutTags);
    expect(headers?.['content-type']).toBe('application/json');
    expect(answer.text).not.toContain('s\\"e&c');
  }
});

describe('400 for a request that cannot run, without a history entry (contract: HTTP requests 8)', () => {
  const ALLOWED = 'an operator can allow it with OUTSTEP_OUTBOUND_ALLOW';
  test.each([
    [
      'a private target',
      { url: 'http://10.0.0.1/' },
      `url: 10.0.0.1 is or resolves to a private or reserved IP address; ${ALLOWED}`,
    ],
    ['a local name', { url: 'http://printer.local/' }, `url: printer.local is a local name; ${ALLOWED}`],
    [
      'a port that is closed to everybody',
      { url: 'http://127.0.0.1:25/' },
      'url: port 25 of 127.0.0.1 belongs to another protocol and cannot be called',
    ],
    [
      'an address that is none once it is rendered',
      { url: 'http://{{ variables.host }}/' },
      'url: the URL does not start with http:// or https:// and a host',
    ],
    [
      'a header that is not one line once it is rendered',
      { headers: { 'X-Note': '{{ variables.note }}' } },
      'headers.X-Note: more than one line after rendering',
    ],
    [
      'a body that is not JSON once it is rendered',
      { body: '{"a": {{ variables.gone }}}' },
      /^body: not valid JSON(?:, line 1, column \d+)? after rendering; a value outside quotation marks needs "\| json"$/,
    ],
    [
      'a path that a value would lead out of',
      { url: 'http://127.0.0.1/customers/{{ variables.up }}/orders' },
      'url: a value turns a path segment into . or ..',
    ],
    [
      'a secret that is not there',
      { headers: { 'X-A': '{{ secrets.MISSING }}' } },
      'headers.X-A: Liquid: no secret named "MISSING", line 1, column 1',
    ],
    [
      'a secret without a value',
      { headers: { 'X-A': '{{ secrets.EMPTY }}' } },
      'headers.X-A: Liquid: secret "EMPTY" has no value, line 1, column 1',
    ],
    [
      'Liquid that fails',
      { body: '{{ 5 | money: variables.note }}' },
      'body: Liquid: filter "money" cannot use this value, line 1, column 1',
    ],
  ])('%s', async (_name, fields, error) => {
    const id = await saved({ ...fields, testVariables: { note: 'two\nlines', up: '..' } });
    const answer = await run(id);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringMatching(error) });
    expect(answer.headers.get('x-execution-id')).toBeNull();
    const { result } = await toolCall(id);
    expect(result).toMatchObject({ isError: true, content: [{ text: answer.body.error }] });
    expect((await outstep.call(key, 'GET', '/api/v1/history')).body.total).toBe(0);
    expect(target.received).toEqual([]);
  });
});

test('masked test variables that are sent back keep the stored values; 400 for other masks (contract: HTTP requests 6)', async () => {
  const id = await saved({
    headers: { 'X-Token': '{{ variables.token }}' },
    testVariables: { token: 'test-horse-1', n: 1 },
  });
  const { body } = await outstep.call(key, 'GET', `/api/v1/http-requests/${id}`);
  expect(body.testVariables).toEqual({ token: '********', n: 1 });
  const answer = await run(id, { variables: { ...body.testVariables, n: 2 } });
  expect(answer.status, answer.text).toBe(200);
  expect(target.received[0]?.headers['x-token']).toBe('test-horse-1');
  expect(await run(id, { variables: { password: '********' } })).toMatchObject({
    status: 400,
    body: { error: 'variables.password: still masked; send the value or {{ secrets.NAME }}' },
  });
  expect(target.received).toHaveLength(1);
});

test('masks echoed literal credentials (spec: What the service does 6)', async () => {
  target.answer = (response, { headers }) => response.end(`you are ${headers['x-api-key']}, are you not`);
  const literal = 'horse-battery-staple';
  const executed = await run(await saved({ headers: { 'X-Api-Key': literal } }));
  expect(target.received[0]?.headers['x-api-key']).toBe(literal);
  expect(executed.body.response.body).toBe('you are ********, are you not');
  const history = await outstep.call(key, 'GET', `/api/v1/history/${executed.body.executionId}`);
  expect(executed.text + history.text).not.toContain(literal);
});

describe('502 for a failing target, with the same sentence in history (spec: Status 502) (contract: HTTP requests 8)', () => {
  const answering =
    (status: number, headers = {}) =>
    () => {
      target.answer = (response) => {
        response.writeHead(status, headers);
        response.end('no');
      };
    };
  test.each([
    ['404', {}, answering(404), /^the server responded with 404 /],
    ['500', {}, answering(500), /^the server responded with 500 /],
    [
      'a redirect, which is not followed',
      {},
      answering(302, { location: '/elsewhere' }),
      /^the server redirects to http:\/\/127\.0\.0\.1:\d+\/elsewhere \(302\), and redirects are not followed /,
    ],
    [
      'a time-out',
      { timeoutMs: 1000 },
      () => {
        target.answer = () => undefined;
      },
      /1 s/,
    ],
    ['nobody listening', { url: 'http://127.0.0.1:2/' }, () => undefined, /127\.0\.0\.1 refuses/],
    [
      'a name that is not there',
      { url: 'http://nothing-here.invalid/' },
      () => undefined,
      /nothing-here\.invalid/,
    ],
  ])('%s', async (_name, fields, given, sentence) => {
    given();
    const id = await saved(fields);
    const answer = await run(id);
    expect(answer.status, answer.text).toBe(502);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body.error).toMatch(sentence);
    const executionId = answer.headers.get('x-execution-id') as string;
    expect(answer.body.error).toMatch(new RegExp(` \\(history entry ${executionId}\\)$`));
    const recorded = await entry(executionId);
    expect(recorded.status).toBe('FAILED');
    expect(`${recorded.error} (history entry ${executionId})`).toBe(answer.body.error);
    const { result } = await toolCall(id);
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(sentence);
  });

  test("502 for a target that doesn't speak TLS", async () => {
    const id = await saved({ url: `${target.origin.replace('http:', 'https:')}/` });
    expect((await run(id)).status).toBe(502);
  });
});

test('stores target responses of any bytes', async () => {
  target.answer = (response) => response.end(Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80, 0x62]));
  const executed = await run(await saved());
  expect(executed.status, executed.text).toBe(200);
  expect((await entry(executed.body.executionId)).response.body).toBe(executed.body.response.body);
});

/**
 * Characters that people don't see: a reading-order override, a zero-width space, a control character, and
 * words in tags.
 */
const UNSEEN = `\u202e\u200b\u0007${Array.from('obey', (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('')}`;
const INVISIBLE = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/u;
const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsOf(inner)])
    : [String(value)];

test.each([
  ['text', (text: string) => text],
  ['JSON', (text: string) => JSON.stringify({ [text]: [text] })],
])(
  'a run whose %s hides characters shows none of them over REST, to tools and in history (contract: History and stats 5)',
  async (_form, write) => {
    target.answer = (response) => {
      response.end(write(`paid${UNSEEN}! 👨\u200d👩\u200d👧 می\u200cخواهم`));
    };
    const id = await saved({ method: 'POST', body: `{{ variables.note }}` });
    const variables = { note: `hello${UNSEEN}` };
    const executed = await run(id, { variables });
    expect(executed.status, executed.text).toBe(200);
    const tool = (await toolCall(id, { variables })).result.structuredContent;
    const kept = await entry(executed.body.executionId);
    const { value: read } = await callTool(outstep, key, 'get_history_entry', {
      id: executed.body.executionId,
    });
    for (const shown of [executed.body, tool, kept, read]) {
      expect(textsOf(shown).filter((text) => INVISIBLE.test(text))).toEqual([]);
      const text = JSON.stringify(shown);
      expect(text).toContain('paid! 👨\u200d👩\u200d👧 می\u200cخواهم');
      expect(text).toContain('"hello"');
    }
  },
);

test('truncates texts at 8 KB and strips invisible characters for tools (contract: History and stats 5)', async () => {
  target.answer = (response) => response.end(`start\u200b\u202e${'words and more '.repeat(1000)}`);
  const executed = await run(await saved());
  expect(executed.status, executed.text).toBe(200);
  const params = { name: 'get_history_entry', arguments: { id: executed.body.executionId } };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { body } = await outstep.call(key, 'POST', '/api/mcp', message, {
    'content-type': 'application/json',
  });
  const { response, truncated } = body.result.structuredContent;
  expect(truncated).toBe(true);
  expect(response.body).toHaveLength(8192);
  expect(response.body).toMatch(/^startwords/);
  expect((await entry(executed.body.executionId)).response.body.length).toBeGreaterThan(14_000);
});

describe('Idempotency-Key', () => {
  test('repeats the first response without a second call, failures included (contract: Order of checks 5)', async () => {
    for (const status of [200, 503]) {
      target.answer = (response) => {
        response.statusCode = status;
        response.end('once');
      };
      const id = await saved();
      const headers = { 'idempotency-key': `run-${status}` };
      const before = target.received.length;
      const [first, again] = [await run(id, {}, headers), await run(id, {}, headers)];
      expect(again.text).toBe(first.text);
      expect(again.status).toBe(first.status);
      expect(again.headers.get('x-execution-id')).toBe(first.headers.get('x-execution-id'));
      expect(target.received.length - before).toBe(1);
    }
    const me = await outstep.call(key, 'GET', '/api/v1/me');
    expect(me.body.limits.execute.remaining).toBe(58);
  });

  test('repeating the run through the tool or REST makes no second call (contract: Tool server 12; Order of checks 5)', async () => {
    for (const status of [200, 503]) {
      target.answer = (response) => {
        response.statusCode = status;
        response.end('once');
      };
      const id = await saved();
      const before = target.received.length;
      const name = `tool-${status}`;
      const tool = () => callTool(outstep, key, 'test_http_request', { id, idempotency_key: name });
      const [first, again] = [await tool(), await tool()];
      const overRest = await run(id, undefined, { 'idempotency-key': name });
      expect(again).toMatchObject({ isError: status !== 200, text: first.text });
      expect(again.notes).toEqual([expect.stringContaining('nothing was done')]);
      expect(overRest.headers.get('idempotency-replayed')).toBe('true');
      expect(target.received.length - before).toBe(1);
    }
    const me = await outstep.call(key, 'GET', '/api/v1/me');
    expect(me.body.limits.execute.remaining).toBe(58);
  });
});

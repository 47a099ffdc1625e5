import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;
const path = '/api/v1/http-requests';

beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep.close());

/** Each test gets its own store, so that lists start empty and budgets are not shared. */
async function fresh() {
  key = await outstep.newKey(await outstep.newStore(), 'write');
}
const create = async (body: unknown, headers = {}) => outstep.call(key, 'POST', path, body, headers);
const get = async (id: string) => outstep.call(key, 'GET', `${path}/${id}`);
const patch = async (id: string, body: unknown, headers = {}) =>
  outstep.call(key, 'PATCH', `${path}/${id}`, body, headers);

describe('create', () => {
  beforeAll(fresh);

  test('201 with everything set (spec: Endpoint POST /api/v1/http-requests; Status 201; HTTP request 2)', async () => {
    const sent = {
      name: 'Create order',
      description: 'Tells the warehouse',
      method: 'post',
      url: 'https://warehouse.example.com/orders/{{ variables.order.id }}',
      headers: { 'X-Shop': '{{ variables.shop }}', Authorization: 'Bearer {{ secrets.WAREHOUSE }}' },
      body: { b: 1, a: ['{{ variables.x }}', null, true, 1.5] },
      timeoutMs: 30000,
      testVariables: { order: { id: 7 } },
    };
    const answer = await create(sent);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...sent,
      method: 'POST',
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      updatedAt: answer.body.createdAt,
    });
    expect(Object.keys(answer.body.body)).toEqual(['b', 'a']);
    expect((await get(answer.body.id)).text).toBe(answer.text);
  });

  test('201 with the URL alone; the rest has defaults (spec: HTTP request 1; HTTP request 2) (contract: HTTP requests 1)', async () => {
    const { status, body } = await create({ url: 'http://example.com/path?x=1#y' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'GET example.com/path',
      description: '',
      method: 'GET',
      headers: {},
      body: null,
      timeoutMs: 10000,
      testVariables: {},
    });
  });

  test.each([
    [{ body: '' }, ''],
    [{ body: null }, null],
    [{ body: '{"a": {{ variables.n }} }' }, '{"a": {{ variables.n }} }'],
    [{ body: [1, 'two'] }, [1, 'two']],
    [{ body: 0 }, 0],
    [{ body: false }, false],
  ])(
    'a body reads back in the JSON type sent, the empty one too: %j (spec: HTTP request 2) (contract: HTTP requests 3)',
    async (sent, expected) => {
      const { body } = await create({ url: 'https://example.com/', ...sent });
      expect(body.body).toEqual(expected);
      expect((await get(body.id)).body.body).toEqual(expected);
    },
  );

  test.each(['get', 'POST', 'Put', 'patch', 'DELETE'])(
    'accepts method %s in any case (spec: HTTP request 2) (contract: HTTP requests 1)',
    async (method) => {
      expect((await create({ url: 'https://example.com/', method })).body.method).toBe(method.toUpperCase());
    },
  );

  test('headers may be sent as a list and read back as an object (spec: HTTP request 2) (contract: HTTP requests 2)', async () => {
    const { body } = await create({
      url: 'https://example.com/',
      headers: [
        { name: 'X-B', value: '1' },
        { name: 'X-A', value: '2' },
      ],
    });
    expect(Object.entries(body.headers)).toEqual([
      ['X-B', '1'],
      ['X-A', '2'],
    ]);
  });

  test.each([
    [{}, 'url: required'],
    [{ url: null }, 'url: required'],
    [{ url: '  ' }, 'url: required'],
    [{ url: 7 }, 'url: must be text'],
    [{ url: 'ftp://example.com/' }, 'url: must start with http:// or https://'],
    [{ url: '{{ variables.url }}' }, 'url: must start with http:// or https://'],
    [{ url: 'javascript:alert(1)//http://' }, 'url: must start with http:// or https://'],
    [{ url: 'https://' }, 'url: not a valid address'],
    [{ url: `https://example.com/${'é'.repeat(2048)}` }, 'url: at most 2048 characters'],
    [
      { url: 'https://example.com/', method: 'TRACE' },
      'method: must be one of GET, POST, PUT, PATCH, DELETE',
    ],
    [{ url: 'https://example.com/', name: 'x'.repeat(201) }, 'name: at most 200 characters'],
    [{ url: 'https://example.com/', timeoutMs: 999 }, 'timeoutMs: must be at least 1000'],
    [{ url: 'https://example.com/', timeoutMs: 30001 }, 'timeoutMs: must be at most 30000'],
    [{ url: 'https://example.com/', timeoutMs: 1500.5 }, 'timeoutMs: must be an integer'],
    [{ url: 'https://example.com/', headers: 'x' }, 'headers: must be an object'],
    [
      { url: 'https://example.com/', headers: { Host: 'x' } },
      "headers.Host: can't be set; remove this header",
    ],
    [{ url: 'https://example.com/', headers: { 'a b': 'x' } }, 'headers.a b: not a valid header name'],
    [{ url: 'https://example.com/', headers: { A: 'x', a: 'y' } }, 'headers.a: given more than once'],
    [{ url: 'https://example.com/', headers: { A: 'x\r\nB: y' } }, 'headers.A: must be a single line'],
    [{ url: 'https://example.com/', testVariables: [] }, 'testVariables: must be an object'],
    [
      { url: 'https://example.com/', body: 'a\u0000b' },
      'body: must not contain NUL, broken Unicode or numbers out of range',
    ],
    [
      { url: 'x', method: 'y', timeoutMs: 'z' },
      'url: must start with http:// or https://; method: must be one of GET, POST, PUT, PATCH, DELETE; timeoutMs: must be a number',
    ],
  ])('400 for %j (spec: HTTP request 1; Errors 1; Status 400)', async (sent, error) => {
    const answer = await create(sent);
    expect(answer.body).toEqual({ error });
    expect(answer.status).toBe(400);
  });

  test.each([
    [{ url: 'https://example.com/{{ a b }}' }, /^url: Liquid: .+, line 1, column \d+$/],
    [
      { url: 'https://example.com/', headers: { 'X-A': '{% if a %}' } },
      /^headers\.X-A: Liquid: tag "if" not closed, line 1, column 1$/,
    ],
    [{ url: 'https://example.com/', body: '{{ a | nofilter }}' }, /^body: Liquid: .*nofilter/],
    [
      { url: 'https://example.com/', body: { list: [1, { text: '{{ secrets.A | upcase }}' }] } },
      /^body\.list\[1\]\.text: Liquid: /,
    ],
  ])('400 for invalid Liquid: %j (spec: HTTP request 3)', async (sent, error) => {
    const answer = await create(sent);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(error);
  });

  test.each([
    [{ body: '{"a": }' }, /^body: not valid JSON/],
    [{ body: ' [1, 2' }, /^body: not valid JSON/],
    [{ body: '{"password": "hunter22",}' }, /^body: not valid JSON(?!.*hunter)/],
    [
      { body: 'a=1', headers: { 'content-type': 'application/json; charset=utf-8' } },
      /^body: not valid JSON/,
    ],
    [{ body: 'x', headers: { 'Content-Type': 'application/vnd.api+json' } }, /^body: not valid JSON/],
  ])('400 for invalid JSON: %j (contract: HTTP requests 4)', async (sent, error) => {
    const answer = await create({ url: 'https://example.com/', ...sent });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });

  test('accepts bodies of other types and with Liquid unchanged (contract: HTTP requests 4)', async () => {
    for (const sent of [
      { body: '{"a": }', headers: { 'Content-Type': 'text/plain' } },
      { body: 'hello {' },
      { body: '{"a": {{ variables.a }}}' },
    ])
      expect((await create({ url: 'https://example.com/', ...sent })).status).toBe(201);
    const { body: made } = await create({ url: 'https://example.com/', body: 'a=1' });
    const typed = await patch(made.id, { headers: { 'Content-Type': 'application/json' } });
    expect(typed).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^body: not valid JSON/) },
    });
  });

  test('counts lengths in code points (contract: Fields 6)', async () => {
    expect((await create({ url: 'https://example.com/', name: '😀'.repeat(200) })).status).toBe(201);
    expect((await create({ url: 'https://example.com/', name: '😀'.repeat(201) })).status).toBe(400);
  });

  test('ignores and names unknown members (contract: Fields 5)', async () => {
    const { status, headers } = await create({ url: 'https://example.com/', tiemout: 5, id: 'x', 'ä b': 1 });
    expect(status).toBe(201);
    expect(headers.get('x-ignored-fields')).toBe('tiemout, id, %C3%A4%20b');
  });
});

describe('literal credentials', () => {
  beforeAll(fresh);
  const sent = {
    url: 'https://user:hunter22@example.com/hook?api_key=abc123&page=2',
    headers: { Authorization: 'Bearer verysecretvalue', 'X-Api-Key': 'k-123', Accept: 'text/plain' },
    body: { password: 'hunter22', order: 'A-1001', nested: { access_token: 'tok' } },
  };

  test('masks literal credentials in every response and keeps references as written (spec: What the service does 6)', async () => {
    const made = await create({ ...sent, headers: { ...sent.headers, 'X-Token': '{{ secrets.TOKEN }}' } });
    const masked = {
      url: expect.stringMatching(/api_key=\*{8}&page=2$/),
      headers: {
        Authorization: 'Bearer ********',
        'X-Api-Key': '********',
        Accept: 'text/plain',
        'X-Token': '{{ secrets.TOKEN }}',
      },
      body: { password: '********', order: 'A-1001', nested: { access_token: '********' } },
    };
    expect(made.body).toMatchObject(masked);
    const list = await outstep.call(key, 'GET', path);
    const read = await get(made.body.id);
    const changed = await patch(made.body.id, { name: 'renamed' });
    for (const answer of [made, list, read, changed]) {
      expect(answer.text).not.toMatch(/hunter22|verysecretvalue|k-123|abc123|"tok"/);
    }
    expect(changed.body).toMatchObject({ ...masked, name: 'renamed' });
  });

  test('keeps credentials when a masked request is sent back (spec: What the service does 6)', async () => {
    const made = await create(sent);
    const back = await outstep.call(key, 'PUT', `${path}/${made.body.id}`, {
      ...made.body,
      description: 'same otherwise',
    });
    expect(back.status).toBe(200);
    const { rows } = await outstep.core.database
      .forStore(key.storeId)
      .rows({
        statement: { name: '', text: 'select sealed from http_requests where id = $1' },
        values: [made.body.id],
      })
      .then((rows) => ({ rows: rows as { sealed: Buffer }[] }));
    const vault = await outstep.core.vaultFor(key.storeId).unlock();
    const place = { table: 'http_requests', name: made.body.id };
    const plain = JSON.parse(vault.open(place, rows[0]?.sealed as Buffer));
    expect(plain).toMatchObject({ ...sent, description: 'same otherwise' });
  });

  test('400 for a mask without a stored value, over REST and as a tool (contract: HTTP requests 6)', async () => {
    const { body: made } = await create(sent);
    const still = (field: string) => `${field}: still masked; send the value or {{ secrets.NAME }}`;
    const { id: _id, ...copy } = made;
    expect(await create(copy)).toMatchObject({
      status: 400,
      body: {
        error: [
          'url',
          'headers.Authorization',
          'headers.X-Api-Key',
          'body.password',
          'body.nested.access_token',
        ]
          .map(still)
          .join('; '),
      },
    });
    const refused = {
      'headers.X-Other': { headers: { 'X-Other': '********' } },
      'body.pin': { body: { pin: '********' } },
      body: { body: JSON.stringify(made.body) },
      url: { url: made.url.replace('example.com', 'evil.example') },
      'testVariables.token': { testVariables: { token: '********' } },
    };
    for (const [field, change] of Object.entries(refused)) {
      expect(await patch(made.id, change)).toMatchObject({ status: 400, body: { error: still(field) } });
      const params = { name: 'update_http_request', arguments: { id: made.id, ...change } };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const { body } = await outstep.call(key, 'POST', '/api/mcp', message, {
        'content-type': 'application/json',
      });
      expect(body.result).toMatchObject({ isError: true, content: [{ text: still(field) }] });
    }
    expect((await get(made.id)).text).toBe(JSON.stringify(made));
  });

  test('cannot be searched for', async () => {
    await create(sent);
    for (const q of ['hunter22', 'abc123']) {
      expect((await outstep.call(key, 'GET', `${path}?q=${q}`)).body.total).toBe(0);
    }
  });
});

describe('read and list', () => {
  beforeAll(async () => {
    await fresh();
    for (let i = 1; i <= 30; i++) {
      await create({
        url: `https://example.com/${i}`,
        name: `Request ${i}`,
        description: i === 7 ? '100%_sure' : '',
      });
    }
  });
  const list = (query: string) => outstep.call(key, 'GET', `${path}${query}`);

  test('newest change first, 25 a page, with totals (spec: Conventions 2; Endpoint GET /api/v1/http-requests; Limit: limit parameter) (contract: Lists 4)', async () => {
    const { body } = await list('');
    expect(body).toMatchObject({ page: 1, limit: 25, total: 30, pages: 2 });
    expect(body.items).toHaveLength(25);
    expect(body.items[0].name).toBe('Request 30');
    expect(Object.keys(body.items[0])).toEqual([
      'id',
      'name',
      'description',
      'method',
      'url',
      'timeoutMs',
      'createdAt',
      'updatedAt',
    ]);
    const second = await list('?page=2');
    expect(second.body.items.map((item: { name: string }) => item.name)).toEqual([
      'Request 5',
      'Request 4',
      'Request 3',
      'Request 2',
      'Request 1',
    ]);
  });

  test('400 for a parameter that is given more than once, and ignores unknown ones (contract: Fields 7)', async () => {
    expect(await list('?page=1&page=2&q=a&limit=5&limit=5')).toMatchObject({
      status: 400,
      body: { error: 'page: given more than once; limit: given more than once' },
    });
    expect((await list('?limit=1&order=a&order=b')).status).toBe(200);
    expect((await list('?limit=1&page=&page=')).body.error).toBe('page: given more than once');
  });

  test('caps limit at 100 and reports it (spec: Limit: limit parameter; Conventions 2) (contract: Fields 7)', async () => {
    expect((await list('?limit=1000')).body).toMatchObject({ limit: 100, pages: 1 });
    expect((await list('?limit=7')).body).toMatchObject({ limit: 7, pages: 5 });
  });

  test('returns an empty page past the end and ignores empty parameters (contract: Lists 1; Fields 7)', async () => {
    expect((await list('?page=99')).body).toMatchObject({ items: [], page: 99, total: 30 });
    expect((await list('?page=99999999999999999999&limit=99999999999999999999')).body.items).toEqual([]);
    expect((await list('?page=&limit=&q=')).body).toMatchObject({ page: 1, limit: 25, total: 30 });
  });

  test.each([
    ['?page=0', 'page: must be at least 1'],
    ['?page=-3', 'page: must be at least 1'],
    ['?page=1.5', 'page: must be an integer'],
    ['?page=abc', 'page: must be a number'],
    ['?limit=0', 'limit: must be at least 1'],
    ['?page=1&page=2', 'page: given more than once'],
    ['?q=a&q=b', 'q: given more than once'],
    ['?q=%00', 'q: must not contain NUL or broken Unicode'],
  ])('400 for %s (spec: Status 400)', async (query, error) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error } });
  });

  test('q searches name, description and URL, ignoring case; % and _ are literal (spec: Conventions 2) (contract: Lists 3)', async () => {
    expect((await list('?q=REQUEST%2030')).body.total).toBe(1);
    expect((await list('?q=example.com/1')).body.total).toBe(11);
    expect((await list('?q=%25_SURE')).body.total).toBe(1);
    expect((await list('?q=%25')).body.total).toBe(1);
    expect((await list('?q=Request_1')).body.total).toBe(0);
    expect((await list('?q=nowhere')).body).toMatchObject({ items: [], total: 0, pages: 0 });
  });

  test('404 for unknown and malformed ids, with the same body (spec: Endpoint GET /api/v1/http-requests/:id; Status 404)', async () => {
    const bodies = new Set<string>();
    for (const id of [outstep.core.runtime.newId(), 'nonsense', '%00', '1', 'x'.repeat(1500)]) {
      const answer = await get(id);
      expect(answer.status).toBe(404);
      bodies.add(answer.text);
    }
    expect([...bodies]).toEqual(['{"error":"not found"}']);
  });
});

describe('update', () => {
  beforeAll(fresh);
  const original = {
    url: 'https://example.com/',
    name: 'One',
    headers: { A: '1', B: '2' },
    body: { a: 1 },
    testVariables: { x: 1 },
  };

  test.each(['PUT', 'PATCH'])(
    '%s changes only the members sent; an object is replaced whole (spec: Endpoint PUT/PATCH /api/v1/http-requests/:id) (contract: Fields 3)',
    async (method) => {
      const { body: made } = await create(original);
      const answer = await outstep.call(key, method, `${path}/${made.id}`, {
        headers: { C: '3' },
        description: 'new',
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        ...made,
        headers: { C: '3' },
        description: 'new',
        updatedAt: answer.body.updatedAt,
      });
      expect(answer.body.updatedAt > made.updatedAt).toBe(true);
    },
  );

  test('null clears optional members and is rejected for the URL (contract: Fields 4)', async () => {
    const { body: made } = await create({ ...original, description: 'text' });
    const cleared = await patch(made.id, { description: null, name: null, testVariables: null, body: null });
    expect(cleared.body).toMatchObject({
      description: '',
      name: 'GET example.com/',
      testVariables: {},
      body: null,
    });
    expect(await patch(made.id, { url: null })).toMatchObject({
      status: 400,
      body: { error: 'url: required' },
    });
    expect(await patch(made.id, { url: ' ' })).toMatchObject({
      status: 400,
      body: { error: 'url: required' },
    });
  });

  test('order of checks: JSON, then the record, then If-Match, then fields (contract: Order of checks 1)', async () => {
    const { body: made } = await create(original);
    const gone = outstep.core.runtime.newId();
    expect((await patch(gone, '{')).body.error).toBe('request body: not valid JSON');
    expect((await patch(gone, { url: 1 }, { 'if-match': '"r9"' })).status).toBe(404);
    expect((await patch(made.id, { url: 1 }, { 'if-match': '"r9"' })).status).toBe(412);
    expect((await patch(made.id, { url: 1 }, { 'if-match': '"r1"' })).status).toBe(400);
  });

  test('ETag on reads, If-Match honored on writes (contract: Repeating and overlapping writes 3)', async () => {
    const made = await create(original);
    const etag = made.headers.get('etag') as string;
    expect((await get(made.body.id)).headers.get('etag')).toBe(etag);
    const first = await patch(made.body.id, { name: 'Two' }, { 'if-match': etag });
    expect(first.status).toBe(200);
    const late = await patch(made.body.id, { name: 'Three' }, { 'if-match': etag });
    expect(late).toMatchObject({
      status: 412,
      body: { error: 'the record has changed since you read it (name); read it again and repeat the change' },
    });
    expect(
      (await patch(made.body.id, { name: 'Four' }, { 'if-match': `"zz", ${first.headers.get('etag')}` }))
        .status,
    ).toBe(200);
    expect((await patch(made.body.id, { name: 'Five' }, { 'if-match': '*' })).status).toBe(200);
    expect(
      (await outstep.call(key, 'DELETE', `${path}/${made.body.id}`, undefined, { 'if-match': etag })).status,
    ).toBe(412);
  });

  test('keeps all of 50 parallel changes (contract: Repeating and overlapping writes 4)', async () => {
    const { body: made } = await create({ ...original, headers: {} });
    const names = Array.from({ length: 50 }, (_, i) => `w${i}`);
    const answers = await Promise.all(names.map((name) => patch(made.id, { name })));
    expect(answers.map((answer) => answer.status).filter((status) => status !== 200)).toEqual([]);
    const etags = answers.map((answer) => answer.headers.get('etag'));
    expect(new Set(etags).size).toBe(50);
    expect((await get(made.id)).headers.get('etag')).toBe('"r51"');
  });
});

describe('delete', () => {
  beforeAll(fresh);

  test('200 with the id, then 404 (spec: Endpoint DELETE /api/v1/http-requests/:id; Status 200)', async () => {
    const { body: made } = await create({ url: 'https://example.com/' });
    const answer = await outstep.call(key, 'DELETE', `${path}/${made.id}`);
    expect(answer).toMatchObject({ status: 200, body: { deleted: true, id: made.id } });
    expect((await outstep.call(key, 'DELETE', `${path}/${made.id}`)).status).toBe(404);
    expect((await get(made.id)).status).toBe(404);
  });
});

describe('Idempotency-Key', () => {
  beforeAll(fresh);
  const idempotent = { 'idempotency-key': 'order-1' };

  test('repeats the first response without a second write (contract: Repeating and overlapping writes 1)', async () => {
    const first = await create({ url: 'https://example.com/once' }, idempotent);
    const again = await create({ url: 'https://example.com/once' }, idempotent);
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await outstep.call(key, 'GET', path)).body.total).toBe(1);
  });

  test('409 for another body; keys are separate per API key (contract: Repeating and overlapping writes 1)', async () => {
    const other = await create({ url: 'https://example.com/other' }, idempotent);
    expect(other).toMatchObject({
      status: 409,
      body: { error: 'this Idempotency-Key was already used for another call; use a new one' },
    });
    const neighbor = await outstep.newKey(key.storeId, 'write');
    const theirs = await outstep.call(
      neighbor,
      'POST',
      path,
      { url: 'https://example.com/other' },
      idempotent,
    );
    expect(theirs.status).toBe(201);
  });

  test('a rejected call releases the idempotency key (contract: Repeating and overlapping writes 2)', async () => {
    const headers = { 'idempotency-key': 'mended' };
    expect((await create({ url: 'nonsense' }, headers)).status).toBe(400);
    expect((await create({ url: 'https://example.com/mended' }, headers)).status).toBe(201);
  });

  test('20 concurrent calls create one record', async () => {
    const headers = { 'idempotency-key': 'at-once' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create({ url: 'https://example.com/at-once' }, headers)),
    );
    const made = answers.filter((answer) => answer.status === 201);
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.every((answer) => answer.status === 201 || answer.status === 409)).toBe(true);
    expect((await outstep.call(key, 'GET', `${path}?q=at-once`)).body.total).toBe(1);
  });

  test('400 for a key that is too long (contract: Repeating and overlapping writes 1)', async () => {
    const answer = await create({ url: 'https://example.com/' }, { 'idempotency-key': 'x'.repeat(257) });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key: 1 to 256 printable characters' },
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { maskContent, type RequestContent, restoreMasked } from './credentials.rules.ts';

const empty: RequestContent = {
  name: '',
  description: '',
  url: 'https://api.example.com/',
  headers: {},
  body: null,
  testVariables: {},
};
const content = (part: Partial<RequestContent>): RequestContent => ({ ...empty, ...part });
const maskedUrl = (url: string) => maskContent(content({ url })).masked.url;
const maskedHeader = (name: string, value: string) =>
  maskContent(content({ headers: { [name]: value } })).masked.headers[name];
const maskedBody = (body: Json) => maskContent(content({ body })).masked.body;

describe('headers', () => {
  it.each([
    ['Authorization', 'Bearer abc', 'Bearer ********'],
    ['authorization', 'Basic dXNlcjpwYXNz', 'Basic ********'],
    ['Authorization', 'Klaviyo-API-Key abc', 'Klaviyo-API-Key ********'],
    ['Authorization', 'hunter2', '********'],
    ['Authorization', 'two words', '********'],
    ['Proxy-Authorization', 'Digest username="a", response="b"', 'Digest ********'],
    ['Cookie', 'sid=abc; theme=dark', 'sid=********; theme=********'],
    ['Cookie', 'sid={{ secrets.SID }}', 'sid={{ secrets.SID }}'],
    ['X-Shopify-Access-Token', 'abc', '********'],
    ['X-Api-Key', '  abc ', '  ******** '],
    ['Content-Type', 'application/json', 'application/json'],
    ['Idempotency-Key', 'order-{{ variables.order.id }}', 'order-{{ variables.order.id }}'],
    ['X-Api-Key', '', ''],
    ['X-Api-Key', '********', '********'],
  ])('%s: %s reads back as %s', (name, value, shown) => {
    expect(maskedHeader(name, value)).toBe(shown);
  });

  it.each([
    ['Bearer {{ secrets.X }}', 'Bearer {{ secrets.X }}'],
    ['{{ secrets.A }}:{{ secrets.B }}', '{{ secrets.A }}:{{ secrets.B }}'],
    ['Token token={{ secrets.X }}', 'Token token={{ secrets.X }}'],
    ['Custom myApiKey={{ secrets.X }}', 'Custom myApiKey={{ secrets.X }}'],
    ['Bearer WZFkLpxnVZTKxpFqxrAv {{ secrets.X }}', 'Bearer ******** {{ secrets.X }}'],
    ['Bearer {{ secrets.X }}abc', 'Bearer {{ secrets.X }}abc'],
    ['Bearer {{ secrets.X }}hunter2x', 'Bearer {{ secrets.X }}********'],
    ['Bearer {{ variables.t | default: "hunter2x" }}', 'Bearer {{ variables.t | default: "********" }}'],
    ['Bearer {{ variables["token"] }}', 'Bearer {{ variables["token"] }}'],
  ])('keeps the references of %s', (value, shown) => {
    expect(maskedHeader('Authorization', value)).toBe(shown);
  });
});

describe('url', () => {
  it.each([
    ['https://user:pa:ss@h.example/', 'https://********:********@h.example/'],
    ['https://u@h.example/', 'https://********@h.example/'],
    ['https://h.example/?api_key=a&page=2#x', 'https://h.example/?api_key=********&page=2#x'],
    [
      'https://h.example/?t={{ secrets.T }}&key={{ secrets.K }}',
      'https://h.example/?t={{ secrets.T }}&key={{ secrets.K }}',
    ],
    [
      'https://{{ secrets.U }}:{{ secrets.P }}@h.example/',
      'https://{{ secrets.U }}:{{ secrets.P }}@h.example/',
    ],
    ['https://hooks.slack.com/services/T01/B02/abcDEF', 'https://hooks.slack.com/services/T01/B02/********'],
    [
      'https://h.example/{{ variables.a | default: "x@y/z?key=quux" }}',
      'https://h.example/{{ variables.a | default: "x@y/z?key=********" }}',
    ],
  ])('%s reads back as %s', (url, shown) => {
    expect(maskedUrl(url)).toBe(shown);
  });
});

describe('body', () => {
  it('masks numbers and everything below a credential and keeps harmless values', () => {
    expect(
      maskedBody({ token: 12345, auth: { user: 'a', pin: [1, 'b'] }, password: null, secret: true, key: '' }),
    ).toEqual({
      token: '********',
      auth: { user: '********', pin: ['********', '********'] },
      password: null,
      secret: true,
      key: '',
    });
  });

  it('judges a key by its siblings', () => {
    expect(
      maskedBody([{ key: 'color', value: 'red' }, { key: 'k1' }, { name: 'api_key', value: 'v' }]),
    ).toEqual([{ key: 'color', value: 'red' }, { key: '********' }, { name: 'api_key', value: '********' }]);
  });

  it('keeps the text around a mask byte for byte', () => {
    const text = '{\n\t"password" : "a\\"b",  "n": 1.50, "token": 7,{% if x %} "x": {{ y }}{% endif %} }';
    expect(maskedBody(text)).toBe(
      '{\n\t"password" : "********",  "n": 1.50, "token": "********",{% if x %} "x": {{ y }}{% endif %} }',
    );
  });

  it('reads forms, XML, and JSON inside JSON', () => {
    expect(maskedBody('grant_type=x&client_secret=abc')).toBe('grant_type=x&client_secret=********');
    expect(maskedBody('<a:Password Type="t">abc</a:Password>')).toBe(
      '<a:Password Type="t">********</a:Password>',
    );
    expect(maskedBody({ payload: '{"password":"abc"}' })).toEqual({ payload: '{"password":"********"}' });
    expect(maskedBody('{"payload":"{\\"password\\":\\"abc\\"}"}')).toBe(
      '{"payload":"{\\"password\\":\\"********\\"}"}',
    );
  });

  it('keeps members called __proto__ without polluting prototypes', () => {
    const body = JSON.parse('{"__proto__":{"token":"a","polluted":1},"constructor":{"prototype":{"x":2}}}');
    const { masked } = maskContent(content({ body }));
    expect(JSON.stringify(masked.body)).toBe(
      '{"__proto__":{"token":"********","polluted":1},"constructor":{"prototype":{"x":2}}}',
    );
    expect(JSON.stringify(restoreMasked({ body: masked.body }, content({ body })).body)).toBe(
      JSON.stringify(body),
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('a credential found once', () => {
  it('is masked wherever else it occurs, even encoded', () => {
    const value = 'pa$$ w0rd/ü!';
    const base64 = Buffer.from(`user:${value}`).toString('base64');
    const { masked } = maskContent(
      content({
        description: `it is ${value}`,
        headers: { 'X-Api-Key': value, 'X-Note': `v=${base64}` },
        url: `https://api.example.com/?n=${encodeURIComponent(value)}`,
        body: { note: JSON.stringify({ a: value }), n: 1 },
      }),
    );
    const shown = JSON.stringify(masked);
    for (const form of [value, base64, encodeURIComponent(value)]) expect(shown).not.toContain(form);
    expect(masked.description).toBe('it is ********');
  });
});

const name = fc.oneof(
  fc.constantFrom(
    'token',
    'password',
    'key',
    'value',
    'name',
    'api_key',
    '__proto__',
    'a',
    'auth',
    'max_tokens',
  ),
  fc.string({ maxLength: 8 }),
);
const piece = fc.constantFrom(
  ...[
    '{{ secrets.X }}',
    '{{ variables.a | default: "hunter2x" }}',
    '{% if a %}',
    '{{',
    '}}',
    'sk_live_0123456789ab',
    '********',
  ],
  ...[
    'https://u:p@h/?token=abc',
    '"password": "x"',
    '{"token":1}',
    '\n',
    ' ',
    '&',
    '=',
    '"',
    '\\',
    '*',
    'Bearer ',
    'hunter2hunter2',
  ],
);
const textOf = (joint: string) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc
      .array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 8 })
      .map((parts) => parts.join(joint)),
  );
const text = textOf('');
const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text as fc.Arbitrary<Json>,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('tree')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const object = fc
  .array(fc.tuple(name, tree), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries) as JsonObject);
const headers = fc
  .array(
    fc.tuple(
      fc.constantFrom('Authorization', 'authorization', 'Cookie', 'X-Api-Key', 'Accept', '__proto__'),
      text,
    ),
  )
  .map((entries) => Object.fromEntries(entries));
const anyContent: fc.Arbitrary<RequestContent> = fc.record({
  name: text,
  description: text,
  url: text.map((rest) => `https://${rest}`),
  headers,
  body: fc.oneof(
    tree,
    tree.map((value) => JSON.stringify(value)),
  ),
  testVariables: object,
});

describe('any content', () => {
  it('keeps the stored value when the masked response is sent back', () => {
    fc.assert(
      fc.property(anyContent, (stored) => {
        const { masked, changed } = maskContent(stored);
        expect(changed).toBe(JSON.stringify(masked) !== JSON.stringify(stored));
        expect(JSON.stringify(restoreMasked(masked, stored))).toBe(JSON.stringify(stored));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads back the same if it is already masked', () => {
    fc.assert(
      // Separate words and one field at a time: where credentials touch, or one is inside another, masking
      // the first can change how the second is recognized.
      fc.property(
        textOf(' '),
        fc.constantFrom('description', 'Authorization', 'Cookie', 'X-Key', 'body'),
        (value, field) => {
          const fields = {
            description: { description: value },
            body: { body: { password: value, note: [value] } },
          };
          const { masked } = maskContent(
            content(fields[field as keyof typeof fields] ?? { headers: { [field]: value } }),
          );
          expect(maskContent(masked)).toEqual({ masked, changed: false });
        },
      ),
      { numRuns: 1000 },
    );
  });

  const secret = fc.stringMatching(/^[A-Za-z0-9]{4,12}[!$+/_-][0-9]{3,6}[a-z]{2}$/);
  const place = fc.constantFrom<(s: string) => Partial<RequestContent>>(
    (s) => ({ headers: { Authorization: `Bearer ${s}` } }),
    (s) => ({ headers: { Cookie: `a=1; b=${s}` } }),
    (s) => ({ headers: { 'X-Signature': s } }),
    (s) => ({ url: `https://u:${encodeURIComponent(s)}@h.example/` }),
    (s) => ({ url: `https://h.example/?access_token=${encodeURIComponent(s)}` }),
    (s) => ({ body: { a: [{ client_secret: s }] } }),
    (s) => ({ body: `{"a": {{ variables.a }}, "client_secret": ${JSON.stringify(s)}}` }),
    (s) => ({ body: `a=1&client_secret=${encodeURIComponent(s)}` }),
    (s) => ({ testVariables: { password: s } }),
  );

  it('shows no literal credential: raw, in base64 or URL-encoded', () => {
    fc.assert(
      fc.property(anyContent, secret, place, (base, value, put) => {
        const echoes = {
          note: `x ${value} y`,
          other: Buffer.from(value).toString('base64'),
          third: encodeURIComponent(value),
        };
        const stored = { ...base, testVariables: echoes as JsonObject, ...put(value) };
        const shown = JSON.stringify(maskContent(stored).masked);
        for (const form of [
          value,
          Buffer.from(value).toString('base64').replace(/=+$/, ''),
          encodeURIComponent(value),
        ])
          expect(shown).not.toContain(form);
        expect(JSON.stringify(restoreMasked(maskContent(stored).masked, stored))).toBe(
          JSON.stringify(stored),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('reveals no credential when the text around its mask changes', () => {
    fc.assert(
      fc.property(anyContent, anyContent, secret, place, (base, other, value, put) => {
        const stored = { ...base, ...put(value) };
        const { masked } = maskContent(stored);
        const sent = {
          ...other,
          headers: { ...other.headers, ...masked.headers },
          url: masked.url,
          body: masked.body,
        };
        const after = { ...sent, ...restoreMasked(sent, stored) };
        if (!JSON.stringify(sent).includes(value))
          expect(JSON.stringify(maskContent(after).masked)).not.toContain(value);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a mask sent back', () => {
  const stored = content({
    description: 'works with hunter2hunter2',
    url: 'https://u:p4ss@api.example.com/v1/a?api_key=q1&page=1',
    headers: { Authorization: 'Bearer hunter2hunter2', 'X-Api-Key': 'k1', Cookie: 'a=1; b=2' },
    body: {
      password: 'p1',
      list: [
        { id: 1, token: 't1' },
        { id: 2, token: 't2' },
      ],
      pin_token: 42,
      key: 'k9',
    },
    testVariables: { token: 'v1' },
  });
  const restored = (sent: Partial<RequestContent>) => restoreMasked(sent, stored);

  it('keeps what is stored at the same place', () => {
    expect(restored({ headers: { AUTHORIZATION: 'Bearer ********', Cookie: 'c=3; b=********' } })).toEqual({
      headers: { AUTHORIZATION: 'Bearer hunter2hunter2', Cookie: 'c=3; b=2' },
    });
    expect(restored({ body: { new: 1, password: '********', pin_token: '********' } })).toEqual({
      body: { new: 1, password: 'p1', pin_token: 42 },
    });
    expect(
      restored({ url: 'https://********:********@api.example.com/v2/b?page=2&api_key=********' }),
    ).toEqual({
      url: 'https://u:p4ss@api.example.com/v2/b?page=2&api_key=q1',
    });
    expect(restored({ testVariables: { token: '********' } })).toEqual({ testVariables: { token: 'v1' } });
  });

  it.each([
    ['{"a": 1, "l": [{"token": "t1"}], "password": 77}', '"a": 1', '"a": {{ variables.a }}, "b": 2'],
    ['a=1&password=p%26q&b=2', 'a=1', 'c=3&a=2'],
    ['# notes\npassword: hunter22\nlast', '# notes', 'first\n# other notes'],
    ['<x>\n<Password>abc</Password>\n<n>1</n></x>', '<n>1</n>', '<n>2</n>'],
    ['https://h.example/a?token=t1&page=1', 'page=1', 'page=2'],
  ])('survives an edit elsewhere in %s', (body, from, to) => {
    const before = content({ body });
    const sent = (maskContent(before).masked.body as string).replace(from, to);
    expect(sent).toContain('********');
    expect(restoreMasked({ body: sent }, before)).toEqual({ body: body.replace(from, to) });
  });

  it('is not replaced where nothing is stored', () => {
    for (const sent of [
      { headers: { 'X-Other': '********', Authorization: 'Token ********' } },
      { body: { secret: '********' } },
      { body: '********' },
      { name: '********' },
      { testVariables: { password: '********' } },
    ])
      expect(restored(sent)).toEqual(sent);
  });

  it('moves no credential of the URL to another origin', () => {
    for (const url of [
      'https://********:********@evil.example/v1/a?api_key=********',
      'http://********:********@api.example.com/v1/a?api_key=********',
      'https://********:********@api.example.com:8443/v1/a?api_key=********',
      'https://api.example.com\\@evil.example/?api_key=********',
      'https://evil.example\\@api.example.com/?api_key=********',
      'https://api.example.com@evil.example/?api_key=********',
      'https://api.example.com\t.evil.example/?api_key=********',
      'https://api.example.com{{ variables.x }}/?api_key=********',
    ])
      expect(restored({ url })).toEqual({ url });
  });

  it('identifies a list entry by its content, not by its position (contract: HTTP requests 6)', () => {
    const masked = maskContent(stored).masked.body as { list: Json[] };
    const [first, second] = masked.list as [Json, Json];
    const [one, two] = (stored.body as { list: Json[] }).list;
    const other = { id: 3, token: '********' };
    for (const as of [(body: Json) => body, (body: Json) => JSON.stringify(body)]) {
      const before = content({ body: as({ list: [one, two] } as Json) });
      const back = (list: Json[]) => restoreMasked({ body: as({ list }) }, before).body;
      expect(back([second])).toEqual(as({ list: [two] } as Json));
      expect(back([second, first])).toEqual(as({ list: [two, one] } as Json));
      expect(back([{ ...(second as JsonObject), on: true }, other])).toEqual(
        as({ list: [{ id: 2, token: 't2', on: true }, other] }),
      );
    }
  });

  it('distinguishes identical entries by their order, but only while none is added or removed', () => {
    const lines = content({ body: 'password: hunter21\nx\npassword: hunter22' });
    const line = 'password: ********';
    expect(restoreMasked({ body: `y\n${line}\nx\n${line}` }, lines).body).toBe(
      'y\npassword: hunter21\nx\npassword: hunter22',
    );
    expect(restoreMasked({ body: `${line}\nx` }, lines).body).toBe(`${line}\nx`);
    const before = content({ body: { tokens: ['t1', 't2'], n: 1 } });
    const back = (tokens: string[]) => restoreMasked({ body: { tokens, n: 2 } }, before).body;
    expect(back(['********', '********'])).toEqual({ tokens: ['t1', 't2'], n: 2 });
    expect(back(['********'])).toEqual({ tokens: ['********'], n: 2 });
    expect(back(['********', '********', '********'])).toEqual({ tokens: Array(3).fill('********'), n: 2 });
  });

  it('is not replaced where the credential would no longer be recognized and could be read', () => {
    const around = { body: { key: '********', value: 'x' } };
    expect(restored(around)).toEqual(around);
    const alone = { description: 'works with ********', headers: {} };
    expect(restored(alone)).toEqual(alone);
  });

  it('keeps members that no rule covers', () => {
    const sent = { method: 'POST', timeoutMs: 5000, headers: { 'X-Api-Key': '********' } };
    expect(restoreMasked(sent, stored)).toEqual({
      method: 'POST',
      timeoutMs: 5000,
      headers: { 'X-Api-Key': 'k1' },
    });
  });
});

import fc from 'fast-check';

/** Liquid as people break it and as attackers use it; none of these words can occur in an internal text. */
const liquidFragments = [
  '{{ variables.a }}',
  '{{ secrets.TOKEN }}',
  '{{ variables.a | upcase | default: "x" }}',
  '{% if variables.a %}y{% endif %}',
  '{% for i in variables.list %}{{ i }}{% endfor %}',
  '{{',
  '}}',
  '{%',
  '{{ }}',
  '{% if %}',
  '{% endif %}',
  '{{ a b c }}',
  '{{ a | nofilter }}',
  '{% include "x" %}',
  '{% raw %}{{',
  '{{ "',
  "{{ 'a' | append: }}",
  '{{ variables["__proto__"] }}',
  '{{ variables.constructor.constructor }}',
  '{% for i in (1..999999999) %}{% endfor %}',
  '{%- liquid\n assign a = 1 -%}',
  '{{ "\u2028" }}',
  '{% comment %}',
  '{{{{{{{{',
];

const unicodeTricks = [
  'é',
  'é',
  'ﬁ①②⑦',
  '\u202eevil',
  '\u200b',
  '\ufeff',
  '\u2028\u2029',
  '😀'.repeat(50),
  '👨‍👩‍👧‍👦',
  'İıſK',
  'a\u0300'.repeat(40),
  '\ud800',
  'a\udfffb',
  '\ud83d',
  '\u0000',
  'a\u0000b',
  '\u0001\u0007\u001b[31m',
  'a\r\nSet-Cookie: x=1',
  '\r\n\r\n',
  '\uffff',
];

const sqlAndShell = [
  "'; drop table stores; --",
  '%',
  '_',
  '\\',
  '%_\\%',
  '$\u007b7*7}',
  '$1',
  '$$',
  '`id`',
  '../../etc/passwd',
  '{"a":1}',
  'null',
  'true',
  '********',
  'Bearer ********',
  '{"a":"********"}',
];

const addresses = [
  'https://example.com/',
  'http://example.com/a?b=c#d',
  'https://user:pass@example.com/x',
  'https://example.com/?api_key=********',
  'https://{{ variables.host }}/x',
  'HTTPS://EXAMPLE.COM',
  'http://',
  'https://[::1',
  'http://%00',
  'https://a b',
  'javascript:alert(1)',
  'http:\\\\example.com',
  'https://例え.jp/ü',
];

const longLengths = [201, 2001, 2049, 8193, 65_536] as const;

export const hostileText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: fc.constantFrom(...liquidFragments, ...addresses) },
    { weight: 3, arbitrary: fc.constantFrom(...unicodeTricks, ...sqlAndShell, '') },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom('a', '😀', '{{', '%', '"', ' ', 'é'),
        fc.constantFrom(...longLengths),
      ),
    },
  )
  .map((value) => (typeof value === 'string' ? value : value[0].repeat(value[1])));

export const goodText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 2, arbitrary: fc.constantFrom('order', 'Order paid', ...liquidFragments.slice(0, 5)) },
);

export const goodAddress: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('https://example.com', 'http://example.com:8080', 'https://a:b@example.com'),
    fc.constantFrom('', '/orders', '/{{ variables.id }}', '/?token=abc&x=1', '/?q={{ secrets.TOKEN }}#f'),
  )
  .map((parts) => parts.join(''));

/** Numbers that JSON can carry; `1e400` and the like are sent as text, see `hostileJsonText`. */
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 0.5, -1e308, 1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e-320),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

export const hostileName: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', 'toJSON'),
  },
  { weight: 1, arbitrary: hostileText },
);

/** Around and above the limit of 64; far deeper nesting is made from text, see `bytes.ts`. */
const nested: fc.Arbitrary<unknown> = fc
  .tuple(fc.constantFrom(3, 20, 61, 62, 63, 64, 65, 500), fc.boolean())
  .map(([depth, asList]) => {
    let value: unknown = 1;
    for (let i = 0; i < depth; i++) value = asList ? [value] : { a: value };
    return value;
  });

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]]) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 4 }) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.tuple(hostileName, fc.oneof(hostileText, hostileNumber)), { maxLength: 5 })
      // `fromEntries` makes `__proto__` a member like any other, as JSON.parse does.
      .map((entries) => Object.fromEntries(entries)),
  },
  { weight: 1, arbitrary: nested },
);

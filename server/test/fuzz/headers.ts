import fc from 'fast-check';

const contentTypes = [
  'application/json',
  'application/json; charset=utf-7',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'garbage',
  'a/b/c',
  '/',
  ';',
  '',
  'application/json, text/plain',
  '\xff\xfe',
];
const entityTags = ['*', '"r1"', 'W/"r1"', 'r1', '"', '""', ',', '"r1", "r2"', '*, "r9"', '\xe9', '"r1', ' '];
const retryKeys = [
  'same',
  'same',
  'same too',
  '',
  ' ',
  'a'.repeat(256),
  'a'.repeat(257),
  '\xe9',
  '"',
  "'; --",
];
const others: [string, string][] = [
  ['accept', 'text/html;q=0'],
  ['accept', '\xff'],
  ['accept-version', '9.x'],
  ['accept-encoding', 'gzip;q=nan'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'x'],
  ['cookie', 'a=b; __proto__=1'],
  ['expect', '100-continue'],
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['origin', 'null'],
  ['range', 'bytes=0-0,-1'],
  ['te', 'trailers'],
  ['upgrade', 'h2c'],
  ['via', 'x'.repeat(4000)],
  ['x-forwarded-for', "'; drop"],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', 'a'.repeat(300)],
  ['host', 'evil.example'],
  ['host', 'a:b:c'],
];

const named = (name: string, values: readonly string[]): fc.Arbitrary<[string, string]> =>
  fc.constantFrom(...values).map((value) => [name, value]);

/** Mostly none; the others are limited to what a client can send. */
export const hostileHeaders: fc.Arbitrary<[string, string][]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: named('content-type', contentTypes) },
    { weight: 3, arbitrary: named('if-match', entityTags) },
    { weight: 3, arbitrary: named('idempotency-key', retryKeys) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  ),
  { maxLength: 2, size: 'max' },
);

import { describe, expect, test } from 'vitest';
import { allowsHost, readHostPattern } from './host-pattern.ts';
import { textOf } from './messages/message.ts';

const read = (written: string) => {
  const result = readHostPattern(written);
  return 'pattern' in result ? result.pattern : textOf(result.reason);
};
const NONE = 'must be a host such as api.example.com or *.example.com, with an optional port';

describe('a host pattern (contract: Senders, secrets, files 10)', () => {
  test.each([
    ['api.example.com', 'api.example.com'],
    [' API.Example.com. ', 'api.example.com'],
    ['api.example.com:8443', 'api.example.com:8443'],
    ['api.example.com:0443', 'api.example.com:443'],
    ['*.example.com', '*.example.com'],
    ['*.Shop.example.co.uk:443', '*.shop.example.co.uk:443'],
    ['*.mine.github.io', '*.mine.github.io'],
    ['*.mine.s3.amazonaws.com', '*.mine.s3.amazonaws.com'],
    ['*.klaviyo.com', '*.klaviyo.com'],
    ['*.google.com', '*.google.com'],
    ['*.bücher.example', '*.xn--bcher-kva.example'],
    ['127.0.0.1:4000', '127.0.0.1:4000'],
    ['2130706433', '127.0.0.1'],
    ['[::1]:80', '[::1]:80'],
    ['localhost', 'localhost'],
    // An exact host is never too broad.
    ['github.io', 'github.io'],
  ])('%s is kept as %s', (written, stored) => {
    expect(read(written)).toBe(stored);
    expect(read(stored)).toBe(stored);
  });

  test.each([
    ...['', '*', '*.', '**.example.com', 'api.*.example.com', '*example.com', 'https://api.example.com'],
    ...[
      'api.example.com/',
      'api.example.com/path',
      'user@api.example.com',
      'api.example.com:',
      'a:0',
      'a:65536',
    ],
    ...[
      'a b.example.com',
      'api.example.com?x',
      'api.example.com#x',
      'api\\example.com',
      '::1',
      '[::1',
      'a:b:1',
    ],
    ...['{{ secrets.A }}.example.com', '*.127.0.0.1', '*.[::1]', 'a\n.example.com', '%00.example.com'],
  ])('%j is rejected', (written) => expect(read(written)).toBe(NONE));

  test.each([
    'com',
    'co.uk',
    'github.io',
    'herokuapp.com',
    's3.amazonaws.com',
    'localhost',
    'internal',
    'xn--fiqs8s',
    // Deeper levels belong to other people.
    'amazonaws.com',
    'eu-central-1.amazonaws.com',
    'compute.amazonaws.com',
    'windows.net',
    'core.windows.net',
    'digitaloceanspaces.com',
  ])('a wildcard below %s is rejected, because anyone can get a name there', (suffix) =>
    expect(read(`*.${suffix}`)).toBe(
      `"*.${suffix}" also matches hosts that belong to others; use a domain of the service you call`,
    ),
  );
});

describe('which URLs it allows (contract: Senders, secrets, files 11)', () => {
  test.each([
    ['api.example.com', 'https://api.example.com/x', true],
    ['api.example.com', 'http://API.EXAMPLE.COM./x', true],
    ['api.example.com', 'https://user:pass@api.example.com:8443/', true],
    ['api.example.com', 'https://api.example.com@other.example.com/', false],
    ['api.example.com', 'https://other.example.com/api.example.com', false],
    ['api.example.com', 'https://other.example.com#api.example.com', false],
    ['api.example.com', 'https://api.example.com.other.example/', false],
    ['api.example.com', 'https://xapi.example.com/', false],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://notexample.com/', false],
    ['*.example.com', 'https://example.com.other.example/', false],
    ['api.example.com:443', 'https://api.example.com/', true],
    ['api.example.com:443', 'http://api.example.com/', false],
    ['api.example.com:80', 'http://api.example.com/', true],
    ['api.example.com:8443', 'https://api.example.com:8443/', true],
    ['api.example.com:8443', 'https://api.example.com/', false],
    ['127.0.0.1', 'http://0x7f.1:4000/', true],
    ['[::1]', 'http://[0:0:0:0:0:0:0:1]/', true],
    ['xn--bcher-kva.example', 'https://bücher.example/', true],
    ['*.xn--bcher-kva.example', 'https://a.BÜCHER.example/', true],
  ])('%s, %s: %s', (pattern, url, allowed) => {
    expect(allowsHost([pattern], new URL(url))).toBe(allowed);
    expect(allowsHost(['else.example', pattern], new URL(url))).toBe(allowed);
  });

  test('null allows any host, an empty list none', () => {
    expect(allowsHost(null, new URL('https://example.com'))).toBe(true);
    expect(allowsHost([], new URL('https://example.com'))).toBe(false);
  });
});

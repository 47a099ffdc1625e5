import { expect, test } from 'vitest';
import { isLocalName, readHost } from './hosts.ts';
import { OutboundError } from './outbound-error.ts';
import { readTarget } from './target.ts';

const reasonOf = (url: string) => {
  try {
    readTarget(url);
    return null;
  } catch (error) {
    return error instanceof OutboundError ? error.reason : error;
  }
};

test.each([
  ['http://127.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f000001/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://017700000001/', '127.0.0.1'],
  ['http://0177.0.0.1/', '127.0.0.1'],
  ['http://127.0.0.1./', '127.0.0.1'],
  ['http://①②⑦.⓪.⓪.①/', '127.0.0.1'],
  ['http://127。0。0。1/', '127.0.0.1'],
  ['http://%31%32%37.0.0.1/', '127.0.0.1'],
  ['http://0/', '0.0.0.0'],
  ['http://2852039166/', '169.254.169.254'],
  ['http://LOCALHOST./', 'localhost'],
  ['http://[0:0:0:0:0:ffff:7f00:1]/', '::ffff:7f00:1'],
  ['http://[::127.0.0.1]/', '::7f00:1'],
  ['http://a@127.0.0.1/', '127.0.0.1'],
  ['http://127.0.0.1#@example.com/', '127.0.0.1'],
])('%s means %s', (url, host) => {
  expect(readTarget(url).host).toBe(host);
});

test.each([
  ...['', 'example.com', '//example.com/', 'http:example.com', 'http:/example.com', 'http:///example.com/'],
  ...['http:\\\\example.com\\', 'http://example.com\\@127.0.0.1/', 'http://a@b@c/', 'http:// example.com/'],
  ...[
    'ftp://a/',
    'file:///etc/passwd',
    'data:,x',
    'gopher://a/',
    'javascript:1',
    ' http://a.b/',
    'http://a.b:x/',
  ],
  ...['http://a.b/\r\nX: y', 'http://a.\nb/', 'ht\ttp://a.b/', 'http://a.b/\0', 'http://[fe80::1%25lo]/'],
  ...[
    'http://a.b:65536/',
    'http://?',
    'http://#',
    'http://',
    'http://%zz/',
    `http://a.b/${'x'.repeat(9000)}`,
  ],
  'http://%ff:x@a.b/',
])('%j is malformed', (url) => {
  expect(reasonOf(url)).toBe('malformed');
});

test.each([0, 22, 25, 110, 465, 587, 3306, 5432, 6379, 11211, 27017])('port %i is forbidden', (port) => {
  expect(reasonOf(`http://example.com:${port}/`)).toBe('forbidden');
});

test.each([80, 443, 3000, 8080, 8443, 9200, 65_535])('port %i is open', (port) => {
  expect(readTarget(`http://example.com:${port}/`).port).toBe(port);
});

test('the request contains neither credentials nor the fragment', () => {
  const { url, authorization, port, secure } = readTarget('HTTPS://me:p%20w@Example.com/a?b#c');
  expect(url.href).toBe('https://example.com/a?b');
  expect(authorization).toBe(`Basic ${Buffer.from('me:p w').toString('base64')}`);
  expect({ port, secure }).toEqual({ port: 443, secure: true });
});

test.each(['localhost', 'a.localhost', 'intranet', 'printer.local', 'db.internal', 'x.home.arpa', ''])(
  '%j is a local name',
  (host) => expect(isLocalName(host)).toBe(true),
);

test.each(['example.com', 'local.example', 'internal.example.com', 'mylocalhost.com'])('%s is not', (host) =>
  expect(isLocalName(host)).toBe(false),
);

test.each([
  ['smtp.Example.com.', 'smtp.example.com'],
  ['127.1', '127.0.0.1'],
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['①②⑦.⓪.⓪.①', '127.0.0.1'],
])('the host %s is read as %s', (text, host) => expect(readHost(text)).toBe(host));

test.each(['', 'a b', 'a/b', 'a@b', 'a:25', 'a\\b', 'a#b', 'a\nb', '[::1', '::1%lo', 'http://a'])(
  '%j is not a host',
  (text) => expect(readHost(text)).toBeNull(),
);

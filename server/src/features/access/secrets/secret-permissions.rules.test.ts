import { expect, test } from 'vitest';
import { textOf } from '../../../kernel/messages/message.ts';
import { forbiddenHost, forbiddenInEmail, literalOrigin } from './secret-permissions.rules.ts';

const permissions = new Map([
  ['KEY', { hosts: ['api.example.com'], allowInEmail: false }],
  ['OPEN', { hosts: null, allowInEmail: true }],
]);
const said = (url: string, shownUrl = url, names = ['OPEN', 'KEY']) => {
  const reason = forbiddenHost(names, permissions, { url, shownUrl });
  return reason && /^secret "KEY" is not allowed to be sent to (.+); an owner can/.exec(textOf(reason))?.[1];
};

test('a secret may go only to its own hosts, an unrestricted one anywhere (contract: Senders, secrets, files 11)', () => {
  expect(said('https://api.example.com/x')).toBeNull();
  expect(said('https://other.example.com:8443/x')).toBe('other.example.com:8443');
  expect(said('https://other.example.com/x', undefined, ['OPEN'])).toBeNull();
  expect(said('https://other.example.com/x', undefined, [])).toBeNull();
  // A URL that does not parse is never requested.
  expect(said('https://a b/')).toBeNull();
});

test.each([
  ['https://hunter2.evil.example/', 'https://[secret:KEY].evil.example/', '[secret:KEY].evil.example'],
  ['https://hunter2/x@evil.example/', 'https://[secret:KEY]@evil.example/', '[secret:KEY]'],
  ['https://x@hunter2/y', 'https://[secret:KEY]/y', '[secret:KEY]'],
  ['https://user:word@hunter2/', 'https://user:word@[secret:KEY]/', '[secret:KEY]'],
  ['https://177077071/', 'https://[secret:KEY]/', '[secret:KEY]'],
  ['https://evil.example:4711/', 'https://evil.example:[secret:KEY]/', 'evil.example:[secret:KEY]'],
  ['https://hunter2@evil.example/', 'https://[secret:KEY]@evil.example/', 'evil.example'],
  ['https://evil.example/hunter2', 'https://evil.example/[secret:KEY]', 'evil.example'],
])('%s, shown as %s, is reported as %s', (url, shownUrl, host) => {
  expect(said(url, shownUrl)).toBe(host);
});

test('an email may contain only secrets that are allowed there (contract: Senders, secrets, files 12)', () => {
  expect(forbiddenInEmail(['OPEN'], permissions)).toBeNull();
  expect(forbiddenInEmail(['OPEN', 'KEY'], permissions)?.params).toEqual({ name: 'KEY' });
});

test.each([
  ['https://api.example.com/{{ variables.id }}', 'https://api.example.com'],
  ['https://user:word@api.example.com:8443?x', 'https://user:word@api.example.com:8443'],
  ['https://api.example.com', 'https://api.example.com'],
  ['https://{{ variables.shop }}.example.com/', null],
  ['https://api.example.com{{ variables.x }}/', null],
  ['https://api.example.com:{{ variables.port }}/', null],
  ['https://api.example.com@{{ variables.host }}/', null],
  ['{% if variables.x %}https://a.example/{% endif %}', null],
  ['https://api.example.com\\@other.example', null],
])('before rendering, the origin of %s is %s', (template, origin) => {
  expect(literalOrigin(template)).toBe(origin);
});

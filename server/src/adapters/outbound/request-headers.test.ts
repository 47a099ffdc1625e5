import { expect, test } from 'vitest';
import { requestHeaders } from './request-headers.ts';

test('sends given headers unchanged, in addition to the default ones', () => {
  expect(requestHeaders({ 'X-A': 'b\tc', Accept: 'text/html' }, null)).toEqual({
    ...{ 'X-A': 'b\tc', Accept: 'text/html', 'user-agent': 'Outstep' },
  });
});

test('a header called __proto__ is an ordinary header', () => {
  const headers = requestHeaders(JSON.parse('{"__proto__":"x"}'), null);
  expect(Object.getOwnPropertyNames(headers)).toContain('__proto__');
});

test('an Authorization header in any case overrides credentials in the URL', () => {
  expect(requestHeaders({}, 'Basic x')).toMatchObject({ authorization: 'Basic x' });
  expect(requestHeaders({ AUTHORIZATION: 'Bearer y' }, 'Basic x')).not.toHaveProperty('authorization');
});

test.each([
  'Host',
  'connection',
  'CONTENT-LENGTH',
  'Transfer-Encoding',
  'Expect',
  'Upgrade',
  'TE',
  'Trailer',
])('%s cannot be set', (name) =>
  expect(() => requestHeaders({ [name]: '1' }, null)).toThrow(`the header ${name} cannot be set`),
);

test.each(['a\r\nb', 'a\nb', 'a\rb', 'a\0b', 'a\u0085b', 'a\u007fb'])('the value %j is rejected', (value) => {
  expect(() => requestHeaders({ 'X-A': value }, null)).toThrow('the header X-A is not one line');
});

test.each(['', 'a b', 'a:', 'a\r\nHost', 'ä', 'a\0'])('the name %j is rejected, and not repeated', (name) => {
  expect(() => requestHeaders({ [name]: '1' }, null)).toThrow('the name of a header is not valid');
});

test('a header given twice is rejected', () => {
  expect(() => requestHeaders({ 'X-A': '1', 'x-a': '2' }, null)).toThrow('specified twice');
});

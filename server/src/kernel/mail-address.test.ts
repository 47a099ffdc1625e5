import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailAddress, normalizeMailAddress } from './mail-address.ts';
import { readableDomain } from './punycode.ts';

describe('an address', () => {
  test.each([
    [' anna@example.com\t', 'anna@example.com'],
    ['Anna@BÜCHER.example', 'Anna@xn--bcher-kva.example'],
    ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
    ['anna@例え.jp', 'anna@xn--r8jz45g.jp'],
    ['anna@xn--bcher-kva.example', 'anna@xn--bcher-kva.example'],
  ])('%j is %s (contract: Fields 9)', (given, plain) => {
    expect(normalizeMailAddress(given)).toBe(plain);
    expect(mailAddress('a@b.example').parse(given)).toBe(plain);
  });

  test.each([
    ...['jürgen@example.com', 'anna@bü cher.example', 'anna@bücher.example, b@c.example', 'anna@ü@b.example'],
    ...['anna@bücher.example>', 'anna@１２７.0.0.1', 'anna@', '@bücher.example', 'anna@bücher..example'],
    ...['anna@bücher.example\r\nBcc: x@y.example', `anna@${'ü'.repeat(300)}.example`, 'anna@ü%2eexample'],
  ])('%j is rejected', (given) => expect(normalizeMailAddress(given)).toBeNull());

  test('with non-ASCII letters before the @ is rejected with a specific message (contract: Fields 9)', () => {
    const reason = (given: string) => mailAddress('a@b.example').safeParse(given).error?.issues[0]?.message;
    expect(reason('jürgen@example.com')).toBe(
      'use only ASCII characters before the @; many mail servers reject others',
    );
    expect(reason('jürgen')).toBe('must be a single email address such as a@b.example');
    expect(reason(' ')).toBe('required');
  });
});

test('a domain is shown as it was entered', () => {
  const label = fc.stringMatching(/^[a-zäöüßéñøłąșžαβгд日本語한글]{1,12}$/u);
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
      const ascii = domainToASCII(labels.join('.'));
      fc.pre(ascii !== '');
      expect(readableDomain(ascii)).toBe(domainToUnicode(ascii));
    }),
  );
  const odd = ['xn--', 'xn--a', 'xn---', 'xn--99999999999', 'xn--\u00fc', 'a.xn--0.b'];
  for (const each of [...odd, 'xn--bcher-kva/x', 'xn--bcher-kva%2e', 'xn--bcher-kva?'])
    expect(readableDomain(each)).toBe(each);
  expect(readableDomain('xn--0.xn--bcher-kva.example')).toBe('xn--0.bücher.example');
});

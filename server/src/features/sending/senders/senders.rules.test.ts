import { describe, expect, test } from 'vitest';
import { defaultSecurity, maskedAddress, requireCompleteLogin } from './senders.rules.ts';
import { addSmtpSenderInput } from './senders.schema.ts';

describe('a masked address (spec: Connected mailbox 1) (contract: Senders, secrets, files 2)', () => {
  test.each([
    ['mary.smith@example.com', 'ma******@example.com'],
    ['mar@example.com', 'ma******@example.com'],
    ['ma@example.com', 'ma******@example.com'],
    ['m@example.com', 'm******@example.com'],
    ['"odd@name"@example.com', '"o******@example.com'],
    ['no address', 'no******'],
    ['😀😀😀@example.com', '😀😀******@example.com'],
  ])('%s is %s', (address, masked) => {
    expect(maskedAddress(address)).toBe(masked);
  });
});

describe('an SMTP sender to add', () => {
  const good = { name: 'Main', host: 'smtp.example.com', port: 587, from: 'orders@example.com' };
  const problems = (fields: object) =>
    addSmtpSenderInput.safeParse({ ...good, ...fields }).error?.issues.map((issue) => issue.path[0]) ?? [];

  test.each(['localhost', 'mail_relay', 'smtp.example.com', 'xn--bcher-kva.example', '10.0.0.1', '::1'])(
    'accepts the host %s',
    (host) => {
      expect(problems({ host })).toEqual([]);
    },
  );

  test.each([
    '',
    ' ',
    'smtp://mail.example.com',
    'mail.example.com:25',
    'mail.example.com/x',
    'mail example.com',
    'mail.example.com\r\n',
    '-a.example.com',
    'a..example.com',
    'example.com.',
    '256.1.1.1',
    '12345',
    '0x7f.1',
    'user@example.com',
    '[::1]',
    `${'a'.repeat(64)}.example.com`,
  ])('rejects the host "%s"', (host) => {
    expect(problems({ host })).toEqual(['host']);
  });

  test.each(['a@b.example', 'first.last+tag@example.com', "o'neil@example.com", 'root@localhost'])(
    'accepts the address %s',
    (from) => {
      expect(problems({ from })).toEqual([]);
    },
  );

  test.each([
    '',
    'orders',
    '@example.com',
    'orders@',
    'a@b.example,c@d.example',
    'a@b.example;c@d.example',
    'a@b.example c@d.example',
    'Orders <orders@example.com>',
    'orders@example.com\r\nBcc: x@example.com',
    'orders@example\n.com',
    'a@b@example.com',
    '"a"@example.com',
    'group:a@b.example;',
    '.a@example.com',
    'a..b@example.com',
    'a@[127.0.0.1]',
    'a@10.0.0.1',
    `${'a'.repeat(65)}@example.com`,
  ])('rejects the address "%s"', (from) => {
    expect(problems({ from })).toEqual(['from']);
  });

  test.each([
    { port: 0 },
    { port: 65_536 },
    { port: 2.5 },
    { name: 'two\nlines' },
    { fromName: 'A\r\nBcc: x@example.com' },
    { user: 'a\nb' },
    { user: '' },
    { password: '' },
    { security: 'ssl' },
  ])('rejects %o', (fields) => {
    expect(problems(fields)).toEqual(Object.keys(fields));
  });

  test('uses TLS by default', () => {
    expect([25, 465, 587].map(defaultSecurity)).toEqual(['starttls', 'tls', 'starttls']);
  });

  test('requires a complete login or none', () => {
    expect(() => requireCompleteLogin('me', 'secret')).not.toThrow();
    expect(() => requireCompleteLogin(undefined, undefined)).not.toThrow();
    expect(() => requireCompleteLogin('me', undefined)).toThrow('password: required if a username is set');
    expect(() => requireCompleteLogin(undefined, 'secret')).toThrow('user: required if a password is set');
  });
});

import { expect, test } from 'vitest';
import { findingsOf, headersOf } from './findings.ts';
import type { CapturedMailFacts } from './read-mail.ts';

const nothing: CapturedMailFacts = {
  ...{ links: [], emptyLinks: 0, picturesWithoutAlt: 0, remotePictures: [], scripts: 0 },
};
const mail = { subject: 'Order 7', html: '<p>Thanks</p>', text: 'Thanks', warnings: [] };

test('an email without problems has no findings', () => {
  const facts = { ...nothing, links: [{ href: 'https://shop.example', text: 'Shop' }] };
  expect(findingsOf(mail, facts)).toEqual([]);
  // Gmail counts bytes; subjects count visible characters.
  expect(findingsOf({ ...mail, subject: '🎁'.repeat(70), html: 'x'.repeat(102 * 1024) }, facts)).toEqual([]);
});

test('finds each problem with its subject', () => {
  const facts: CapturedMailFacts = {
    links: [
      { href: 'http://shop.example/a', text: 'A' },
      { href: 'mailto:shop@example.com', text: 'Write' },
    ],
    ...{ emptyLinks: 2, picturesWithoutAlt: 1, scripts: 3 },
    remotePictures: ['http://cdn.example/a.png', '//cdn.example/b.png', 'https://cdn.example/c.png'],
  };
  const bad = {
    ...{ subject: 'x'.repeat(71), html: 'ü'.repeat(52 * 1024 + 1), text: ' \n' },
    warnings: [{ path: 'variables.name', where: ['subject'] }],
  };
  expect(findingsOf(bad, facts)).toEqual([
    { kind: 'emptyVariables', paths: ['variables.name'] },
    { kind: 'clipped', kilobytes: 105 },
    { kind: 'longSubject', characters: 71 },
    { kind: 'noText' },
    { kind: 'insecureLinks', addresses: ['http://shop.example/a'] },
    { kind: 'insecurePictures', addresses: ['http://cdn.example/a.png'] },
    { kind: 'emptyLinks', count: 2 },
    { kind: 'picturesWithoutAlt', count: 1 },
    { kind: 'scripts', count: 3 },
  ]);
});

test('unfolds headers and stops at the first empty line', () => {
  const source = 'From: a@b.example\r\nSubject: one\r\n two:\r\n\tthree\r\nnonsense\r\n\r\nBody: no\r\n';
  expect(headersOf(source)).toEqual([
    { name: 'From', value: 'a@b.example' },
    { name: 'Subject', value: 'one two: three' },
  ]);
  expect(headersOf('')).toEqual([]);
});

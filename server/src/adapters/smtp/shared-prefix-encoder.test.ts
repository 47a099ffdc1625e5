import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, test } from 'vitest';
import { serialize } from './serialize.ts';
import { SharedPrefixEncoder } from './shared-prefix-encoder.ts';

const pieces = [
  ...[
    'x',
    'a b',
    'é',
    '🚀',
    '名',
    '\0',
    '=',
    '==',
    '.',
    ', ',
    'é'.repeat(9),
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    ' \n',
  ],
  ...['x'.repeat(25), '<td style="padding:0 24px">', '</td>\n', 'word '],
];
const textOf = (size: number) =>
  fc
    .uniqueArray(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
    .chain((few) => fc.array(fc.constantFrom(...few), { maxLength: size, size: 'max' }))
    .map((chosen) => chosen.join(''));
const link = fc
  .base64String({ minLength: 1, maxLength: 300 })
  .map((token) => `https://shop.example/${token}`);

/** Fixes everything that would otherwise be random or the current time. */
const fixed = { subject: 'News', messageId: '<1@shop.example>', date: new Date(0), baseBoundary: 'boundary' };
const messageOf = (html: string, text: string) => new MailComposer({ ...fixed, html, text }).compile();
const streamed = async (html: string, text: string) =>
  Buffer.concat(await messageOf(html, text).createReadStream().toArray()).toString();

describe('texts with a shared prefix', () => {
  test('are encoded as if separate, wherever they differ', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...[textOf(400), textOf(20), textOf(20), fc.array(link, { minLength: 2, maxLength: 5 })],
        async (begin, middle, end, links) => {
          const alike = [new SharedPrefixEncoder(), new SharedPrefixEncoder()];
          for (const url of links) {
            const html = `${begin}${url}${middle}${url}${end}`;
            const text = `${end}${begin}${url}`;
            expect(serialize(messageOf(html, text), alike)?.toString()).toBe(await streamed(html, text));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test('are encoded as if separate, wherever the shared part ends', async () => {
    for (const unit of ['word ', 'é', 'x', '<p>text, more</p>\n', 'a\r\n', '🚀x', ' \t'])
      for (let more = 0; more < 90; more++) {
        const begin = unit.repeat(400) + 'y'.repeat(more);
        const alike = [new SharedPrefixEncoder(), new SharedPrefixEncoder()];
        // The first two differ within one character.
        for (const rest of ['🚀', '🚁', '', 'z', ' ', 'é z'.repeat(30)]) {
          const html = begin + rest;
          expect(serialize(messageOf(html, 'x'), alike)?.toString()).toBe(await streamed(html, 'x'));
        }
      }
  });

  test('are detected from the second text on, until they share too little', () => {
    const alike = new SharedPrefixEncoder();
    const begin = 'A long line with an é in it. '.repeat(100);
    expect(alike.encode(`${begin}one`)).toBe(null);
    expect(alike.encode(`${begin}two`)).toMatch(/two$/);
    expect(alike.encode(`${begin.slice(0, 1500)}three`)).toMatch(/three$/);
    expect(alike.encode('four')).toBe(null);
    expect(alike.encode(`${begin}five`)).toBe(null);
  });

  test('do not become quoted-printable where they need another encoding', () => {
    const [plain, strange] = [new SharedPrefixEncoder(), new SharedPrefixEncoder()];
    for (let i = 0; i < 3; i++) {
      expect(plain.encode(`${'short lines\n'.repeat(200)}${i}`)).toBe(null);
      expect(strange.encode(`${'名前'.repeat(1000)}${i}`)).toBe(null);
    }
  });
});

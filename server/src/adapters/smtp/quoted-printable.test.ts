import fc from 'fast-check';
import { Encoder } from 'nodemailer/lib/qp';
import { expect, test } from 'vitest';
import { encodeQuotedPrintable } from './quoted-printable.ts';

const pieces = [
  ...[
    'x',
    'a b',
    'é',
    'ß',
    '🚀',
    '名',
    '\u07ff',
    '\uffff',
    '\0',
    '\x80',
    '=',
    '==',
    '=\n',
    '.',
    ', ',
    'é'.repeat(9),
  ],
  ...['\n', '\r\n', '\r', ' ', '\t', ' \n', 'x'.repeat(25)],
];

/** Made of a few pieces, repeated often, so that they end up at every position of a line. */
const text = fc
  .uniqueArray(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .chain((few) =>
    fc.array(
      fc.tuple(
        fc.constantFrom(...few),
        fc.oneof(
          { weight: 5, arbitrary: fc.constant(1) },
          { weight: 1, arbitrary: fc.integer({ min: 2, max: 30 }) },
        ),
      ),
      { maxLength: 80, size: 'max' },
    ),
  )
  .map((runs) => runs.map(([piece, times]) => piece.repeat(times)).join(''));

test('encodes every text byte for byte like nodemailer', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (content) => {
      const encoder = new Encoder({});
      encoder.end(content);
      const expected = Buffer.concat(await encoder.toArray()).toString();
      expect(encodeQuotedPrintable(content).toString()).toBe(expected);
    }),
    { numRuns: 5_000 },
  );
});

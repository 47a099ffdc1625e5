import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, test } from 'vitest';
import { serialize } from './serialize.ts';

/** Pieces of text, including everything that encoders have a special rule for. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('größer – ', '名前', '🚀', 'é'.repeat(40), '🚀'.repeat(30), '\u{10ffff}'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['\n', '\r\n', '\r', '\n\n', ' \n', '\t\r\n', ' ', '   ', '\t', '=', '==', '.', '. ', ', ', '!?'],
      ...['\0', '\x7f', '\u2028', '\ud800', 'a', '=3D', '=\r\n', '\r\r\n', '\n\r', '.\r\n', '\n.'],
    ),
  },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 160 }).map((length) => 'x'.repeat(length)) },
  { weight: 2, arbitrary: fc.integer({ min: 20, max: 90 }).map((n) => `${'a'.repeat(n)} ${'b'.repeat(n)}`) },
  {
    weight: 2,
    arbitrary: fc
      .base64String({ minLength: 40, maxLength: 240 })
      .map((token) => `<a href="https://shop.example/unsubscribe/${token}">no more</a>`),
  },
);
const text = (maxLength: number) => fc.array(word, { maxLength }).map((words) => words.join(''));
const name = fc.oneof(
  fc.constant(''),
  fc.constantFrom('Jo Doe', 'Doe, Jo', 'Zoë "Z" 名', 'a'.repeat(90)),
  text(3),
);
const address = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,60}$/),
    fc.constantFrom('shop.example', 'größe.example', `${'a'.repeat(60)}.example`),
    name,
  )
  .map(([local, domain, name]) => ({ name, address: `${local}@${domain}` }));

const mail = fc.record({
  messageId: fc.uuid().map((id) => `<${id}.1@shop.example>`),
  date: fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') }),
  from: address,
  to: fc.array(address, { maxLength: 4 }),
  cc: fc.array(address, { maxLength: 2 }),
  subject: text(6),
  html: text(60),
  text: text(60),
  headers: fc.array(
    fc.record({ key: fc.constantFrom('List-Unsubscribe', 'X-One', 'List-Unsubscribe-Post'), value: text(4) }),
    { maxLength: 3 },
  ),
});

const compile = (content: ConstructorParameters<typeof MailComposer>[0]) =>
  new MailComposer(content).compile();

/** Serializes the same tree with both, because its boundary is random. */
async function bothWays(content: ConstructorParameters<typeof MailComposer>[0]) {
  const message = compile(content);
  const expected: Buffer[] = await message.createReadStream().toArray();
  const own = serialize(message);
  return { own: own?.toString(), nodemailers: Buffer.concat(expected).toString() };
}

describe('a message that contains only text', () => {
  test('equals nodemailer’s output byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(mail, async (content) => {
        const { own, nodemailers } = await bothWays(content);
        expect(own).toBe(nodemailers);
      }),
      { numRuns: 1_000 },
    );
  });

  test('equals it also when serialized first', async () => {
    await fc.assert(
      fc.asyncProperty(mail, async (content) => {
        const message = compile(content);
        const own = serialize(message)?.toString();
        expect(own).toBe(Buffer.concat(await message.createReadStream().toArray()).toString());
      }),
      { numRuns: 200 },
    );
  });

  test('equals it for every length around line ends', async () => {
    for (const [before, unit, after] of [
      ['x', 'x', ''],
      ['', 'é', ''],
      ['a b ', 'x', ' end'],
      ['', '🚀', '\n'],
      ['x', ' ', ''],
      ['é', '=', ' \t '],
      ['x\ny', 'z', '.\r\n'],
    ] as const)
      for (let length = 1; length <= 170; length++) {
        const { own, nodemailers } = await bothWays({ text: before + unit.repeat(length) + after });
        expect(own).toBe(nodemailers);
      }
  });

  test('has the same signature', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const signer = new DKIM({
      domainName: 'shop.example',
      keySelector: 'mail',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    });
    await fc.assert(
      fc.asyncProperty(mail, async (content) => {
        const message = compile(content);
        const whole = serialize(message) ?? Buffer.alloc(0);
        const [own, nodemailers] = await Promise.all(
          [whole, message.createReadStream()].map((input) => signer.sign(input).toArray()),
        );
        expect(Buffer.concat(own as Buffer[]).toString()).toBe(
          Buffer.concat(nodemailers as Buffer[]).toString(),
        );
      }),
      { numRuns: 50 },
    );
  });
});

test('leaves messages with files or a long text to nodemailer', () => {
  expect(serialize(compile({ text: 'é'.repeat(32 * 1024) }))).not.toBe(null);
  expect(serialize(compile({ text: 'é'.repeat(32 * 1024 + 1) }))).toBe(null);
  expect(serialize(compile({ text: 'x', html: 'x'.repeat(64 * 1024 + 1) }))).toBe(null);
  const attachments = [{ filename: 'a.txt', content: Buffer.from('a') }];
  expect(serialize(compile({ text: 'x', html: '<p>x</p>', attachments }))).toBe(null);
  expect(serialize(compile({ text: 'x', attachments }))).toBe(null);
  expect(serialize(compile({ attachments }))).toBe(null);
});

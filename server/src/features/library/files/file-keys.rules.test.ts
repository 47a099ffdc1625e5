import { expect, test } from 'vitest';
import { fileKeyOf, fileKeysIn, isFileKey, KEY_BYTES, publicFileUrl } from './file-keys.rules.ts';

const key = fileKeyOf(
  Uint8Array.from({ length: KEY_BYTES }, (_, i) => i * 9),
  'png',
);

test('a key is made of random bytes, each worth five bits', () => {
  expect(isFileKey(key)).toBe(true);
  const signs = new Set(
    Array.from({ length: 256 }, (_, byte) => fileKeyOf(new Uint8Array(KEY_BYTES).fill(byte), 'png')),
  );
  expect(signs.size).toBe(32);
});

test.each([
  '',
  'f_',
  `${key}/..`,
  `../${key}`,
  `${key}\0`,
  `${key}\n`,
  key.toUpperCase(),
  key.replace('.', '%2e'),
  `${key}.png`,
  ` ${key}`,
])('%j is not a key', (text) => expect(isFileKey(text)).toBe(false));

test('finds keys on their own, in URLs and in markup, each once', () => {
  const other = fileKeyOf(new Uint8Array(KEY_BYTES), 'jpg');
  const url = publicFileUrl('https://mail.example', '0198c0de-0000-7000-8000-000000000001', key);
  const blocks = [
    { fileKey: key },
    { html: `<img src="${url}"> and <img src='${url}?a=1'>` },
    { url: other },
  ];
  expect(fileKeysIn(JSON.stringify(blocks))).toEqual([key, other]);
  expect(fileKeysIn('f_short and nothing')).toEqual([]);
});

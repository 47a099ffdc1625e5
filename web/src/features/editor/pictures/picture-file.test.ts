import { expect, test } from 'vitest';
import { filenameIn, isAnimatedWebp, isPictureType, isRedrawable } from './picture-file.rules.ts';

test('distinguishes images from other files, and those that can be redrawn', () => {
  const types = [
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'image/svg+xml',
    'image/heic',
    'application/pdf',
    '',
  ];
  expect(types.map(isPictureType)).toEqual([true, true, true, true, true, false, false, false]);
  expect(types.map(isRedrawable)).toEqual([true, true, true, false, false, false, false, false]);
});

test('leaves an animated WebP unchanged', () => {
  const head = (kind: string, flags: number) =>
    Uint8Array.from([...new TextEncoder().encode(`RIFF0000WEBP${kind}0000`), flags]);
  expect(isAnimatedWebp(head('VP8X', 0x02))).toBe(true);
  expect(isAnimatedWebp(head('VP8X', 0x10))).toBe(false);
  expect(isAnimatedWebp(head('VP8 ', 0x02))).toBe(false);
  expect(isAnimatedWebp(new Uint8Array())).toBe(false);
});

test('reads the name of a stored file from its header', () => {
  expect(filenameIn(`inline; filename="Gr__e.png"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.png`)).toBe('Grüße.png');
  expect(filenameIn('inline; filename="a.png"')).toBe('a.png');
  expect(filenameIn(null)).toBeNull();
});

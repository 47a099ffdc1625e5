import { expect, test } from 'vitest';
import { emptyJob } from './compile-design.rules.ts';
import { isOtherPage, pageDigest } from './page-digest.rules.ts';

const heading = { type: 'heading', text: 'Hello' };
const job = { ...emptyJob, design: { blocks: [heading], global: { width: 600, fontSize: 16 } } };
const saved = pageDigest(job, '<p>Hello</p>');

test('ignores the order of members', () => {
  const other = { ...job, design: { global: { fontSize: 16, width: 600 }, blocks: [heading] } };
  expect(pageDigest(other, '')).toEqual(pageDigest(job, ''));
});

test('reports a different or missing page of the same design, and nothing for other designs', () => {
  expect(isOtherPage(saved, job, () => '<p>Hello</p>')).toBe(false);
  expect(isOtherPage(saved, job, () => '<p>Hullo</p>')).toBe(true);
  expect(isOtherPage(saved, job, () => null)).toBe(true);
  const elsewhere = [
    { ...job, design: { blocks: [] } },
    { ...job, locale: 'de' },
    { ...job, presets: { footer: [heading] } },
    { ...job, files: { 'a.png': 'https://mail.test/a.png' } },
    { ...job, logoUrl: 'https://mail.test/logo.png' },
  ];
  for (const other of elsewhere) expect(isOtherPage(saved, other, () => null)).toBe(false);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mailPage } from './mail-page.ts';

const root = join(import.meta.dirname, '../..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
);

test('the app has one frame, which forbids scripts', () => {
  const framed = sources.filter((file) =>
    /<iframe|createElement\(\s*['"]iframe/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(framed).toEqual([join('parts', 'mail', 'mail-sheet.tsx')]);
  const source = readFileSync(join(root, framed[0] as string), 'utf8');
  expect(source).toMatch(/sandbox=\{frame \? 'allow-same-origin' : ''\}/);
  expect(source).not.toContain('allow-scripts');
});

test('the policy precedes all content of the email', () => {
  const html = '<!doctype html><html><head><script>1</script></head></html>';
  const page = mailPage(html, { dark: false, origin: 'https://a.example', remotePictures: false });
  expect(page).toMatch(
    /^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; [^"]*"><base target="_blank"><html>/,
  );
});

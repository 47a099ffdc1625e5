import { describe, expect, test } from 'vitest';
import { cleanFilename, pictureFilename } from './filenames.rules.ts';

describe('a filename', () => {
  test.each([
    ['logo.png', 'logo.png'],
    ['Jahresübersicht 2026 (neu).pdf', 'Jahresübersicht 2026 (neu).pdf'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['/etc/passwd', 'passwd'],
    ['folder/', 'file'],
    ['..', 'file'],
    ['.', 'file'],
    ['', 'file'],
    ['   ', 'file'],
    ['.htaccess', 'htaccess'],
    // No step decodes this, so it is ordinary text.
    ['%2e%2e%2fpasswd', '%2e%2e%2fpasswd'],
    ['a\0b.png', 'ab.png'],
    ['a\r\nSet-Cookie: b.png', 'aSet-Cookie: b.png'],
    // Shown as "invoiceexe.png" by programs that honor the control character.
    ['invoice\u202egnp.exe', 'invoicegnp.exe'],
    ['\u2066a\u2069\u200b\ufeff\u2028.png', 'a.png'],
    ['a\ud800b.png', 'ab.png'],
    ['e\u0301.png', 'é.png'],
    ['💌.png', '💌.png'],
  ])('%j is kept as %j', (given, kept) => expect(cleanFilename(given)).toBe(kept));

  test('has 200 characters at most and keeps its extension', () => {
    const long = cleanFilename(`${'💌'.repeat(300)}.jpeg`);
    expect([...long]).toHaveLength(200);
    expect(long.endsWith('💌.jpeg')).toBe(true);
    expect(cleanFilename('a'.repeat(300))).toBe('a'.repeat(200));
    expect([...cleanFilename(`a.${'b'.repeat(300)}`)]).toHaveLength(200);
  });

  test.each([
    ['logo.png', 'png', 'logo.png'],
    ['LOGO.PNG', 'png', 'LOGO.PNG'],
    ['photo.jpeg', 'jpg', 'photo.jpeg'],
    ['photo.JPG', 'jpg', 'photo.JPG'],
    ['logo.svg', 'png', 'logo.svg.png'],
    ['page.html', 'gif', 'page.html.gif'],
    ['png', 'png', 'png.png'],
  ])('of an image: %s of type %s becomes %s', (given, extension, kept) =>
    expect(pictureFilename(given, extension)).toBe(kept),
  );
});

import { describe, expect, it } from 'vitest';
import { createMasker } from '../history/masking.rules.ts';
import { withoutInvisible } from './invisible-characters.rules.ts';

describe('invisible characters (contract: History and stats 5)', () => {
  it.each([
    ['bidirectional overrides', 'invoice\u202egnp.exe\u202c', 'invoicegnp.exe'],
    ['bidirectional isolates and marks', '\u2066a\u2069\u200eb\u200f\u061c', 'ab'],
    ['words in tag characters', 'hi\u{e0001}\u{e006f}\u{e0062}\u{e0065}\u{e0079}\u{e007f}', 'hi'],
    ['zero width', 'pay\u200b\u2060\ufeffment', 'payment'],
    ['joiners between letters that do not join', 'p\u200da\u200cy', 'pay'],
    ['joiners in a row, which could spell something', 'می\u200c\u200d\u200c\u200dخ', 'میخ'],
    ['control characters', 'a\u0000b\u0007c\u001b[2Jd\u009b', 'abc[2Jd'],
    ['a carriage return alone', 'refused\rpaid   ', 'refusedpaid   '],
    ['soft hyphens and interlinear notes', 'Ver\u00adsand\ufff9x\ufffb', 'Versandx'],
  ])('are removed: %s', (_what, text, shown) => {
    expect(withoutInvisible(text)).toBe(shown);
    expect(createMasker().tree({ [text]: [text] }).value).toEqual({ [shown]: [shown] });
    expect(createMasker().text(text).value).toBe(shown);
    expect(createMasker().reference(text)).toBe(shown);
  });

  it.each([
    'tab\tand\nline\r\nbreaks',
    'family 👨\u200d👩\u200d👧, 👩🏽\u200d🚀, ❤\ufe0f\u200d🔥',
    'می\u200cخواهم',
    'क्\u200dष र्\u200cय',
  ])('that affect rendering are kept: %s', (text) => {
    expect(withoutInvisible(text)).toBe(text);
    expect(createMasker().text(text).value).toBe(text);
  });

  it('do not keep a value from being found', () => {
    const masker = createMasker({ secrets: [['CODE', 'winter-voucher-4711']] });
    expect(masker.text('win\u200bter-vou\u202echer-\u{e0041}4711').value).toBe('[secret:CODE]');
  });
});

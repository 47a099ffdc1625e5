import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { measure, precisionOf, sumOf, type TableLine } from '../../../../test/masking/measure.ts';

const page = readFileSync(new URL('../../../../../docs/masking.md', import.meta.url), 'utf8');
/** The figures in one row of the published tables: the total, and how many are hidden. */
function published(...cells: readonly string[]): [number, number] {
  const row = page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find((line) => cells.every((cell, i) => line[i + 1] === cell));
  return [Number(row?.[cells.length + 1]), Number(row?.[cells.length + 2])];
}

const measured = measure();
const WHERE = {
  texts: 'text alone',
  heldOut: 'text not tuned to',
  known: 'text, person known',
  data: 'data with names',
} as const;

const together = (figures: readonly TableLine[]): TableLine => ({
  kind: 'together',
  wrong: [],
  ...sumOf(figures),
});

it.each(Object.entries(WHERE))(
  'hides as much of the %s corpus as docs/masking.md states (spec: What the service does 5)',
  (part, where) => {
    const figures = measured[part as keyof typeof WHERE];
    for (const { kind, total, hidden, wrong } of [...figures, together(figures)]) {
      const [of, said] = published(where, kind);
      expect({ kind, total, wrong, enough: hidden >= said }).toMatchObject({ total: of, enough: true });
    }
  },
);

it('changes no more harmless data than docs/masking.md states (spec: What the service does 5)', () => {
  for (const { kind, total, hidden, wrong } of [...measured.harmless, together(measured.harmless)]) {
    const [of, said] = published(kind);
    expect({ kind, total, wrong, few: hidden <= said }).toMatchObject({ total: of, few: true });
  }
  const said = Number(/Precision, of all that was hidden: ([\d.]+) %/.exec(page)?.[1]);
  expect(100 * precisionOf(measured)).toBeGreaterThanOrEqual(said - 0.05);
});

it('hides 90 % of personal data in free text, and 98 % in named members', () => {
  const share = ({ total, hidden }: { total: number; hidden: number }) => hidden / total;
  expect(share(sumOf([...measured.texts, ...measured.known]))).toBeGreaterThanOrEqual(0.9);
  expect(share(sumOf(measured.data))).toBeGreaterThanOrEqual(0.98);
  expect(share(sumOf(measured.harmless))).toBeLessThanOrEqual(0.01);
});

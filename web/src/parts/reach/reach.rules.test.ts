import { expect, test } from 'vitest';
import { reach as de } from '../../texts/de/reach.ts';
import { reach as en } from '../../texts/en/reach.ts';
import { factsOf, hasNoReach, workflowsOf } from './reach.rules.ts';

const runs = (count: number, stepCount: number, runsAtLeast = false) => ({
  ...{ runs: count, stepCount, runsAtLeast },
});

test('a line shows steps and runs, in either language', () => {
  const line = (words: typeof en, ...given: Parameters<typeof runs>) =>
    words.line(factsOf(runs(...given), words));
  expect(line(en, 1204, 3)).toBe('Impact: 3 workflow steps · 1,204 runs in 30 days');
  expect(line(en, 0, 1)).toBe('Impact: 1 workflow step · no runs in 30 days');
  expect(line(en, 318, 0)).toBe('Impact: no known workflow steps · 318 runs in 30 days');
  expect(en.line([en.layouts(2), ...factsOf(runs(0, 0), en)])).toBe('Impact: 2 layouts · no runs in 30 days');
  expect(line(en, 100_000, 2, true)).toBe('Impact: 2 workflow steps · over 100,000 runs in 30 days');
  expect(line(de, 1204, 3)).toBe('Auswirkungen: 3 Schritte · 1.204-mal in 30 Tagen');
});

test('no impact means no step and no run', () => {
  expect([runs(0, 0), runs(1, 0), runs(0, 1), runs(0, 0, true)].map(hasNoReach)).toEqual([
    ...[true, false, false, false],
  ]);
});

test('groups steps by workflow; a step without a known workflow gets its own entry', () => {
  const step = (workflow: string | null, stepId: string) => ({
    ...{ platform: 'generic', workflow, stepId, actionConfigId: 'a', runs: 0, lastRanAt: null },
  });
  const steps = [step('Paid', '1'), step(null, '7'), step('Sent', '1'), step('Paid', '2')];
  expect(workflowsOf(steps, en)).toEqual(['Paid (2 steps)', 'Sent', 'Step 7']);
});

import { expect, test } from 'vitest';
import type { RecentRuns } from '../records/stats/runs.schema.ts';
import { type ReachInput, reachOf } from './reach.rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

const recentRuns = (actionConfigId: string, more: Partial<RecentRuns> = {}): RecentRuns => ({
  ...{ actionConfigId, areRuns: true, workflow: 'Order paid', stepId: 'mail', locale: 'en' },
  ...{ count: 1, lastAt: at(10), firstAt: at(10), ...more },
});
const step = (actionConfigId: string, workflow: string | null = 'Order paid', stepId = 'mail') => ({
  ...{ platform: 'generic', workflow, stepId, actionConfigId },
});
const reachInput = (more: Partial<ReachInput>): ReachInput => ({
  ...{ ids: ['a', 'b'], counts: [], recent: [], lookedAt: 100, steps: [], stepCounts: [], ...more },
});

test('adds up the runs of current steps over all languages, most runs first', () => {
  const { reach } = reachOf(
    reachInput({
      steps: [step('a', 'Order sent'), step('a'), step('a', null, '7'), step('b')],
      recent: [
        recentRuns('a', { count: 3, lastAt: at(12) }),
        recentRuns('a', { count: 2, locale: 'de', lastAt: at(11) }),
        recentRuns('a', { workflow: null, stepId: '7', count: 9 }),
        recentRuns('b', { count: 4 }),
        // This step now uses something else.
        recentRuns('a', { workflow: 'Old', count: 50 }),
      ],
    }),
  );
  expect(reach.steps).toEqual([
    { ...step('a', null, '7'), runs: 9, lastRanAt: at(10) },
    { ...step('a'), runs: 5, lastRanAt: at(12) },
    { ...step('b'), runs: 4, lastRanAt: at(10) },
    { ...step('a', 'Order sent'), runs: 0, lastRanAt: null },
  ]);
});

test('scans tests and captured emails without counting them as runs', () => {
  const { reach, runsIn } = reachOf(
    reachInput({
      steps: [step('a')],
      recent: [
        recentRuns('a', { areRuns: false, count: 8, firstAt: at(1) }),
        recentRuns('a', { count: 2, firstAt: at(9) }),
      ],
    }),
  );
  expect(reach.steps[0]?.runs).toBe(2);
  expect([runsIn('a', 'en'), runsIn('a', 'de'), runsIn('b', 'en')]).toEqual([2, 0, 0]);
  expect(reach.countedOver).toEqual({ runs: 2, since: at(9), all: true });
});

test('counts runs and steps in total and for each; an open-ended part makes the total open-ended', () => {
  const counts = [
    { actionConfigId: 'a', runs: 7, isMore: false },
    { actionConfigId: 'b', runs: 1000, isMore: true },
  ];
  const { reach, runsOf } = reachOf(reachInput({ counts, stepCounts: [{ actionConfigId: 'b', count: 2 }] }));
  expect(runsOf('a')).toEqual({ runs: 7, runsAtLeast: false, stepCount: 0 });
  expect(runsOf('b')).toEqual({ runs: 1000, runsAtLeast: true, stepCount: 2 });
  expect(reach).toMatchObject({ days: 30, runs: 1007, runsAtLeast: true, stepCount: 2 });
});

test('marks a layout as partially scanned at the scan limit', () => {
  const all = (count: number, lookedAt: number) =>
    reachOf(reachInput({ recent: [recentRuns('b', { count }), recentRuns('a')], lookedAt })).reach.countedOver
      .all;
  expect([all(99, 100), all(100, 100)]).toEqual([true, false]);
});

test('is empty without uses and runs', () => {
  expect(reachOf(reachInput({ ids: [], lookedAt: 1 })).reach).toEqual({
    ...{ days: 30, runs: 0, runsAtLeast: false, stepCount: 0, steps: [] },
    countedOver: { runs: 0, since: null, all: true },
  });
});

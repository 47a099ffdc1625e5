import { expect, test } from 'vitest';
import type { RecentRuns } from '../records/stats/runs.schema.ts';
import { type ReachInput, reachOf } from './reach.rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

const ran = (actionConfigId: string, more: Partial<RecentRuns> = {}): RecentRuns => ({
  ...{ actionConfigId, areRuns: true, workflow: 'Order paid', stepId: 'mail', locale: 'en' },
  ...{ count: 1, lastAt: at(10), firstAt: at(10), ...more },
});
const step = (actionConfigId: string, workflow: string | null = 'Order paid', stepId = 'mail') => ({
  ...{ platform: 'generic', workflow, stepId, actionConfigId },
});
const found = (more: Partial<ReachInput>): ReachInput => ({
  ...{ ids: ['a', 'b'], counts: [], recent: [], lookedAt: 100, steps: [], stepCounts: [], ...more },
});

test('steps that use it now have their runs over all languages, those with the most first', () => {
  const { reach } = reachOf(
    found({
      steps: [step('a', 'Order sent'), step('a'), step('a', null, '7'), step('b')],
      recent: [
        ran('a', { count: 3, lastAt: at(12) }),
        ran('a', { count: 2, locale: 'de', lastAt: at(11) }),
        ran('a', { workflow: null, stepId: '7', count: 9 }),
        ran('b', { count: 4 }),
        // It uses something else by now.
        ran('a', { workflow: 'Old', count: 50 }),
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

test('tests and captured mails were looked at, and are no runs of a step or a language', () => {
  const { reach, runsIn } = reachOf(
    found({
      steps: [step('a')],
      recent: [
        ran('a', { areRuns: false, count: 8, firstAt: at(1) }),
        ran('a', { count: 2, firstAt: at(9) }),
      ],
    }),
  );
  expect(reach.steps[0]?.runs).toBe(2);
  expect([runsIn('a', 'en'), runsIn('a', 'de'), runsIn('b', 'en')]).toEqual([2, 0, 0]);
  expect(reach.countedOver).toEqual({ runs: 2, since: at(9), all: true });
});

test('runs, and steps, of each and of all; more than were counted of one is more than were counted of all', () => {
  const counts = [
    { actionConfigId: 'a', runs: 7, isMore: false },
    { actionConfigId: 'b', runs: 1000, isMore: true },
  ];
  const { reach, runsOf } = reachOf(found({ counts, stepCounts: [{ actionConfigId: 'b', count: 2 }] }));
  expect(runsOf('a')).toEqual({ runs: 7, runsAtLeast: false, stepCount: 0 });
  expect(runsOf('b')).toEqual({ runs: 1000, runsAtLeast: true, stepCount: 2 });
  expect(reach).toMatchObject({ days: 30, runs: 1007, runsAtLeast: true, stepCount: 2 });
});

test('a layout of which as many executions were looked at as may be was not looked at as a whole', () => {
  const all = (count: number, lookedAt: number) =>
    reachOf(found({ recent: [ran('b', { count }), ran('a')], lookedAt })).reach.countedOver.all;
  expect([all(99, 100), all(100, 100)]).toEqual([true, false]);
});

test('nothing uses it and nothing ran', () => {
  expect(reachOf(found({ ids: [], lookedAt: 1 })).reach).toEqual({
    ...{ days: 30, runs: 0, runsAtLeast: false, stepCount: 0, steps: [] },
    countedOver: { runs: 0, since: null, all: true },
  });
});

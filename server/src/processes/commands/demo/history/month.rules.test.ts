import { expect, test } from 'vitest';
import { createSeededRandom } from '../content/seeded.ts';
import { type DemoRun, monthOf } from './month.rules.ts';

const DAY = 24 * 3600 * 1000;
/** A Wednesday at 16:00. */
const NOW = Date.UTC(2026, 10, 18, 16);
const month = (now = NOW) => monthOf({ now, days: 30, ordersADay: 30 }, createSeededRandom(1));
const dayOf = ({ at }: DemoRun) => new Date(at).toISOString().slice(0, 10);

test('creates the same month for the same day', () => {
  expect(month()).toEqual(month());
  expect(month(NOW + DAY).runs).not.toEqual(month().runs);
});

test('has thousands of runs on every day, in order, none in the future', () => {
  const { runs } = month();
  expect(runs.length).toBeGreaterThan(3_500);
  expect(runs.length).toBeLessThan(6_500);
  expect(new Set(runs.map(dayOf)).size).toBe(30);
  expect(runs).toEqual(runs.toSorted((a, b) => a.at - b.at));
  expect(runs.at(-1)?.at).toBeLessThan(NOW);
});

test('weekends are quieter than the week', () => {
  const perDay = Map.groupBy(month().runs, dayOf);
  const usual = (days: number[]) => {
    const counts = [...perDay]
      .filter(([day]) => days.includes(new Date(day).getUTCDay()))
      .map(([, runs]) => runs.filter(({ workflow }) => workflow === 'Order paid').length);
    return counts.reduce((sum, count) => sum + count, 0) / counts.length;
  };
  expect(usual([0, 6])).toBeLessThan(usual([1, 2, 3, 4, 5]) * 0.75);
});

test('uses each order number once', () => {
  const { runs } = month();
  const of = (workflow: RegExp) => runs.filter((run) => 'mail' in run.does && workflow.test(run.workflow));
  for (const each of [of(/^Order paid$/), of(/^(Order ready|Parcel handed over)$/)])
    expect(new Set(each.map(({ order }) => order)).size).toBe(each.length);
});

test('has every outcome, mostly successes', () => {
  const { runs } = month();
  const fates = runs.map(({ fate }) => (typeof fate === 'string' ? fate : 'troubled'));
  expect(new Set(fates)).toEqual(
    new Set([
      ...['works', 'troubled', 'warned', 'refused', 'login-refused', 'rejected', 'unauthorized', 'unheard'],
    ]),
  );
  expect(fates.filter((fate) => fate === 'works').length / fates.length).toBeGreaterThan(0.85);
});

test('customers are made up: only example.com addresses, no duplicates', () => {
  const { customers } = month();
  expect(customers.filter(({ address }) => !/^[a-z]+\.[a-z]+@example\.com$/.test(address))).toEqual([]);
  expect(new Set(customers.map(({ address }) => address)).size).toBe(customers.length);
});

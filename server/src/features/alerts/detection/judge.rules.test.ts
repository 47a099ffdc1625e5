import { describe, expect, test } from 'vitest';
import type { WatchedCause } from '../alerts/alerts.schema.ts';
import { type CauseFacts, judge, nextQuietPeriod, nextReviewAt } from './judge.rules.ts';

const now = new Date('2026-11-17T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const watch = (fields: Partial<WatchedCause> = {}): WatchedCause => ({
  ...{ id: 'id', kind: 'failures', cause: 'c', source: 'EMAIL', reason: 'unreachable', detail: '' },
  ...{ senderId: null, configIds: [], moreConfigs: false, count: 1, firstId: null, lastId: null },
  ...{ firstAt: ago(10), lastAt: ago(1), recent: [], quietSeconds: 900, lookAt: now },
  ...{ openedAt: null, closedAt: null, closedWhy: null, ...fields },
});
const facts = (fields: Partial<CauseFacts> = {}): CauseFacts => ({
  ...{ recentSuccesses: 0, succeededSinceFirst: true, succeededSinceLast: false, state: null, ...fields },
});
const recent = (count: number, minutesAgo = 1): WatchedCause['recent'] => [
  [ago(minutesAgo).getTime(), count],
];

describe('a wave', () => {
  test.each([
    ['five, and nothing went well', 5, 0, 'opened'],
    ['four', 4, 0, 'nothing'],
    ['a fifth of all', 5, 20, 'opened'],
    ['less than a fifth', 5, 21, 'nothing'],
  ])('%s', (_, count, recentSuccesses, say) => {
    expect(judge(watch({ recent: recent(count) }), facts({ recentSuccesses }), now).say).toBe(say);
  });

  test('counts only the last quarter of an hour', () => {
    expect(judge(watch({ recent: recent(50, 16) }), facts(), now).say).toBe('nothing');
  });

  test('opens after three failures in a row without a success', () => {
    expect(judge(watch({ count: 3 }), facts({ succeededSinceFirst: false }), now).say).toBe('opened');
    expect(judge(watch({ count: 2 }), facts({ succeededSinceFirst: false }), now).say).toBe('nothing');
    expect(judge(watch({ count: 3 }), facts(), now).say).toBe('nothing');
  });

  test('drops a cause that does not recur within a day', () => {
    expect(judge(watch({ lastAt: ago(1440) }), facts(), now).say).toBe('dropped');
  });
});

describe('other kinds', () => {
  test('open at once, unless already recovered', () => {
    expect(judge(watch({ kind: 'sender' }), facts(), now).say).toBe('opened');
    expect(judge(watch({ kind: 'quota' }), facts({ state: 'bad' }), now).say).toBe('opened');
    expect(judge(watch({ kind: 'quota' }), facts({ state: 'fine' }), now).say).toBe('dropped');
  });
});

describe('closing an alert', () => {
  const open = (fields: Partial<WatchedCause> = {}) =>
    watch({ openedAt: ago(60), lastAt: ago(20), ...fields });
  const well = facts({ succeededSinceLast: true });

  test('after a success and enough time without failures', () => {
    expect(judge(open(), well, now)).toEqual({ say: 'closed', why: 'recovered' });
    expect(judge(open({ lastAt: ago(14) }), well, now).say).toBe('nothing');
    expect(judge(open({ quietSeconds: 1800 }), well, now).say).toBe('nothing');
    expect(judge(open(), facts(), now).say).toBe('nothing');
  });

  test('after a day without signals', () => {
    expect(judge(open({ lastAt: ago(1440) }), facts(), now)).toEqual({ say: 'closed', why: 'quiet' });
  });

  test('when the checked state has recovered, and not before', () => {
    expect(judge(open(), facts({ state: 'fine' }), now)).toEqual({ say: 'closed', why: 'recovered' });
    expect(judge(open(), facts({ state: 'gone' }), now)).toEqual({ say: 'closed', why: 'removed' });
    expect(judge(open({ lastAt: ago(5000) }), facts({ state: 'bad' }), now).say).toBe('nothing');
  });
});

test('doubles the quiet period for recurring causes, up to four hours', () => {
  expect([undefined, 900, 1800, 14_400].map(nextQuietPeriod)).toEqual([900, 1800, 3600, 14_400]);
});

test('reviews an open alert every minute at first, and every half hour after some hours', () => {
  const minutes = (openedAt: Date) =>
    (nextReviewAt(watch({ openedAt }), now).getTime() - now.getTime()) / 60_000;
  expect([ago(1), ago(60), ago(6000)].map(minutes)).toEqual([1, 6, 30]);
});

import type { ClosingReason, WatchedCause } from '../alerts/alerts.schema.ts';
import { mergeConfigs, type SignalBatch } from './causes.rules.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** A wave is `WAVE_FAILURES` failures in this time, if they are at least a fifth of what ended in it. */
export const WINDOW_MS = 15 * MINUTE;
const WAVE_FAILURES = 5;
const MAX_SUCCESSES_PER_FAILURE = 4;
/** Without a single success in between, fewer failures are enough, because a small store has no waves. */
const CONSECUTIVE_FAILURES = 3;
/** An alert recovers once there were no failures for this long and a success after the last one. */
export const FIRST_QUIET_SECONDS = 15 * 60;
/** The longest quiet period of recurring causes. */
const LONGEST_QUIET_SECONDS = 4 * 60 * 60;
/** A cause without a new signal for this long is closed, whatever its state. */
const STALE_CAUSE_MS = DAY;

/** Facts about a cause that its signals do not contain. */
export interface CauseFacts {
  /** How many executions of the source succeeded within the window, counted up to a limit. */
  recentSuccesses: number;
  /** Whether its subject has had a success since the cause began, and since its last failure. */
  succeededSinceFirst: boolean;
  succeededSinceLast: boolean;
  /** The result of checking the subject itself; `null` where there is nothing to check. */
  state: 'fine' | 'bad' | 'gone' | null;
}

export type AlertVerdict = { say: 'nothing' | 'opened' | 'dropped' } | { say: 'closed'; why: ClosingReason };

const recentOf = (minutes: WatchedCause['recent'], now: Date) =>
  minutes.filter(([minute]) => minute > now.getTime() - WINDOW_MS);

export const countRecent = (watch: Pick<WatchedCause, 'recent'>, now: Date) =>
  recentOf(watch.recent, now).reduce((sum, [, count]) => sum + count, 0);

function mergeMinutes(minutes: WatchedCause['recent'], now: Date): WatchedCause['recent'] {
  const counts = new Map<number, number>();
  for (const [minute, count] of recentOf(minutes, now)) counts.set(minute, (counts.get(minute) ?? 0) + count);
  return [...counts].sort(([a], [b]) => a - b);
}

/** A new cause, or a known one updated with new signals. */
export function withBatch(
  watch: WatchedCause | null,
  batch: SignalBatch,
  id: string,
  now: Date,
): WatchedCause {
  if (!watch) {
    const { minutes, ...rest } = batch;
    return {
      ...{ id, ...rest, recent: mergeMinutes(minutes, now), quietSeconds: FIRST_QUIET_SECONDS, lookAt: now },
      ...{ openedAt: null, closedAt: null, closedWhy: null },
    };
  }
  return {
    ...watch,
    ...mergeConfigs(watch, batch),
    count: watch.count + batch.count,
    firstId: watch.firstId ?? batch.firstId,
    lastId: batch.lastId ?? watch.lastId,
    lastAt: new Date(Math.max(batch.lastAt.getTime(), watch.lastAt.getTime())),
    recent: mergeMinutes([...watch.recent, ...batch.minutes], now),
  };
}

/** A success in between ends a series of failures; the next series begins with the latest. */
export const restartCount = (watch: WatchedCause, batch: SignalBatch): WatchedCause => ({
  ...watch,
  configIds: batch.configIds,
  moreConfigs: batch.moreConfigs,
  count: batch.count,
  firstId: batch.firstId,
  firstAt: batch.firstAt,
});

/** A subject that has already recovered opens no alert. */
function judgeUnopened(watch: WatchedCause, facts: CauseFacts, now: Date): AlertVerdict {
  if (watch.kind !== 'failures')
    return facts.state === 'fine' || facts.state === 'gone' ? { say: 'dropped' } : { say: 'opened' };
  const recent = countRecent(watch, now);
  const isWave = recent >= WAVE_FAILURES && facts.recentSuccesses <= recent * MAX_SUCCESSES_PER_FAILURE;
  const isRow = watch.count >= CONSECUTIVE_FAILURES && !facts.succeededSinceFirst;
  if (isWave || isRow) return { say: 'opened' };
  return { say: now.getTime() - watch.lastAt.getTime() >= STALE_CAUSE_MS ? 'dropped' : 'nothing' };
}

function judgeOpen(watch: WatchedCause, facts: CauseFacts, now: Date): AlertVerdict {
  if (facts.state === 'gone') return { say: 'closed', why: 'removed' };
  if (facts.state === 'fine') return { say: 'closed', why: 'recovered' };
  if (facts.state === 'bad') return { say: 'nothing' };
  const quietMs = now.getTime() - watch.lastAt.getTime();
  if (quietMs >= watch.quietSeconds * SECOND && facts.succeededSinceLast)
    return { say: 'closed', why: 'recovered' };
  return quietMs >= STALE_CAUSE_MS ? { say: 'closed', why: 'quiet' } : { say: 'nothing' };
}

export const judge = (watch: WatchedCause, facts: CauseFacts, now: Date): AlertVerdict =>
  watch.openedAt === null ? judgeUnopened(watch, facts, now) : judgeOpen(watch, facts, now);

/** Twice as long as the last time, if the cause recurs within a day. */
export const nextQuietPeriod = (lastQuietSeconds: number | undefined) =>
  lastQuietSeconds === undefined
    ? FIRST_QUIET_SECONDS
    : Math.min(2 * lastQuietSeconds, LONGEST_QUIET_SECONDS);

/** Soon while the alert is new, then less and less often: thousands may be open for weeks. */
export function nextReviewAt({ openedAt, lastAt }: WatchedCause, now: Date): Date {
  if (openedAt === null) return new Date(lastAt.getTime() + STALE_CAUSE_MS);
  const age = now.getTime() - openedAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(age / 10, MINUTE), 30 * MINUTE));
}

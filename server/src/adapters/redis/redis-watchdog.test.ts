import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PendingCall, RedisWatchdog } from './redis-watchdog.ts';

interface NamedCall extends PendingCall {
  name: string;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function setUp() {
  const events: { what: string; at: number }[] = [];
  const note = (what: string) => events.push({ what, at: performance.now() });
  const watchdog = new RedisWatchdog<NamedCall>({
    stallMs: 40,
    deadMs: 100,
    onStall: (call) => note(call.name),
    onDead: () => note('dead'),
  });
  const send = (name: string) => {
    const call = { name, sentAt: performance.now(), abandoned: false };
    watchdog.onSent(call);
    return call;
  };
  return { events, watchdog, send };
}

it('abandons a call after 40 ms and declares Redis dead after 100 ms of silence', async () => {
  const { events, watchdog, send } = setUp();
  const first = send('first');
  await sleep(20);
  const second = send('second');
  await sleep(150);
  expect(events.map(({ what }) => what)).toEqual(['first', 'second', 'dead']);
  const [stalled, stalledToo, dead] = events.map(({ at }) => at) as [number, number, number];
  for (const [ms, bound] of [
    [stalled - first.sentAt, 40],
    [stalledToo - second.sentAt, 40],
    [dead - first.sentAt, 100],
  ] as const) {
    expect(ms).toBeGreaterThanOrEqual(bound);
    expect(ms).toBeLessThanOrEqual(bound + 10);
  }
  expect(watchdog.idle).toBe(true);
});

it('ignores calls that have a reply', async () => {
  const { events, watchdog, send } = setUp();
  const call = send('answered');
  await sleep(10);
  watchdog.onAnswer(call, performance.now());
  await sleep(120);
  expect(events).toEqual([]);
});

it('treats any reply as a sign of life, because slow is not dead', async () => {
  const { events, watchdog, send } = setUp();
  const calls = [];
  for (let i = 0; i < 6; i++) {
    calls.push(send(`call ${i}`));
    await sleep(30);
    const late = calls[i - 2];
    if (late) watchdog.onAnswer(late, performance.now());
  }
  for (const call of calls) watchdog.onAnswer(call, performance.now());
  expect(events.map(({ what }) => what)).toContain('call 0');
  expect(events.map(({ what }) => what)).not.toContain('dead');
});

it('abandons all calls at once when the connection is lost', () => {
  const { events, watchdog, send } = setUp();
  send('first');
  send('second');
  watchdog.abandonAll();
  expect(events.map(({ what }) => what)).toEqual(['first', 'second']);
  expect(watchdog.idle).toBe(true);
});

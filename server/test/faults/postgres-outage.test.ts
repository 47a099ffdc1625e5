import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type TestResponse } from '../harness/client.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { type OutstepProcess, startApi } from '../harness/process.ts';
import { retryRound, waitLimit } from '../harness/retry-rounds.ts';
import { isFullSize, sized } from '../harness/size.ts';
import { type ConnectionFault, TcpProxy } from '../harness/tcp-proxy.ts';

const CALLERS = sized(8, 20);
const PAUSE_MS = 100;
const READINESS_CHANGE_MS = waitLimit(2000);
const RECOVERY_MS = waitLimit(5000);
const SERVED_WITHIN_MS = waitLimit(500);
/** For conditions before the measurement, on a machine of any speed. */
const PATIENT = { timeout: 60_000, interval: 20 };

interface TimedAnswer {
  sentAt: number;
  at: number;
  answer: TestResponse;
}

describe('PostgreSQL unreachable', () => {
  let outstep: Outstep;
  let proxy: TcpProxy;
  let api: OutstepProcess;
  /** Each caller has its own record, so that none waits for another's write. */
  let own: { key: string; id: string }[];

  beforeAll(async () => {
    outstep = await startOutstep({ processes: 0 });
    const address = outstep.env['DATABASE_URL'] as string;
    proxy = await TcpProxy.to(address);
    api = await startApi({ ...outstep.env, DATABASE_URL: proxy.through(address) });
    outstep.apis.push(api);
    const storeId = await outstep.newStore();
    own = [];
    for (let i = 0; i < CALLERS; i++) {
      const { key } = await outstep.newKey(storeId, 'write');
      const made = await call(api.origin, key, 'POST', '/api/v1/http-requests', {
        url: 'https://example.com',
        headers: { 'X-Api-Key': 'sk_live_0123456789abcdef' },
      });
      own.push({ key, id: made.body.id });
    }
  });
  afterAll(async () => {
    await proxy?.mend();
    await outstep?.close();
    await proxy?.close();
  });

  const isReady = async () => (await fetch(`${api.origin}/readyz`)).status === 200;

  async function waitUntil(what: () => Promise<boolean>, patienceMs: number): Promise<number> {
    const from = performance.now();
    while (!(await what())) {
      if (performance.now() - from > patienceMs) return Number.POSITIVE_INFINITY;
      await sleep(50);
    }
    return performance.now() - from;
  }

  /** Reads, lists and writes, until stopped. */
  async function callers(seen: TimedAnswer[], isOver: () => boolean): Promise<void> {
    const one = async ({ key, id }: { key: string; id: string }, turn: number) => {
      for (let i = turn; !isOver(); i++) {
        const sentAt = performance.now();
        const answer =
          i % 3 === 0
            ? await call(api.origin, key, 'PATCH', `/api/v1/http-requests/${id}`, { timeoutMs: 2000 + i })
            : await call(api.origin, key, 'GET', `/api/v1/http-requests${i % 3 === 1 ? '' : `/${id}`}`);
        seen.push({ sentAt, at: performance.now(), answer });
        await sleep(PAUSE_MS);
      }
    };
    await Promise.all(own.map(one));
  }

  async function outage(begin: () => Promise<void>, lastsMs: number, end: () => Promise<void>) {
    let over = false;
    const seen: TimedAnswer[] = [];
    const calling = callers(seen, () => over);
    await expect.poll(() => seen.length, PATIENT).toBeGreaterThan(2 * CALLERS);
    const breakAt = performance.now();
    await begin();
    const brokenAt = performance.now();
    const flippedAfter = await waitUntil(async () => !(await isReady()), 2 * READINESS_CHANGE_MS);
    await sleep(lastsMs);
    const mendAt = performance.now();
    await end();
    const mendedAt = performance.now();
    const backAfter = await waitUntil(isReady, 2 * RECOVERY_MS);
    const areServed = () => seen.slice(-2 * CALLERS).every(({ answer }) => answer.status === 200);
    if (isFullSize) await sleep(Math.max(0, mendedAt + RECOVERY_MS - performance.now()));
    else await expect.poll(areServed, PATIENT).toBe(true);
    const wellFrom = performance.now();
    await sleep(sized(300, 1500));
    const sentAfter = () => seen.filter(({ sentAt }) => sentAt > wellFrom);
    await expect.poll(() => sentAfter().length, PATIENT).toBeGreaterThan(CALLERS);
    over = true;
    await calling;
    const unserved = sentAfter().filter(({ answer }) => answer.status !== 200).length;
    return { seen, flippedAfter, backAfter, unserved, breakAt, brokenAt, mendAt };
  }
  type Outage = Awaited<ReturnType<typeof outage>>;
  const isWellInTime = ({ backAfter, unserved }: Outage) => backAfter < RECOVERY_MS && unserved === 0;

  function expectWellInTime({ backAfter, unserved }: Outage) {
    expect(backAfter).toBeLessThan(RECOVERY_MS);
    expect(unserved, 'everything works again').toBe(0);
  }

  function expectOnlyRefusals({ seen, breakAt }: Outage) {
    const statuses = (some: TimedAnswer[]) => [...new Set(some.map(({ answer }) => answer.status))].sort();
    expect(statuses(seen.filter(({ at }) => at < breakAt))).toEqual([200]);
    const wrong = seen.filter(({ answer: { status } }) => ![200, 503].includes(status));
    expect(wrong.map(({ answer }) => `${answer.status} ${answer.text}`)).toEqual([]);
    for (const { answer } of seen.filter(({ answer: { status } }) => status === 503)) {
      expect(Object.keys(answer.body)).toEqual(['error']);
      expect(answer.body.error).toMatch(/right now; try again shortly/);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    }
    expect(api.child.exitCode, 'the process lives').toBeNull();
  }

  test.each<[ConnectionFault, number]>([
    ['refused', sized(1000, 3000)],
    ['silent', sized(2500, 5000)],
  ])('%s: 503 with Retry-After, readiness follows, and everything recovers', async (fault, lastsMs) => {
    const done = await retryRound(
      async () => {
        const round = await outage(
          () => proxy.break(fault),
          lastsMs,
          () => proxy.mend(),
        );
        expectOnlyRefusals(round);
        return round;
      },
      (round) => round.flippedAfter < READINESS_CHANGE_MS && isWellInTime(round),
    );
    expect(done.flippedAfter).toBeLessThan(READINESS_CHANGE_MS);
    expectWellInTime(done);
    // When no packet arrives, callers may also wait and be served late; when every connection is refused,
    // none can be served.
    if (fault === 'refused') {
      const during = done.seen.filter(({ sentAt, at }) => sentAt > done.brokenAt && at < done.mendAt);
      expect(during.length).toBeGreaterThan(CALLERS);
      expect(new Set(during.map(({ answer }) => answer.status))).toEqual(new Set([503]));
    }
  });

  const failPermanently = async () => {
    const done = await retryRound(async () => {
      const round = await outage(
        () => proxy.break('silent'),
        3000,
        async () => {
          proxy.forgetSilent();
          await proxy.mend();
        },
      );
      expectOnlyRefusals(round);
      return round;
    }, isWellInTime);
    expectWellInTime(done);
  };
  if (isFullSize)
    test(
      'permanently silent: once the server is reachable again, dead connections are not waited for',
      failPermanently,
    );

  /** The time from the last restart to the last failed call. */
  async function restarts(): Promise<number> {
    let over = false;
    const seen: TimedAnswer[] = [];
    const calling = callers(seen, () => over);
    const name = new URL(outstep.env['DATABASE_URL'] as string).pathname.slice(1);
    for (let i = 0; i < sized(2, 5); i++) {
      await sleep(300);
      await withClient(outstep.env['DATABASE_URL'] as string, (client) =>
        client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = $1 and pid <> pg_backend_pid() and application_name = 'outstep'`,
          [name],
        ),
      );
    }
    const lastBreak = performance.now();
    await sleep(1500);
    over = true;
    await calling;
    const statuses = new Set(seen.map(({ answer }) => answer.status));
    expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
    const unserved = seen.filter(({ answer }) => answer.status !== 200);
    return Math.max(0, ...unserved.map(({ sentAt }) => sentAt - lastBreak));
  }

  test('a restart that breaks every connection causes short waits and no 500', async () => {
    expect(await retryRound(restarts, (ms) => ms < SERVED_WITHIN_MS)).toBeLessThan(SERVED_WITHIN_MS);
  });

  test('logs no internal error', () => {
    expect(api.output.filter((line) => line.includes('"request failed"'))).toEqual([]);
  });
});

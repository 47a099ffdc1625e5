import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appEnv, Browser } from '../app/browser.ts';
import { logFigure } from '../harness/log-figure.ts';
import { isFullSize, sized } from '../harness/size.ts';
import {
  newTestStack,
  type SharedServices,
  startSharedServices,
  type TestStack,
} from '../harness/test-stack.ts';
import { newAccount } from './attacks.ts';

/** A short run has fewer attackers, for less time; `npm run hostile` has all of them for five minutes. */
const ACCOUNTS = sized(1, 8);
const SECONDS = sized(6, 300);
const QUIET_SECONDS = sized(3, 30);

let works: SharedServices;
let victim: TestStack;
beforeAll(async () => {
  works = await startSharedServices({
    ...appEnv,
    OUTSTEP_RENDER_PATIENCE_MS: '1000',
    OUTSTEP_DATABASE_CONNECTIONS: '10',
  });
  victim = await newTestStack(works);
});
afterAll(async () => {
  await victim?.close();
});

interface Measurements {
  ms: number[];
  faults: string[];
}

const p95 = (ms: readonly number[]) => [...ms].sort((a, b) => a - b)[Math.floor(ms.length * 0.95)] ?? 0;

/** The usual calls of a quiet store, one after the other, with the latencies of each kind. */
async function ordinaryDay(
  seconds: number,
  runs: string[],
  browser: Browser,
): Promise<Record<string, Measurements>> {
  const { outstep, key } = victim;
  const person = `victim@example.com`;
  const requestId = await victim.newRequest();
  const calls: Record<string, () => Promise<{ status: number; text?: string }>> = {
    read: () => outstep.call(key, 'GET', `/api/v1/http-requests/${requestId}`),
    // From a browser in which the person is already known.
    'sign in': () => Browser.ofSigned(browser.signed()).signIn(person),
    preview: () =>
      outstep.call(key, 'POST', '/api/v1/email-templates/preview', {
        ...{ subject: 'S', bodyType: 'text' },
        body: `{{ variables.name }} ${runs.length}`,
      }),
    step: async () => {
      const runId = crypto.randomUUID();
      runs.push(runId);
      return victim.step(requestId, runId);
    },
  };
  const seen: Record<string, Measurements> = {};
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end)
    for (const [what, act] of Object.entries(calls)) {
      const begin = performance.now();
      const { status, text = '' } = await act();
      seen[what] ??= { ms: [], faults: [] };
      seen[what].ms.push(performance.now() - begin);
      if (status >= 400) seen[what].faults.push(`${status} ${text.slice(0, 200)}`);
      // A key has 300 calls a minute.
      await sleep(100);
    }
  return seen;
}

test(
  'serves a quiet store beside hostile accounts in time and records its work correctly',
  async () => {
    const browser = new Browser(victim.outstep);
    await browser.signUp('victim');
    const runs: string[] = [];
    const quiet = await ordinaryDay(QUIET_SECONDS, runs, browser);
    const attackers = fork(new URL('./attackers.ts', import.meta.url), { execArgv: [] });
    const nextReport = async () => (await once(attackers, 'message'))[0];
    const echo = (await nextReport()) as string;
    attackers.send(await Promise.all(Array.from({ length: ACCOUNTS }, (_, i) => newAccount(works, i, echo))));
    await nextReport();
    const hostile = await ordinaryDay(SECONDS, runs, browser);
    const ended = nextReport();
    attackers.send('stop');
    const answered = (await ended) as Record<string, number>;
    attackers.kill();

    const slow: string[] = [];
    const bars = { read: 150, 'sign in': 150, preview: 1000, step: 1000 };
    for (const [what, atLeast] of Object.entries(bars)) {
      const [before, beside] = [quiet[what], hostile[what]].map((each) => p95(each?.ms ?? []));
      const bar = Math.max(3 * (before ?? 0), atLeast);
      const figure = `${what}: p95 ${before?.toFixed(0)} ms quiet, ${beside?.toFixed(0)} ms beside ${ACCOUNTS} hostile accounts (bar ${bar.toFixed(0)})`;
      logFigure(figure);
      if ((beside ?? 0) > bar) slow.push(figure);
    }
    for (const [name, count] of Object.entries(answered))
      logFigure(`${count} times somebody hostile ${name}`);
    const faults = Object.entries(hostile).flatMap(([what, each]) =>
      each.faults.map((fault) => `${what}: ${fault}`),
    );
    const logged = works.outstep.apis.flatMap(({ output }) =>
      output.filter((line) => line.includes('"level":50')),
    );
    expect(faults, logged.slice(0, 5).join('\n')).toEqual([]);

    // Every step arrived once, and history confirms it.
    const received = victim.target.received.map(({ url }) => url.split('/').at(-1));
    expect([...received].sort()).toEqual([...runs].sort());
    const { total } = (await victim.outstep.call(victim.key, 'GET', '/api/v1/history?status=SUCCESS&limit=1'))
      .body;
    expect(total).toBe(runs.length);
    // In the short run other tests have just ended, and their processes may still be busy.
    if (isFullSize) expect(slow).toEqual([]);
  },
  (SECONDS + QUIET_SECONDS) * 1000 + 600_000,
);

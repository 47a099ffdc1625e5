import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startOutstep, type TestKey } from '../harness/outstep.ts';
import { retryRound } from '../harness/retry-rounds.ts';
import { sized } from '../harness/size.ts';

const DRAIN_MS = 3000;
const BALANCER_BLIND_MS = 400;
/**
 * Requests per second; the lower rates are for a machine too busy for the first, which is no evidence of
 * dropped requests.
 */
const RATES = sized([100, 50, 25], [500, 250, 125]);
const TICK_MS = 10;
const KEYS = 60;
/**
 * Fewer than connections, so that none waits here for a connection until long after the process has ended.
 */
const IN_FLIGHT = 80;
const CONNECTIONS = 100;
/**
 * The longest a request may take; a slower one could reach the stopping process too late through no fault of
 * the product.
 */
const PROMPT_MS = 1500;

interface BalancedCall {
  target: number;
  outcome: string;
  at: number;
  ms: number;
  closing: boolean;
}

/**
 * Acts as a load balancer: asks which processes are ready, keeps connections open, and sends to the ready
 * ones.
 */
class ReadinessBalancer {
  readonly seen: BalancedCall[] = [];
  readonly #targets: { origin: string; ready: boolean; agent: Agent }[];
  readonly #keys: TestKey[];
  #turn = 0;

  constructor(origins: string[], keys: TestKey[]) {
    this.#targets = origins.map((origin) => ({
      origin,
      ready: true,
      agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
    }));
    this.#keys = keys;
  }

  async poll() {
    await Promise.all(
      this.#targets.map(async (target) => {
        const answer = await fetch(`${target.origin}/readyz`).catch(() => null);
        target.ready = answer?.status === 200;
        await answer?.body?.cancel();
      }),
    );
  }

  send(): Promise<void> {
    const turn = this.#turn++;
    const ready = this.#targets.filter((each) => each.ready);
    const target = ready[turn % ready.length];
    const at = performance.now();
    if (!target) {
      this.seen.push({ target: -1, outcome: 'nobody was ready', at, ms: 0, closing: false });
      return Promise.resolve();
    }
    const { key } = this.#keys[turn % this.#keys.length] as TestKey;
    const path = turn % 2 ? '/api/v1/me' : '/api/v1/http-requests';
    const index = this.#targets.indexOf(target);
    return new Promise((resolve) => {
      const done = (outcome: string, closing = false) => {
        this.seen.push({ target: index, outcome, at, ms: performance.now() - at, closing });
        resolve();
      };
      const headers = { authorization: `Bearer ${key}` };
      request(`${target.origin}${path}`, { agent: target.agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('error', (error) => done(`cut off: ${error.message}`));
        answer.on('end', () => {
          const whole =
            answer.complete && Buffer.byteLength(text) === Number(answer.headers['content-length']);
          done(whole ? String(answer.statusCode) : 'cut off', answer.headers.connection === 'close');
        });
      })
        .on('error', (error) => done(error.message))
        .end();
    });
  }

  close() {
    for (const { agent } of this.#targets) agent.destroy();
  }
}

/** A constant rate, because callers don't wait for each other, unless the machine cannot keep up. */
async function load(balancer: ReadinessBalancer, rate: number, isOver: () => boolean) {
  const pending = new Set<Promise<void>>();
  const from = performance.now();
  let sent = 0;
  while (!isOver()) {
    const due = Math.floor(((performance.now() - from) / 1000) * rate);
    for (; sent < due && pending.size < IN_FLIGHT; sent++) {
      const one = balancer.send().finally(() => pending.delete(one));
      pending.add(one);
    }
    await sleep(TICK_MS);
  }
  await Promise.all(pending);
  return (sent / (performance.now() - from)) * 1000;
}

async function poll(balancer: ReadinessBalancer, isOver: () => boolean, isBlind: () => boolean) {
  while (!isOver()) {
    if (!isBlind()) await balancer.poll();
    await sleep(100);
  }
}

/** Runs two processes under load and stops one of them. */
async function stopUnderLoad(rate: number) {
  const env = { OUTSTEP_DRAIN_MS: String(DRAIN_MS), OUTSTEP_DATABASE_CONNECTIONS: '6' };
  const outstep = await startOutstep({ processes: 2, env });
  const storeId = await outstep.newStore();
  const keys: TestKey[] = [];
  for (let i = 0; i < KEYS; i++) keys.push(await outstep.newKey(storeId, 'read'));
  const origins = outstep.apis.map(({ origin }) => origin);
  const balancer = new ReadinessBalancer(origins, keys);
  try {
    const [leaving] = outstep.apis;
    if (!leaving) throw new Error('no process');
    let over = false;
    let blind = false;
    const loading = load(balancer, rate, () => over);
    const polling = poll(
      balancer,
      () => over,
      () => blind,
    );
    await sleep(2000);

    // The balancer notices the signal late, like one that polls every few hundred milliseconds.
    blind = true;
    await sleep(200);
    const told = performance.now();
    const exited = once(leaving.child, 'exit');
    leaving.child.kill('SIGTERM');
    await sleep(BALANCER_BLIND_MS);
    blind = false;
    const [code] = await exited;
    const tookMs = performance.now() - told;
    await sleep(500);
    over = true;
    const perSecond = await loading;
    await polling;

    const late = balancer.seen.filter(({ target, at }) => target === 0 && at > told);
    return {
      code: code as number | null,
      tookMs,
      carried: perSecond / rate,
      slowestMs: Math.max(...balancer.seen.map(({ ms }) => ms)),
      leftAfter: Math.max(0, ...late.map(({ at }) => at - told)),
      wasAskedToLeave: late.some(({ closing }) => closing),
      dropped: balancer.seen
        .filter(({ outcome }) => outcome !== '200')
        .map(({ target, outcome, at }) => `${outcome} from ${target}, sent at ${Math.round(at - told)} ms`),
    };
  } finally {
    balancer.close();
    await outstep.close();
  }
}

/**
 * Otherwise the machine was too busy for the load, for its answers, or for the balancer to detect the signal
 * in time.
 */
const wasTried = ({ carried, slowestMs, leftAfter }: Awaited<ReturnType<typeof stopUnderLoad>>) =>
  carried > 0.8 && slowestMs < PROMPT_MS && leftAfter < DRAIN_MS - PROMPT_MS;

test(`SIGTERM at ${RATES[0]} requests a second drops none of them`, async () => {
  const done = await retryRound(
    async (number) => {
      const round = await stopUnderLoad(RATES[number - 1] as number);
      expect(round.code).toBe(0);
      expect(round.tookMs).toBeGreaterThanOrEqual(DRAIN_MS);
      if (wasTried(round)) expect(round.dropped, 'every request has a whole answer').toEqual([]);
      return round;
    },
    (round) => wasTried(round) && round.tookMs < DRAIN_MS + 3000,
  );
  expect(done.carried).toBeGreaterThan(0.8);
  expect(done.slowestMs).toBeLessThan(PROMPT_MS);
  expect(done.leftAfter).toBeLessThan(DRAIN_MS - PROMPT_MS);
  expect(done.tookMs).toBeLessThan(DRAIN_MS + 3000);
  // The stopping process was called after the signal, and asked its callers to disconnect.
  expect(done.leftAfter).toBeGreaterThan(0);
  expect(done.wasAskedToLeave).toBe(true);
});

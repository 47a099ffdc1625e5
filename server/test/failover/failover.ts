import { setTimeout as sleep } from 'node:timers/promises';
import type { Violations } from '../chaos/judge.ts';
import type { ChaosStore } from '../chaos/stores.ts';
import { type ChaosTargets, type Load, retryUntilAccepted, runStorm } from '../chaos/storm.ts';
import { call } from '../harness/client.ts';
import { startEngine } from '../harness/engine.ts';
import { type BalancedService, startHaproxy } from '../harness/haproxy.ts';
import { OwnPostgres } from '../harness/own-postgres.ts';
import { withClient } from '../harness/postgres.ts';
import type { Scratch } from '../harness/scratch.ts';
import { callStep } from '../harness/signed-step.ts';
import { eventually } from '../harness/test-stack.ts';
import { PatroniCluster } from './patroni.ts';
import { RedisPair } from './redis-pair.ts';
import { RestateCluster } from './restate-cluster.ts';
import { Writers } from './writers.ts';

export interface FailoverOptions extends Load {
  kills: number;
  scratch: Scratch;
}

export interface Failover {
  judgment: Violations;
  /** Seconds, one for each kill. */
  times: Record<string, number[]>;
  /** Writes that were acknowledged but are missing. */
  lostWrites: string[];
  acknowledgedWrites: number;
  /** How often each status was returned for writes. */
  answers: Record<string, number>;
}

/** The pause between two kills, so that each hits a running service. */
const PAUSE_BETWEEN_KILLS_MS = 5_000;

const inSeconds = (ms: number) => Math.round(ms / 100) / 10;

/** Runs a separate step, from its first attempt until its target was called. */
async function probe({ origin, idle, world }: ChaosTargets, name: string): Promise<number> {
  const { id, secret, requestId } = idle;
  const fields = { runId: name, stepId: 'step', requestId, variables: { name } };
  await retryUntilAccepted(async () => {
    const { status } = await callStep(origin, id, secret, 'http-request', fields);
    return status === 200 || status === 202 ? true : null;
  });
  await eventually(async () => world.taken.has(name), Boolean, 120_000);
  return performance.now();
}

interface FailoverStack {
  databaseUrl: string;
  env: Record<string, string>;
}

/** Runs a storm with additional writers, and repeats the strike. */
async function run(
  options: FailoverOptions,
  grounds: FailoverStack,
  strike: (standing: ChaosTargets, writers: Writers, turn: number) => Promise<Record<string, number>>,
): Promise<Failover> {
  const times: Failover['times'] = {};
  const writers = new Writers();
  const judgment = await runStorm({
    ...options,
    ...grounds,
    lastsWithHarm: true,
    async harm(standing) {
      writers.start(standing.origin, standing.stores);
      try {
        for (let turn = 1; turn <= options.kills; turn++) {
          await sleep(PAUSE_BETWEEN_KILLS_MS);
          const took = await strike(standing, writers, turn);
          for (const [what, seconds] of Object.entries(took)) {
            times[what] ??= [];
            times[what].push(seconds);
          }
          const list = Object.entries(took).map(([what, seconds]) => `${what} ${seconds} s`);
          options.say(`kill ${turn}: ${list.join(', ')}`);
        }
      } finally {
        await writers.stop();
      }
    },
  });
  const { lost, answers, acknowledged } = await withClient(grounds.databaseUrl, (client) =>
    writers.judge(client),
  );
  return { judgment, times, lostWrites: lost, answers, acknowledgedWrites: acknowledged };
}

export async function failPostgres(options: FailoverOptions): Promise<Failover> {
  const { scratch, say } = options;
  const cluster = await PatroniCluster.start(scratch);
  const { postgres } = await startHaproxy(scratch, [cluster.balanced]);
  say('PostgreSQL has a synchronous replica');
  const engine = await startEngine();
  try {
    const databaseUrl = `postgres://outstep:outstep@127.0.0.1:${postgres}/postgres`;
    return await run(options, { databaseUrl, env: engine.env }, async (standing, writers, turn) => {
      const { killedAt, promotedAt, restart } = await cluster.killPrimary();
      const [wroteAt, calledAt] = await Promise.all([
        writers.servedAfter(killedAt),
        probe(standing, `probe-${turn}`),
      ]);
      await standing.noteExposed();
      await restart();
      await cluster.whole();
      return {
        promoted: inSeconds(promotedAt - killedAt),
        'writes back after promotion': inSeconds(Math.max(0, wroteAt - promotedAt)),
        'steps back after promotion': inSeconds(Math.max(0, calledAt - promotedAt)),
      };
    });
  } finally {
    await engine.close();
  }
}

export async function failRestate(options: FailoverOptions): Promise<Failover> {
  const { scratch, say } = options;
  const cluster = await RestateCluster.start(scratch);
  const { ingress, admin } = await startHaproxy(scratch, cluster.balanced);
  say('the engine has three nodes');
  const postgres = await OwnPostgres.start();
  try {
    const env = {
      RESTATE_INGRESS_URL: `http://127.0.0.1:${ingress}`,
      RESTATE_ADMIN_URL: `http://127.0.0.1:${admin}`,
      OUTSTEP_ENGINE_IDENTITY_KEYS: cluster.identityKey,
    };
    return await run(options, { databaseUrl: postgres.url, env }, async (standing, _, turn) => {
      const killedAt = performance.now();
      const { restart } = await cluster.killOne();
      const calledAt = await probe(standing, `probe-${turn}`);
      await standing.noteExposed();
      await restart();
      return { 'steps back after the kill': inSeconds(calledAt - killedAt) };
    });
  } finally {
    await postgres.close();
  }
}

/** While Redis is away, the run budget is reported as used up, because it cannot be counted. */
async function countsExactly(origin: string, { key }: ChaosStore): Promise<boolean> {
  const answer = await call(origin, key, 'GET', '/api/v1/me').catch(() => null);
  return answer?.status === 200 && answer.body.limits.execute.remaining > 0;
}

export async function failRedis(options: FailoverOptions): Promise<Failover> {
  const { scratch, say } = options;
  const pair = await RedisPair.start(scratch);
  const balanced: BalancedService[] = [pair.balanced];
  const { redis } = await startHaproxy(scratch, balanced);
  say('Redis has a replica');
  const postgres = await OwnPostgres.start();
  const engine = await startEngine();
  try {
    const env = { ...engine.env, REDIS_URL: `redis://127.0.0.1:${redis}` };
    return await run(options, { databaseUrl: postgres.url, env }, async (standing, writers) => {
      await pair.killPrimary();
      const killedAt = performance.now();
      // As long as Sentinel takes with a `down-after-milliseconds` of five seconds.
      const [wroteAt] = await Promise.all([writers.servedAfter(killedAt), sleep(5_000)]);
      if (await countsExactly(standing.origin, standing.idle)) throw new Error('Redis is still there');
      const promotedAt = performance.now();
      await pair.promote();
      while (!(await countsExactly(standing.origin, standing.idle))) await sleep(250);
      const exactAt = performance.now();
      await pair.restart();
      return {
        'writes go on after the kill': inSeconds(wroteAt - killedAt),
        'exact after promotion': inSeconds(exactAt - promotedAt),
      };
    });
  } finally {
    await engine.close();
    await postgres.close();
  }
}

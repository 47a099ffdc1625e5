import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { updateSchema } from '../../src/processes/commands/migrate.ts';
import { createContexts } from '../../src/processes/contexts.ts';
import { createCore } from '../../src/processes/core.ts';
import { withClient } from '../harness/postgres.ts';
import { type Env, startApi } from '../harness/process.ts';
import { callStep } from '../harness/signed-step.ts';
import { advanceClock, installTestClock } from '../harness/test-clock.ts';
import { findViolations, type SentStep, type Violations } from './judge.ts';
import { MailWorld } from './mail-world.ts';
import { OutsideWorld } from './outside-world.ts';
import { stepOf } from './steps.ts';
import { type ChaosStore, openStore } from './stores.ts';
import { WorkerPool } from './worker-pool.ts';

export interface Load {
  /** A third each: newsletters, receipts, calls. */
  steps: number;
  stores: number;
  workers: number;
  /** Steps are spread evenly over this time. */
  seconds: number;
  /** Further steps arrive at the same rate until the harm is over. */
  lastsWithHarm?: boolean;
  /** The retry delays, and the delay until unclaimed work is looked for. */
  retrySeconds: string;
  sweepSeconds: number;
  /**
   * Whether to end the leases of killed workers by turning the clock once everything else has finished;
   * otherwise the test waits for them.
   */
  turnsClock: boolean;
  say(line: string): void;
}

/** What can be harmed, and what to record when it was. */
export interface ChaosTargets {
  origin: string;
  crew: WorkerPool;
  stores: readonly ChaosStore[];
  /** One more store, whose lanes are empty. */
  idle: ChaosStore;
  world: OutsideWorld;
  /** Call this after each harm: only deliveries in progress at that moment may have an unknown outcome. */
  noteExposed(): Promise<void>;
}

export interface Storm extends Load {
  databaseUrl: string;
  /** The engine's address, and any other differing settings. */
  env: Env;
  /** Runs alongside the steps; the storm is over when both have ended. */
  harm(standing: ChaosTargets): Promise<unknown>;
}

/** For the whole run: a hundredth of the default delays. */
export const shortDelays = {
  retrySeconds: '0,0.05,3,18,72,180,360,360',
  sweepSeconds: 10,
  turnsClock: false,
};
/**
 * How long the state may remain unchanged before the test gives up; with many emails on two cores, the whole
 * run takes a quarter of an hour.
 */
const SETTLE_MS = 180_000;

/** Longer than any lease. */
const LEASE_MS = 120_000;

/**
 * Runs `act` `times` times, evenly spread over the given time, and continues at that rate until it is over.
 */
export async function runSpread(
  times: number,
  seconds: number,
  act: (i: number) => Promise<unknown>,
  isOver: () => boolean = () => true,
): Promise<void> {
  const from = performance.now();
  const acts: Promise<unknown>[] = [];
  for (let i = 0; i < times || !isOver(); i++) {
    const due = from + ((i + 0.5) / times) * seconds * 1000;
    await sleep(Math.max(0, due - performance.now()));
    acts.push(act(i));
  }
  await Promise.all(acts);
}

/** Retries like a platform, until the step is accepted. */
export async function retryUntilAccepted<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const taken = await attempt().catch(() => null);
    if (taken !== null) return taken;
    await sleep(300);
  }
}

/**
 * Runs real PostgreSQL, a real engine, real workers and a real mail server, and harms all of them while steps
 * arrive. Only the outside world records what really happened; at the end, its records are compared with
 * history.
 */
export async function runStorm(storm: Storm): Promise<Violations> {
  const { say, databaseUrl } = storm;
  const closers: (() => unknown)[] = [];
  try {
    const world = await OutsideWorld.start({ transient: 0.2, lost: 0, slowestMs: 40 });
    closers.push(() => world.close());
    const mailWorld = await MailWorld.start();
    closers.push(() => mailWorld.close());
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: process.env['OUTSTEP_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
      OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
      OUTSTEP_LOG_LEVEL: 'info',
      OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
      OUTSTEP_RETRY_SECONDS: storm.retrySeconds,
      OUTSTEP_SWEEP_SECONDS: String(storm.sweepSeconds),
      // A busy machine must not cause a harmless text to be stopped as a bomb.
      OUTSTEP_RENDER_PATIENCE_MS: '10000',
      ...storm.env,
    };
    const config = readConfig(env);
    await updateSchema(config);
    if (storm.turnsClock) await installTestClock(databaseUrl);
    const core = createCore({ ...config, logLevel: 'silent' });
    closers.push(() => core.close());
    const contexts = createContexts(core);
    closers.push(() => contexts.close());

    const api = await startApi(env);
    closers.push(() => api.stop('SIGKILL'));
    const stores: ChaosStore[] = [];
    const open = (i: number) => openStore({ core, contexts, origin: api.origin, world, mailWorld }, i);
    for (let i = 0; i < storm.stores; i++) stores.push(await open(i));
    const idle = await open(storm.stores);
    const crew = await WorkerPool.start(storm.workers, env);
    closers.push(() => crew.close());
    say('everything is up');

    const sent: SentStep[] = [];
    const exposed = new Set<string>();
    const noteExposed = async () => {
      for (;;) {
        try {
          await withClient(databaseUrl, async (client) => {
            const { rows } = await client.query(
              `select execution_id, position from deliveries where state = 'data'`,
            );
            for (const row of rows) exposed.add(`${row.execution_id}/${row.position}`);
          });
          return;
        } catch {
          await sleep(100);
        }
      }
    };

    const step = async (i: number) => {
      const store = stores[i % storm.stores] as ChaosStore;
      const { action, fields, ...known } = stepOf(store, i);
      const executionId = await retryUntilAccepted(async () => {
        const { status, body } = await callStep(api.origin, store.id, store.secret, action, fields);
        return status === 200 || status === 202 ? body.executionId : null;
      });
      sent.push({ storeId: store.id, executionId, ...known });
    };
    let isOver = storm.lastsWithHarm !== true;
    const harming = storm.harm({ origin: api.origin, crew, stores, idle, world, noteExposed }).finally(() => {
      isOver = true;
    });
    await Promise.all([harming, runSpread(storm.steps, storm.seconds, step, () => isOver)]);
    mailWorld.calm();
    say('all steps are in; waiting for them to end');
    const pending = () =>
      withClient(databaseUrl, async (client) => {
        const { rows } = await client.query(
          `select count(*)::int as n from deliveries where sweep_at is not null`,
        );
        return rows[0].n as number;
      });
    // At first the number grows, as steps are planned.
    let [before, until, quiet, aheadMs] = [0, 0, 0, 0];
    for (let left = await pending(); left > 0; left = await pending()) {
      quiet = left === before ? quiet + 1 : 0;
      if (quiet === 0) until = performance.now() + SETTLE_MS;
      else if (performance.now() > until) break;
      if (storm.turnsClock && quiet >= 2) {
        // Any living worker would have continued by now.
        aheadMs += LEASE_MS;
        await advanceClock(databaseUrl, aheadMs);
      }
      before = left;
      say(`${left} deliveries to go`);
      await sleep(2_000);
    }
    return await withClient(databaseUrl, (client) =>
      findViolations(client, { sent, world, mailWorld, exposed }),
    );
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

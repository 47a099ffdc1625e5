import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import { updateSchema } from '../../src/processes/commands/migrate.ts';
import { createContexts } from '../../src/processes/contexts.ts';
import { createCore } from '../../src/processes/core.ts';
import { startEngine } from '../harness/engine.ts';
import { OwnPostgres } from '../harness/own-postgres.ts';
import { withClient } from '../harness/postgres.ts';
import { startApi } from '../harness/process.ts';
import { callStep } from '../harness/signed-step.ts';
import { makeTurnable, turnAhead } from '../harness/turned-clock.ts';
import { Crew } from './crew.ts';
import { type Judgement, judge, type SentStep } from './judge.ts';
import { MailWorld } from './mail-world.ts';
import { OutsideWorld } from './outside-world.ts';
import { type ChaosStore, openStore } from './stores.ts';

export interface ChaosOptions {
  /** A third each: newsletters, receipts, calls. */
  steps: number;
  stores: number;
  workers: number;
  workerKills: number;
  engineKills: number;
  wipes: number;
  databaseRestarts: number;
  /** Steps are spread evenly over this time, and so is the harm. */
  seconds: number;
  /** How long a retry waits at each turn, and how long until work that nobody does is looked for. */
  retrySeconds: string;
  sweepSeconds: number;
  /** Whether leases of the dead end by the turned clock once nothing else happens; otherwise they are waited for. */
  turnsClock: boolean;
  say(line: string): void;
}

/** Of the whole run: a hundredth of what it is by default. */
export const patience = { retrySeconds: '0,0.05,3,18,72,180,360,360', sweepSeconds: 10, turnsClock: false };
/** How long it may be that nothing changes; with many mails and two cores the whole takes a quarter of an hour. */
const SETTLE_MS = 180_000;

/** Longer than anybody holds what they work on. */
const LEASE_MS = 120_000;

/** Runs `times` of something, evenly spread over the time given. */
async function spread(times: number, seconds: number, act: (i: number) => Promise<unknown>): Promise<void> {
  const from = performance.now();
  const acts: Promise<unknown>[] = [];
  for (let i = 0; i < times; i++) {
    const due = from + ((i + 0.5) / times) * seconds * 1000;
    await sleep(Math.max(0, due - performance.now()));
    acts.push(act(i));
  }
  await Promise.all(acts);
}

/** As a platform does: until it is told that the step was taken. */
async function untilTaken<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const taken = await attempt().catch(() => null);
    if (taken !== null) return taken;
    await sleep(300);
  }
}

const kinds = ['marketing', 'transactional', 'call'] as const;
const MOST_RECIPIENTS = 20;
const FEWEST_RECIPIENTS = 2;
const MOST_ON_RECEIPTS = 3;

/** The step of this number: what the platform says, and what the judge must know of it. */
function stepOf({ requestId, layouts, senders }: ChaosStore, number: number) {
  const kind = kinds[number % kinds.length] as (typeof kinds)[number];
  const name = `${kind}-${number}`;
  // Neighbours of a kind are three apart.
  const turn = Math.floor(number / kinds.length);
  const base = { runId: name, stepId: 'step', variables: { name } };
  if (kind === 'call')
    return { kind, name, recipients: [], action: 'http-request', fields: { ...base, requestId } };
  const span = MOST_RECIPIENTS - FEWEST_RECIPIENTS + 1;
  const count = kind === 'marketing' ? FEWEST_RECIPIENTS + (turn % span) : 1 + (turn % MOST_ON_RECEIPTS);
  const recipients = Array.from({ length: count }, (_, i) => `${name}-${i + 1}@customer.example`);
  const [first, second, third] = recipients;
  const whom =
    kind === 'marketing'
      ? { to: recipients }
      : { to: [first], cc: second ? [second] : [], bcc: third ? [third] : [] };
  const fields = { ...base, layoutId: layouts[kind], senderId: senders[turn % senders.length], ...whom };
  return { kind, name, recipients, action: 'send-email', fields };
}

/**
 * Real PostgreSQL, real engine, real workers, a real mail server, and everything of it killed while steps come in. What really happened
 * is known to the outside world alone; at the end it is held against what history says.
 */
export async function runChaos(options: ChaosOptions): Promise<Judgement> {
  const { say, seconds } = options;
  const closers: (() => unknown)[] = [];
  try {
    const postgres = await OwnPostgres.start();
    closers.push(() => postgres.close());
    const world = await OutsideWorld.start({ transient: 0.2, lost: 0, slowestMs: 40 });
    closers.push(() => world.close());
    const mailWorld = await MailWorld.start();
    closers.push(() => mailWorld.close());
    const engine = await startEngine();
    closers.push(() => engine.close());
    const env = {
      DATABASE_URL: postgres.url,
      REDIS_URL: process.env['OUTSTEP_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
      OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
      OUTSTEP_LOG_LEVEL: 'info',
      OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
      OUTSTEP_RETRY_SECONDS: options.retrySeconds,
      OUTSTEP_SWEEP_SECONDS: String(options.sweepSeconds),
      ...engine.env,
    };
    const config = readConfig(env);
    await updateSchema(config);
    if (options.turnsClock) await makeTurnable(postgres.url);
    const core = createCore({ ...config, logLevel: 'silent' });
    closers.push(() => core.close());
    const contexts = createContexts(core);
    closers.push(() => contexts.close());

    const api = await startApi(env);
    closers.push(() => api.stop('SIGKILL'));
    const stores: ChaosStore[] = [];
    for (let i = 0; i < options.stores; i++)
      stores.push(await openStore({ core, contexts, origin: api.origin, world, mailWorld }, i));
    const crew = await Crew.start(options.workers, env);
    closers.push(() => crew.close());
    say('everything is up');

    const sent: SentStep[] = [];
    /** Work that may have left when something was killed: only of this may the outcome be unknown. */
    const exposed = new Set<string>();
    const noteExposed = async () => {
      for (;;) {
        try {
          await withClient(postgres.url, async (client) => {
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

    const stepping = spread(options.steps, seconds, async (i) => {
      const store = stores[i % options.stores] as ChaosStore;
      const { action, fields, ...step } = stepOf(store, i);
      const executionId = await untilTaken(async () => {
        const { status, body } = await callStep(api.origin, store.id, store.secret, action, fields);
        return status === 200 || status === 202 ? body.executionId : null;
      });
      sent.push({ storeId: store.id, executionId, ...step });
    });
    let kills = 0;
    const killing = spread(options.workerKills, seconds, async () => {
      while (!(await crew.killOne())) await sleep(100);
      await noteExposed();
      kills++;
      if (kills % 20 === 0) say(`${kills} workers killed`);
    });
    // One after the other, since they share the engine.
    const harm = [
      ...Array.from({ length: options.engineKills }, () => 'kill' as const),
      ...Array.from({ length: options.wipes }, () => 'wipe' as const),
    ].sort((a, b) => (a === b ? 0 : Math.random() - 0.5));
    const enginePeace = (seconds * 1000) / (harm.length + 1);
    const engineHarm = (async () => {
      for (const kind of harm) {
        await sleep(enginePeace * (0.5 + Math.random() * 0.5));
        await engine.kill();
        if (kind === 'wipe') await engine.wipe();
        await engine.start();
        await noteExposed();
        say(kind === 'wipe' ? 'engine killed and its data wiped' : 'engine killed');
      }
    })();
    const databaseHarm = spread(options.databaseRestarts, seconds, async () => {
      await postgres.down();
      await sleep(1_000);
      await postgres.up();
      await noteExposed();
      say('PostgreSQL restarted');
    });

    await Promise.all([stepping, killing, engineHarm, databaseHarm]);
    mailWorld.calm();
    say('all steps are in; waiting for them to end');
    const pending = () =>
      withClient(postgres.url, async (client) => {
        const { rows } = await client.query(
          `select count(*)::int as n from deliveries where sweep_at is not null`,
        );
        return rows[0].n as number;
      });
    // At first there are more and more of them, as steps are planned.
    let [before, until, quiet, aheadMs] = [0, 0, 0, 0];
    for (let left = await pending(); left > 0; left = await pending()) {
      quiet = left === before ? quiet + 1 : 0;
      if (quiet === 0) until = performance.now() + SETTLE_MS;
      else if (performance.now() > until) break;
      if (options.turnsClock && quiet >= 2) {
        // Whoever lives would have gone on by now.
        aheadMs += LEASE_MS;
        await turnAhead(postgres.url, aheadMs);
      }
      before = left;
      say(`${left} deliveries to go`);
      await sleep(2_000);
    }
    return await withClient(postgres.url, (client) => judge(client, { sent, world, mailWorld, exposed }));
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

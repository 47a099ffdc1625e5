import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { simpleParser } from 'mailparser';
import { call } from '../server/test/harness/client.ts';
import { countingProxy } from '../server/test/harness/counting-proxy.ts';
import { startEngine } from '../server/test/harness/engine.ts';
import { withClient } from '../server/test/harness/postgres.ts';
import { type ContestResult, type ContestRun, contest, printStandings, type Verdict } from './contest.ts';
import { cpuSpentBy } from './cpu.ts';
import { CONNECTIONS, layout, RECIPIENTS } from './mail-shape.ts';
import { startMailSink } from './mail-sink.ts';
import { type BenchStage, openStage } from './stage.ts';
import { WINDOWS } from './statistics.ts';
import { type StepCall, signed, startStep } from './step-load.ts';

const STORES = 20;
const STEPS = 40;
/** A batch has 40 steps with ten emails each. */
const WARM_UP_BATCHES = 8;
const SINGLE_TURNS = 20;
/** How long to wait until all steps of a batch have ended before giving up. */
const PATIENCE_MS = 180_000;

const localPath = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface SendingStore {
  storeId: string;
  secret: string;
  layoutId: string;
}

export async function openStores(
  stage: BenchStage,
  origin: string,
  sinkPort: number,
  count: number,
): Promise<SendingStore[]> {
  const stores: SendingStore[] = [];
  for (let i = 0; i < count; i++) {
    const storeId = await stage.newStore();
    const { secret } = await stage.platformSecret(storeId);
    await stage.newSender(storeId, sinkPort);
    const [key = ''] = await stage.newKeys(storeId, 'write', 1);
    const made = await call(origin, key, 'POST', '/api/v1/email-templates', layout);
    if (made.status !== 201) throw new Error(`the layout was not made: ${made.text}`);
    stores.push({ storeId, secret, layoutId: made.body.id });
  }
  return stores;
}

const endedSteps = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as all, count(*) filter (where status = 'SUCCESS')::int as well
       from executions where status <> 'PENDING'`,
    );
    return rows[0] as { all: number; well: number };
  });

/** Starts all steps at once and waits until the last one is recorded. */
async function batch(url: string, next: () => StepCall): Promise<ContestRun> {
  const before = await endedSteps(url);
  const from = performance.now();
  const calls = Promise.all(Array.from({ length: STEPS }, () => startStep(next())));
  let ended = before;
  while (ended.all - before.all < STEPS) {
    if (performance.now() - from > PATIENCE_MS) throw new Error('the batch does not end');
    await sleep(100);
    ended = await endedSteps(url);
  }
  const ms = performance.now() - from;
  await calls;
  if (ended.well - before.well < STEPS) throw new Error('some steps did not end well');
  return { done: STEPS * RECIPIENTS, seconds: ms / 1000 };
}

/** The mailer alone, in its own process, with the message that the sink received. */
async function bareMailer(port: number, seen: string): Promise<ContestRun> {
  const { subject = '', html, text: plain = '', headerLines } = await simpleParser(seen);
  const list = headerLines.filter(({ key }) => key.startsWith('list-'));
  const headers = Object.fromEntries(
    list.map(({ key, line }) => [key, line.slice(key.length + 1).replace(/\s+/g, '')]),
  );
  const message = { from: 'news@shop.example', subject, html, text: plain, headers };
  const connections = STORES * CONNECTIONS;
  const count = STEPS * RECIPIENTS;
  const child = spawn(process.execPath, [localPath('./bare-mailer.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ port, connections, count, message }));
  const { ms, cpuMs } = JSON.parse(await text(child.stdout)) as { ms: number; cpuMs: number };
  return { done: count, seconds: ms / 1000, cpu: { 'bare-mailer': cpuMs / 1000 } };
}

/** Round trips to PostgreSQL for one email to one recipient, by the API and the worker together. */
async function tripsOfOneMail(stage: BenchStage, sinkPort: number): Promise<number> {
  const way = await countingProxy(stage.url);
  const through = { DATABASE_URL: way.through(stage.url) };
  await stage.startWorker(undefined, undefined, through);
  const origin = await stage.startApi(through);
  const [store] = await openStores(stage, origin, sinkPort, 1);
  if (!store) throw new Error('there is no store');
  const { storeId, secret, layoutId } = store;
  let turn = 0;
  const send = async () => {
    const at = `one-${turn++}`;
    const fields = {
      runId: at,
      stepId: 'step',
      layoutId,
      to: [`${at}@customer.example`],
      variables: { name: 'Ann' },
    };
    const well = await startStep(signed(`${origin}/platforms/generic/${storeId}/send-email`, secret, fields));
    if (!well) throw new Error('a mail did not end well');
  };
  for (let i = 0; i < SINGLE_TURNS; i++) await send();
  const trips = await way.tripsOf(send, SINGLE_TURNS);
  await way.close();
  return trips;
}

/**
 * Emails from the signed call to the recorded end, in turns with the engine and the same writes (one
 * invocation per message), and with the mailer alone.
 */
export async function benchMails(rounds = WINDOWS): Promise<Verdict> {
  const engine = await startEngine();
  const stage = await openStage({
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTSTEP_LOG_LEVEL: 'info',
    ...engine.env,
  });
  const sink = await startMailSink();
  try {
    await stage.startWorker(localPath('./bare-mail-worker.ts'), []);
    const bareOrigin = await stage.start(localPath('./bare-step-api.ts'), ['BareMail', 'EMAIL']);
    const oneWorker = await stage.startWorker();
    const origin = await stage.startApi();
    const stores = await openStores(stage, origin, sink.port, STORES);
    let turn = 0;
    const next = () => {
      const at = turn++;
      return { at, ...(stores[at % STORES] as SendingStore) };
    };
    const bare = (): StepCall => {
      const { at, storeId } = next();
      const fields = { runId: `run-${at}`, executionId: randomUUIDv7(), slot: at % 8 };
      return {
        url: `${bareOrigin}/stores/${storeId}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      };
    };
    const createOutstepCall = (): StepCall => {
      const { at, storeId, secret, layoutId } = next();
      const to = Array.from({ length: RECIPIENTS }, (_, i) => `to-${at}-${i}@customer.example`);
      const fields = { runId: `run-${at}`, stepId: 'step', layoutId, to, variables: { name: 'Ann' } };
      return signed(`${origin}/platforms/generic/${storeId}/send-email`, secret, fields);
    };
    const oursTaken = async () => {
      const before = sink.taken;
      const run = await batch(stage.url, createOutstepCall);
      const mails = sink.taken - before;
      if (mails !== run.done) throw new Error(`${mails} mails came of ${run.done}`);
      return run;
    };
    // The mailer alone needs an email to copy.
    await oursTaken();
    const contenders = [
      { name: 'bare engine, one invocation a message', run: () => batch(stage.url, bare) },
      { name: 'bare nodemailer, same mails', run: () => bareMailer(sink.port, sink.last) },
      { name: 'mails', run: oursTaken },
    ].map((contender) => ({
      ...contender,
      async warmUp() {
        for (let i = 0; i < WARM_UP_BATCHES; i++) await contender.run();
      },
    }));
    const parts = new Map([...stage.parts, [engine.process.child.pid as number, 'engine']]);
    const { standings, doubts } = await contest(contenders, rounds, () => cpuSpentBy(parts));
    console.log(
      `\nMails in steps of ${RECIPIENTS} recipients, one API and one worker process, ${STORES} senders of ${CONNECTIONS} connections`,
    );
    printStandings(standings, 'mail');
    // Otherwise either worker could get the work.
    await oneWorker.stop();
    const trips = await tripsOfOneMail(stage, sink.port);
    const [, , mails] = standings as [ContestResult, ContestResult, ContestResult];
    const bars = [
      { what: 'mails, of the bare engine', value: mails.rateOfFirst, atLeast: 1.3 },
      { what: 'CPU ms of a mail', value: mails.machineMs, atMost: 5 },
      { what: 'trips for a mail to one recipient', value: trips, atMost: 12 },
    ];
    return { bars, doubts };
  } finally {
    sink.close();
    await stage.close();
    await engine.close();
  }
}

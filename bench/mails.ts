import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { simpleParser } from 'mailparser';
import { call } from '../server/test/harness/client.ts';
import { startEngine } from '../server/test/harness/engine.ts';
import { withClient } from '../server/test/harness/postgres.ts';
import { between, spentBy } from './cpu.ts';
import { median } from './load.ts';
import { CONNECTIONS, RECIPIENTS } from './mail-shape.ts';
import { startMailSink } from './mail-sink.ts';
import { openStage, type Stage } from './stage.ts';
import { type StepCall, signed, startStep } from './step-load.ts';

const STORES = 20;
const STEPS = 40;
const ROUNDS = 3;
const BAR = 0.4;
/** Until all of a batch has ended, or something is wrong. */
const PATIENCE_MS = 180_000;

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const layout = {
  name: 'News',
  subject: 'News for {{ variables.name }}',
  category: 'marketing',
  bodyDesign: {
    header: { blocks: [{ type: 'logo', alt: 'Shop' }] },
    blocks: [
      { type: 'heading', level: 1, text: 'News' },
      { type: 'text', html: '<p>Hello {{ variables.name }}, there is news.</p>' },
      { type: 'button', label: 'Read it', url: 'https://shop.example/news' },
    ],
  },
};

interface Sending {
  storeId: string;
  secret: string;
  layoutId: string;
}

async function openStores(stage: Stage, origin: string, sinkPort: number): Promise<Sending[]> {
  const stores: Sending[] = [];
  for (let i = 0; i < STORES; i++) {
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

/** All at once; mails a second until the last one is recorded. */
async function batch(url: string, next: () => StepCall): Promise<number> {
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
  return (STEPS * RECIPIENTS * 1000) / ms;
}

/** The mailer alone, in a process of its own, with the message that the sink has seen. */
async function bareMailer(port: number, seen: string): Promise<number> {
  const { subject = '', html, text: plain = '', headerLines } = await simpleParser(seen);
  const list = headerLines.filter(({ key }) => key.startsWith('list-'));
  const headers = Object.fromEntries(
    list.map(({ key, line }) => [key, line.slice(key.length + 1).replace(/\s+/g, '')]),
  );
  const message = { from: 'news@shop.example', subject, html, text: plain, headers };
  const connections = STORES * CONNECTIONS;
  const count = STEPS * RECIPIENTS;
  const child = spawn(process.execPath, [here('./bare-mailer.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ port, connections, count, message }));
  return (count * 1000) / Number(await text(child.stdout));
}

/** Mails from the signed call to the recorded end, beside the engine with the same writes and the mailer alone, in turns. */
export async function benchMails() {
  const engine = await startEngine();
  const stage = await openStage({
    OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    OUTSTEP_LOG_LEVEL: 'info',
    ...engine.env,
  });
  const sink = await startMailSink();
  try {
    await stage.startWorker(here('./bare-mail-worker.ts'), []);
    const bareOrigin = await stage.start(here('./bare-step-api.ts'), ['BareMail', 'EMAIL']);
    await stage.startWorker();
    const origin = await stage.startApi();
    const stores = await openStores(stage, origin, sink.port);
    let turn = 0;
    const next = () => {
      const at = turn++;
      return { at, ...(stores[at % STORES] as Sending) };
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
    const ours = (): StepCall => {
      const { at, storeId, secret, layoutId } = next();
      const to = Array.from({ length: RECIPIENTS }, (_, i) => `to-${at}-${i}@customer.example`);
      const fields = { runId: `run-${at}`, stepId: 'step', layoutId, to, variables: { name: 'Ann' } };
      return signed(`${origin}/platforms/generic/${storeId}/send-email`, secret, fields);
    };
    const contenders = [
      { name: 'bare engine, same writes', bar: null, measure: () => batch(stage.url, bare) },
      { name: 'bare nodemailer, same mails', bar: null, measure: () => bareMailer(sink.port, sink.last) },
      { name: 'mails', bar: BAR, measure: () => batch(stage.url, ours) },
    ];
    // The mailer alone needs a mail to copy, so ours comes first here.
    for (const { measure } of contenders.toReversed()) await measure();

    const rounds: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured: number[] = [];
      for (const { measure } of contenders) measured.push(await measure());
      rounds.push(measured);
    }
    const spent = () => spentBy(stage.pids(), engine.process.child.pid as number);
    const before = spent();
    const takenBefore = sink.taken;
    await batch(stage.url, ours);
    const cost = between(before, spent());
    const mails = sink.taken - takenBefore;
    if (mails !== STEPS * RECIPIENTS) throw new Error(`${mails} mails came of ${STEPS * RECIPIENTS}`);
    const slowerOf = ([engineRate = 0, mailerRate = 0]: number[]) => Math.min(engineRate, mailerRate);
    const results = contenders.map(({ name, bar }, i) => ({
      name,
      perSecond: Math.round(median(rounds.map((round) => round[i] ?? 0))),
      ofBare: median(rounds.map((round) => (round[i] ?? 0) / slowerOf(round))),
      bar,
    }));
    const breakdown = Object.entries(cost).map(([part, seconds]) => ({
      part,
      'µs a mail': Math.round((seconds * 1e6) / mails),
    }));
    return { results, breakdown };
  } finally {
    sink.close();
    await stage.close();
    await engine.close();
  }
}

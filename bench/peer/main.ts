import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { simpleParser } from 'mailparser';
import { readConfig } from '../../server/src/config.ts';
import { startEngine } from '../../server/test/harness/engine.ts';
import { type Contender, contest, printStandings, reportBars, type Threshold } from '../contest.ts';
import { cpuSpentBy } from '../cpu.ts';
import { type MailSink, startMailSink } from '../mail-sink.ts';
import { openStage } from '../stage.ts';
import { WINDOWS } from '../statistics.ts';
import {
  closedLoop,
  countedLoop,
  openLoop,
  type StepCall,
  type StepsMeasured,
  startStep,
} from '../step-load.ts';
import { startN8n } from './n8n.ts';
import { type Job, setUpProduct } from './product.ts';

/** `node bench/peer/main.ts --n8n <folder>`: see README.md. */
const { values } = parseArgs({
  options: {
    n8n: { type: 'string' },
    rounds: { type: 'string', default: String(WINDOWS) },
    seconds: { type: 'string', default: '6' },
    'even-seconds': { type: 'string', default: '20' },
    'warm-up': { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '10' },
    /** `step` or `mail`. */
    only: { type: 'string' },
    /** Settings for n8n in addition to those set here, as NAME=value. */
    set: { type: 'string', multiple: true, default: [] },
  },
});
if (values.n8n === undefined) throw new Error('--n8n names the folder that n8n is installed in');
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const WARM_UP = Number(values['warm-up']);
const CLIENTS = 64;
const EVEN_RATE = 20;
const EVEN_SECONDS = Number(values['even-seconds']);
/** How long to wait for all responses of a window before giving up. */
const PATIENCE_MS = 120_000;
const BAR = 3;
const TOKEN = 'a-token-of-the-warehouse';
const NAME = 'Ann';

interface CountingTarget {
  origin: string;
  taken: number;
  /** The parts of the last call that must be the same for both. */
  last: string;
  close(): void;
}

async function startTarget(): Promise<CountingTarget> {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = await text(request);
    target.taken++;
    target.last = `${method} ${url} ${headers['content-type']} ${headers.authorization} ${body}`;
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target: CountingTarget = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: 0,
    last: '',
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return target;
}

let turn = 0;
const named = () => ({ runId: `run-${turn++}`, stepId: 'step' });
const httpJob = (): Job => ({
  ...named(),
  variables: { order: { id: 1001, lines: [{ sku: 'A-1', quantity: 2 }], email: 'ann@example.com' } },
});
const mailJob = (): Job => ({ ...named(), to: [`to-${turn}@customer.example`], variables: { name: NAME } });

async function requireWell(name: string, call: StepCall) {
  if (!(await startStep(call))) throw new Error(`${name}: it did not end well`);
}

/** An email that the product sent, for n8n to send too. */
async function mailOf(call: StepCall, sink: MailSink) {
  await requireWell('a mail of the product', call);
  const { subject = '', html, text: plain = '', from } = await simpleParser(sink.last);
  if (!html || !from) throw new Error('the mail of the product has no HTML or no sender');
  return { name: NAME, from: from.text, subject, html, text: plain };
}

async function inTime(name: string, run: Promise<StepsMeasured>): Promise<StepsMeasured> {
  const measured = await Promise.race([run, sleep(PATIENCE_MS, null, { ref: false })]);
  if (!measured) throw new Error(`${name}: some answers did not come`);
  return measured;
}

/**
 * Also counts each piece of work where it arrives, to detect a response that is sent before the work is done.
 */
function asContender(name: string, next: () => StepCall, place: { taken: number }): Contender {
  return {
    name,
    /** While everything is cold, a slow step may be reported as pending and arrive later. */
    async warmUp() {
      const until = place.taken + WARM_UP;
      await inTime(name, countedLoop(next, CLIENTS, WARM_UP));
      for (let tries = 0; tries < 300 && place.taken < until; tries++) await sleep(100);
      if (place.taken !== until) throw new Error(`${name}: ${until - place.taken} did not arrive`);
    },
    async run() {
      const before = place.taken;
      const measured = await inTime(name, closedLoop(next, CLIENTS, SECONDS));
      const arrived = place.taken - before;
      if (measured.failed > 0) throw new Error(`${name}: ${measured.failed} did not end well`);
      if (arrived !== measured.done) throw new Error(`${name}: ${arrived} arrived of ${measured.done}`);
      return measured;
    },
  };
}

const engine = await startEngine();
const target = await startTarget();
const sink = await startMailSink();
const stage = await openStage({
  OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
  OUTSTEP_LOG_LEVEL: 'info',
  ...engine.env,
});
const closing = [
  () => engine.close(),
  () => stage.close(),
  async () => sink.close(),
  async () => target.close(),
];
const bars: Threshold[] = [];
const doubts: string[] = [];
try {
  const places = { targetOrigin: target.origin, sinkPort: sink.port };
  const product = await setUpProduct(stage, { ...places, token: TOKEN });
  const mail = await mailOf(product.mailStep(mailJob()), sink);
  const sizes = { product: sink.last.length, n8n: 0 };
  const peer = await startN8n(
    {
      folder: values.n8n,
      redisUrl: readConfig(stage.env).redisUrl,
      concurrency: Number(values.concurrency),
      settings: Object.fromEntries(values.set.map((each) => each.split(/=(.*)/s).slice(0, 2))),
    },
    { ...places, mail },
    TOKEN,
  );
  closing.push(peer.close);
  console.log(
    `n8n ${peer.version}, Node ${process.version}, ${availableParallelism()} cores, everything on one machine`,
  );

  const calls: string[] = [];
  for (const side of [peer, product]) {
    await requireWell('an HTTP step', side.httpStep(httpJob()));
    calls.push(target.last);
  }
  if (calls[0] !== calls[1]) throw new Error(`they make different calls:\n${calls.join('\n')}`);
  await requireWell('a mail of n8n', peer.mailStep(mailJob()));
  sizes.n8n = sink.last.length;
  console.log(`bytes of a mail: n8n ${sizes.n8n}, product ${sizes.product}`);

  const parts = new Map([
    ...stage.parts,
    ...peer.parts,
    [engine.process.child.pid as number, 'engine'] as const,
  ]);
  const kinds = [
    { piece: 'step', job: httpJob, kind: 'httpStep', place: target },
    { piece: 'mail', job: mailJob, kind: 'mailStep', place: sink },
  ] as const;
  for (const { piece, job, kind, place } of kinds) {
    if (values.only !== undefined && values.only !== piece) continue;
    const sides = [
      { name: `n8n, ${piece}s`, next: () => peer[kind](job()) },
      { name: `product, ${piece}s`, next: () => product[kind](job()) },
    ];
    const contenders = sides.map(({ name, next }) => asContender(name, next, place));
    const { standings, doubts: found } = await contest(contenders, ROUNDS, () => cpuSpentBy(parts));
    console.log(`\n${piece}s, ${CLIENTS} at a time`);
    printStandings(standings, piece);
    doubts.push(...found.map((doubt) => `${piece}s, ${doubt}`));
    bars.push({ what: `${piece}s, of n8n`, value: standings[1]?.rateOfFirst ?? 0, atLeast: BAR });
    const even: Record<string, object> = {};
    for (const { name, next } of sides) {
      await sleep(2000);
      const { perSecond, p50, p99, failed } = await openLoop(next, EVEN_RATE, EVEN_SECONDS);
      even[name] = { 'a second': perSecond, 'p50 ms': p50, 'p99 ms': p99, failed };
    }
    console.log(`${EVEN_RATE} ${piece}s a second, whatever the answers do`);
    console.table(even);
  }
  console.log(`executions in the log of n8n: ${await peer.logged()}`);
} finally {
  for (const close of closing.reverse()) await close();
}
if (!reportBars({ bars, doubts })) process.exitCode = 1;

import { once } from 'node:events';
import { stat } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderPool } from '../../src/adapters/child-processes/render-pool.ts';
import { parseAllowList } from '../../src/adapters/outbound/allow-list.ts';
import { createDnsClient } from '../../src/adapters/outbound/dns-client.ts';
import { createOutbound } from '../../src/adapters/outbound/outbound-client.ts';
import { startDeadline } from '../../src/kernel/deadline.ts';
import { textOf } from '../../src/kernel/messages/message.ts';
import { bind, statement } from '../../src/kernel/ports.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { messageMatching } from '../harness/plain-message.ts';
import { sized } from '../harness/size.ts';
import { allowSend, mailTo, serverAt, transportFor } from '../smtp/mails.ts';

/** Longer than every timeout below. */
const STALL_MS = sized(5_000, 10_000);
const TIMEOUT_MS = 1_000;
const CALLS = 20;

let beside: Worker;
let ports: { httpPort: number; smtpPort: number; namePort: number };
let outstep: Outstep;

beforeAll(async () => {
  beside = new Worker(new URL('./socket-thread.ts', import.meta.url));
  [ports] = (await once(beside, 'message')) as [typeof ports];
  outstep = await startOutstep({ processes: 0 });
});
afterAll(async () => {
  await beside?.terminate();
  await outstep?.close();
});

/** Meanwhile, no data is read and no timer fires. */
const blockTheLoop = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Where most stalls originate: in an I/O callback, after which timers run before other data is read. */
const blockWhileReading = (ms: number) =>
  new Promise<void>((resolve) => {
    stat('/', () => {
      blockTheLoop(ms);
      resolve();
    });
  });

const all = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: CALLS }, work));

test('records a response that arrived while the loop was blocked', async () => {
  const outbound = createOutbound({ allow: parseAllowList('127.0.0.1') });
  const carrier = transportFor({ totalMs: TIMEOUT_MS });
  const dns = createDnsClient({ servers: [`127.0.0.1:${ports.namePort}`], questionMs: 250 });
  const pool = createRenderPool({
    childEntry: new URL('../../src/processes/children/render.ts', import.meta.url),
    cpuMs: TIMEOUT_MS,
    wallMs: TIMEOUT_MS,
  });
  await pool.ready();
  const db = outstep.core.database.forStore(await outstep.newStore());
  const slowly = bind(statement<{ said: string }>('test_slowly', "select 'answered' as said, pg_sleep(0.3)"));
  const briefly = bind({ ...slowly.statement, brief: true });
  // Connecting uses plain timers, so every connection is opened beforehand; brief reads get theirs after the
  // first ones.
  for (let i = 0; i < 3; i++) await Promise.all([db.rows(slowly), db.rows(briefly)]);

  const request = { method: 'POST', headers: {}, body: '{}', timeoutMs: TIMEOUT_MS } as const;
  const url = `http://127.0.0.1:${ports.httpPort}/`;
  const work = Promise.all([
    all(async () => {
      const outcome = await outbound.send({ ...request, url });
      return outcome.kind === 'answered' ? outcome.body : textOf(outcome.sentence);
    }),
    Promise.all(
      ['a', 'b'].map(async (name) => {
        const mail = mailTo(`${name}@customer.example`);
        return (await carrier.carry(name, serverAt(ports.smtpPort), mail, allowSend)).state;
      }),
    ),
    dns.look('store', (reader) => reader.texts('shop.example')),
    pool.check('store', [{ path: ['body'], text: '{{ 1 | no_such }}' }]),
    db.rows(slowly),
    db.rows(briefly),
  ]);
  // By now every request has been sent, and none has a response.
  await sleep(150);
  await blockWhileReading(STALL_MS);

  const [calls, mails, texts, problems, rows, brief] = await work;
  expect(calls).toEqual(Array(CALLS).fill('answered'));
  expect(mails).toEqual(['sent', 'sent']);
  expect(texts).toEqual({ state: 'found', records: ['answered'] });
  expect(problems).toMatchObject([{ reason: messageMatching(/no_such/) }]);
  expect([rows[0]?.said, brief[0]?.said]).toEqual(['answered', 'answered']);
  await carrier.close();
  await pool.close();
});

test('a late deadline waits for as long as the stall took, and still ends', async () => {
  const begun = performance.now();
  const ended = new Promise<number>((resolve) => {
    startDeadline(100, () => resolve(performance.now() - begun));
  });
  blockTheLoop(400);
  // 300 ms late, and as much again.
  expect(await ended).toBeGreaterThanOrEqual(695);
});

test('enforces a deadline when the loop is not late', async () => {
  const outcome = await createOutbound({ allow: parseAllowList('127.0.0.1') }).send({
    ...{ method: 'GET', headers: {}, body: null, timeoutMs: 100 },
    url: `http://127.0.0.1:${ports.httpPort}/`,
  });
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' });
});

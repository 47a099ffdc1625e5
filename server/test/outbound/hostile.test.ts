import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textOf } from '../../src/kernel/messages/message.ts';
import type { OutboundOutcome, OutboundRequest } from '../../src/kernel/outbound.ts';
import { retryRound } from '../harness/retry-rounds.ts';
import { sized } from '../harness/size.ts';
import { type Answering, callsTo } from './calls.ts';
import {
  type HostileBehavior,
  type HostileServer,
  hostileBehaviors,
  startHostile,
} from './hostile-servers.ts';

const MB = 1024 * 1024;
const TIMEOUT_MS = 1_500;
/** The allowed time beyond the timeout. */
const SLACK_MS = 1_000;
/** For cases that depend on what was sent and not on time, so that a busy machine doesn't cause a timeout. */
const PATIENT_MS = 20_000;
const MAX_GROWTH_MB = 20;

const truncated = { kind: 'answered', status: 200, truncated: true };
const late = { kind: 'failed', reason: 'timeout', sent: true };
const bad = { kind: 'failed', reason: 'bad_answer', sent: true };
const cut = { kind: 'failed', reason: 'cut', sent: true };

const expected: Record<HostileBehavior, object> = {
  gzipBomb: { ...truncated, bytes: MB },
  deflateBomb: { ...truncated, bytes: MB },
  brotliBomb: { ...truncated, bytes: MB },
  zstdBomb: { ...truncated, bytes: MB },
  zstdWideWindow: { ...bad, status: 200 },
  nestedEncodings: { ...bad, status: 200 },
  manyMembers: { kind: 'answered', bytes: 0 },
  unknownEncoding: bad,
  corruptGzip: bad,
  honestGzip: { kind: 'answered', body: 'packed once', bytes: 11, truncated: false },
  honestRawDeflate: { kind: 'answered', body: 'hello folks' },
  endlessBody: { ...truncated, bytes: MB },
  hugeLength: { ...truncated, bytes: MB },
  tinyChunks: truncated,
  chunkExtension: { ...bad, status: 200 },
  endlessTrailers: bad,
  bodyDrip: { ...late, status: 200 },
  headerDrip: { ...late, status: null },
  statusDrip: bad,
  silence: late,
  largeHeader: bad,
  manyHeaders: bad,
  badChunking: bad,
  hugeChunkSize: bad,
  earlyClose: { ...cut, status: 200 },
  closeInHeader: cut,
  closeInChunk: cut,
  resetInBody: { ...cut, status: 200 },
  closeAtOnce: cut,
  reset: cut,
  interimFlood: bad,
  continueFlood: bad,
  switching: cut,
  notHttp: bad,
  httpTwo: bad,
  twoLengths: bad,
  lengthAndChunked: bad,
  protoHeader: { kind: 'answered', status: 200 },
  secondAnswer: { kind: 'answered', status: 200, body: 'ok' },
};

describe('a hostile target', () => {
  let client: Answering;
  const servers = new Map<HostileBehavior, HostileServer>();
  const request = (url: string, timeoutMs = TIMEOUT_MS): OutboundRequest => ({
    method: 'POST',
    url,
    headers: { 'X-Secret': 'hush' },
    body: '{}',
    timeoutMs,
  });
  const timesOut = (name: HostileBehavior) =>
    'reason' in expected[name] && expected[name].reason === 'timeout';
  const names = Object.keys(hostileBehaviors) as HostileBehavior[];
  const urlOf = (name: HostileBehavior) => servers.get(name)?.url ?? '';

  beforeAll(async () => {
    const script = fileURLToPath(new URL('./client-process.ts', import.meta.url));
    client = await callsTo(fork(script, { execArgv: ['--expose-gc'] }));
    for (const name of names) servers.set(name, await startHostile(hostileBehaviors[name]));
  });
  afterAll(async () => {
    for (const server of servers.values()) server.close();
    await client?.close();
  });

  test.each(names)('%s ends in time over one connection', async (name) => {
    const timeoutMs = timesOut(name) ? TIMEOUT_MS : PATIENT_MS;
    const ms = await retryRound(
      async (round) => {
        const outcome = await client.call<OutboundOutcome>('send', request(urlOf(name), timeoutMs));
        const { body, ...rest } = { body: '', ...outcome };
        expect({ ...rest, body: body.slice(0, 20) }).toMatchObject(expected[name]);
        expect(body.length).toBeLessThanOrEqual(MB);
        expect(servers.get(name)?.connections).toBe(round);
        if (outcome.kind === 'failed') expect(textOf(outcome.sentence)).not.toContain('hush');
        return outcome.durationMs;
      },
      (durationMs) => durationMs < TIMEOUT_MS + SLACK_MS,
    );
    expect(ms).toBeLessThan(TIMEOUT_MS + SLACK_MS);
  });

  test('none of them makes the process grow by more than 20 MB', async () => {
    const grown: Record<string, number> = {};
    await client.call('growth', request(urlOf('honestGzip')), 200);
    for (const name of names)
      grown[name] = await retryRound(
        async () => Math.round(await client.call<number>('growth', request(urlOf(name)), 1)),
        (mb) => mb < MAX_GROWTH_MB,
      );
    expect(Object.entries(grown).filter(([, mb]) => mb >= MAX_GROWTH_MB)).toEqual([]);
  });

  test('decompresses forty of the worst a few at a time', async () => {
    // Each needs 16 MB for decompression, and keeps 1 MB.
    const grown = await retryRound(
      () => client.call<number>('growth', request(urlOf('brotliBomb')), 40, 40),
      (mb) => mb < 200,
    );
    expect(grown).toBeLessThan(200);
  });

  test('repeated runs do not leak memory', async () => {
    const quick = names.filter((name) => !timesOut(name));
    const rounds = async (count: number) => {
      for (const name of quick) await client.call('growth', request(urlOf(name)), count);
      return client.call<number>('memory');
    };
    let before = await rounds(5);
    // Memory that the allocator reserves grows once; a leak grows with every round.
    const grown = await retryRound(
      async () => {
        const after = await rounds(sized(5, 15));
        const more = after - before;
        before = after;
        return more;
      },
      (mb) => mb < MAX_GROWTH_MB,
    );
    expect(grown).toBeLessThan(MAX_GROWTH_MB);
  });

  test('any response bytes lead to an outcome', async () => {
    const honest = Buffer.from(
      'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nA: b\r\n\r\n',
    );
    const random = seeded(20_260_101);
    const garbled = await startHostile((socket) => {
      const bytes = Buffer.from(honest);
      for (let i = random(6); i >= 0; i -= 1) bytes[random(bytes.length)] = random(256);
      const at = random(bytes.length);
      socket.write(bytes.subarray(0, at));
      setImmediate(() => socket.end(bytes.subarray(at)));
    });
    const kinds = new Set<string>();
    for (let i = 0; i < sized(300, 1_500); i += 1) {
      const outcome = await client.call<OutboundOutcome>('send', request(garbled.url, PATIENT_MS));
      kinds.add(outcome.kind === 'failed' ? outcome.reason : outcome.kind);
    }
    garbled.close();
    expect([...kinds].filter((kind) => !['answered', 'bad_answer', 'cut'].includes(kind))).toEqual([]);
    expect(kinds).toContain('answered');
    expect(kinds).toContain('bad_answer');
  });
});

/** The same numbers in every run, so that a failure can be reproduced. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

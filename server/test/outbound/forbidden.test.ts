import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutboundOutcome } from '../../src/kernel/outbound.ts';
import { messageMatching } from '../harness/plain-message.ts';
import { retryRound } from '../harness/retry-rounds.ts';
import type { Answering } from './calls.ts';
import { hitsOutsidePublic, type ReceivedConnection } from './canaries.ts';
import { Authority } from './certificates.ts';
import { runInNamespace } from './namespace.ts';
import { relay } from './relay.ts';
import {
  forbidden,
  PROXY_VARIABLES,
  PUBLIC_ADDRESS,
  PUBLIC_NAME,
  rebindingNames,
  redirects,
  SECURE_PORT,
  secureRedirects,
  type Vector,
} from './vectors.ts';

describe('in a network where every address answers', () => {
  let guest: Answering;
  let authority: Authority;

  beforeAll(async () => {
    authority = new Authority();
    // Valid for all of these names, so that only the guard keeps the client away.
    const { key, cert } = authority.sign(
      `DNS:${PUBLIC_NAME},DNS:loopback.class.test,DNS:rebind1.test,IP:127.0.0.1,IP:::1,IP:169.254.169.254`,
    );
    guest = await runInNamespace(new URL('./guest.ts', import.meta.url), {
      NODE_EXTRA_CA_CERTS: authority.file,
      CANARY_CERTIFICATE: JSON.stringify({ key: key.toString(), cert: cert.toString() }),
      ...PROXY_VARIABLES,
      NODE_USE_ENV_PROXY: '1',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_NO_WARNINGS: '1',
    });
  });
  afterAll(async () => {
    await guest?.close();
    authority?.close();
  });

  const send = (vector: Pick<Vector, 'url' | 'headers'>) => guest.call<OutboundOutcome>('send', vector);
  const takeHits = () => guest.call<ReceivedConnection[]>('takeHits');

  test("reaches a public target by name, ignoring the environment's proxy", async () => {
    const before = await guest.call<number>('connectionsBegun');
    const outcome = await send({ url: `http://${PUBLIC_NAME}/` });
    expect(outcome).toMatchObject({
      kind: 'answered',
      status: 200,
      body: 'reached',
      address: PUBLIC_ADDRESS,
    });
    expect(await takeHits()).toEqual([{ address: PUBLIC_ADDRESS, port: 80 }]);
    expect(await guest.call('connectionsBegun')).toBe(before + 1);
  });

  test('the canaries catch a client without a guard, so they can be trusted', async () => {
    for (const { url } of forbidden) await guest.call('unguarded', url);
    const hits = hitsOutsidePublic(await takeHits());
    expect(hits.length).toBeGreaterThan(70);
    const seen = new Set(hits.map(({ address }) => address));
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00:ec2::254', '240.0.0.1'])
      expect(seen).toContain(address);
  });

  test('starts no connection to any forbidden target', async () => {
    const before = await guest.call<number>('connectionsBegun');
    const wrong: unknown[] = [];
    for (const vector of forbidden) {
      const outcome = await send(vector);
      if (outcome.kind === 'answered' || outcome.reason !== vector.reason || outcome.sent)
        wrong.push({ vector, outcome });
    }
    expect(wrong).toEqual([]);
    expect(await takeHits()).toEqual([]);
    expect(await guest.call('connectionsBegun')).toBe(before);
  });

  test.each([
    [
      'http://10.0.0.1/',
      '10.0.0.1 is or resolves to a private or reserved IP address; an operator can allow it with OUTSTEP_OUTBOUND_ALLOW',
    ],
    [
      'http://cname.test/',
      'cname.test is or resolves to a private or reserved IP address; an operator can allow it with OUTSTEP_OUTBOUND_ALLOW',
    ],
    ['http://localhost/', 'localhost is a local name; an operator can allow it with OUTSTEP_OUTBOUND_ALLOW'],
    ['http://public.test:25/', 'port 25 of public.test belongs to another protocol and cannot be called'],
    ['http://missing.test/', 'missing.test cannot be resolved: there is no such name'],
    [
      'http://user:secret@10.0.0.1/secret?secret',
      '10.0.0.1 is or resolves to a private or reserved IP address; an operator can allow it with OUTSTEP_OUTBOUND_ALLOW',
    ],
  ])('%s explains why in one sentence, naming only the host', async (url, sentence) => {
    expect(await send({ url })).toMatchObject({ kind: 'failed', sentence });
  });

  test('a silent name server takes no longer than the timeout of the call', async () => {
    const ms = await retryRound(
      async () => {
        const outcome = await guest.call<OutboundOutcome>('send', { url: 'http://silent.test/' }, 1_000);
        expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout', sent: false });
        return outcome.durationMs;
      },
      (durationMs) => durationMs < 2_000,
    );
    expect(ms).toBeLessThan(2_000);
  });

  test.each(rebindingNames)('%s connects only to the checked address', async (name) => {
    const outcomes: OutboundOutcome[] = [];
    for (let i = 0; i < 10; i += 1) outcomes.push(await send({ url: `http://${name}/` }));
    const answered = outcomes.filter(({ kind }) => kind === 'answered');
    expect(outcomes.at(-1)).toMatchObject({ kind: 'failed', reason: 'forbidden' });
    const hits = await takeHits();
    expect(hitsOutsidePublic(hits)).toEqual([]);
    expect(hits.length).toBe(answered.length);
  });

  describe('a file that is redirected (contract: Sending 15)', () => {
    const secure = `https://${PUBLIC_NAME}:${SECURE_PORT}`;
    const through = (to: string, hops: number): string =>
      hops === 0 ? to : through(`${secure}/redirect?status=302&to=${encodeURIComponent(to)}`, hops - 1);
    const download = (url: string) => guest.call<{ kind: string; sentence?: string }>('download', url);

    test('is fetched after up to three hops', async () => {
      for (const hops of [0, 1, 3])
        expect(await download(through(`${secure}/`, hops))).toEqual({ kind: 'downloaded', text: 'reached' });
      expect((await takeHits()).length).toBe(1 + 2 + 4);
    });

    test('is not fetched after a fourth hop or in a loop', async () => {
      for (const url of [through(`${secure}/`, 4), `${secure}/redirect?status=308&to=`]) {
        expect(await download(url)).toMatchObject({
          kind: 'failed',
          sentence: `${PUBLIC_NAME} redirects more than 3 times`,
        });
        expect((await takeHits()).length).toBe(4);
      }
    });

    test.each(secureRedirects.flatMap((to) => [1, 3].map((hops) => ({ to, hops }))))(
      'to $to over $hops: only the public server is contacted',
      async ({ to, hops }) => {
        expect(await download(through(to, hops))).toMatchObject({ kind: 'failed' });
        const hits = await takeHits();
        expect(hitsOutsidePublic(hits)).toEqual([]);
        expect(hits.every(({ port }) => port === SECURE_PORT)).toBe(true);
      },
    );
  });

  test.each([301, 302, 303, 307, 308].flatMap((status) => redirects.map((to) => ({ status, to }))))(
    'returns $status to $to without following it',
    async ({ status, to }) => {
      const url = `http://${PUBLIC_NAME}/redirect?status=${status}&to=${encodeURIComponent(to)}`;
      const outcome = await send({ url });
      expect(outcome).toMatchObject({ kind: 'answered', status });
      const resolved = new URL(to, url);
      resolved.username = '';
      resolved.password = '';
      expect(outcome).toMatchObject({ redirectTo: resolved.href });
      expect(await takeHits()).toEqual([{ address: PUBLIC_ADDRESS, port: 80 }]);
    },
  );

  test('connects to mail servers through the same guard, on email ports', async () => {
    const before = await guest.call<number>('connectionsBegun');
    const hosts = [
      '127.0.0.1',
      '127.1',
      '①②⑦.⓪.⓪.①',
      '::1',
      '[::1]',
      '::ffff:10.0.0.1',
      'localhost',
      'cname.test',
    ];
    for (const host of [
      ...hosts,
      'public-first.test',
      'public.test@127.0.0.1',
      'public.test/',
      'neighbor',
      '',
    ])
      expect(await guest.call('dial', host, 25)).toMatchObject({ kind: 'failed', sent: false });
    expect(await guest.call('dial', PUBLIC_NAME, 6379)).toMatchObject({ reason: 'forbidden' });
    expect(await guest.call('connectionsBegun')).toBe(before);
    expect(await guest.call('dial', PUBLIC_NAME, 25)).toEqual({ kind: 'connected', address: PUBLIC_ADDRESS });
    expect(await takeHits()).toEqual([{ address: PUBLIC_ADDRESS, port: 25 }]);
  });

  test('reaches what the operator allows, but not its neighbors (contract: HTTP requests 9)', async () => {
    await guest.call('allow', '10.0.0.0/24, private192.class.test neighbor.neighbors.test');
    try {
      expect(await send({ url: 'http://10.0.0.1/' })).toMatchObject({ kind: 'answered' });
      expect(await send({ url: 'http://private10.class.test/' })).toMatchObject({ kind: 'answered' });
      expect(await send({ url: 'http://private192.class.test/' })).toMatchObject({ kind: 'answered' });
      await takeHits();
      for (const host of [
        '10.0.1.1',
        '[::ffff:10.0.0.1]',
        '192.168.0.1',
        'private172.class.test',
        '10.0.0.1:22',
      ])
        expect(await send({ url: `http://${host}/` })).toMatchObject({ kind: 'failed', reason: 'forbidden' });
      expect(await takeHits()).toEqual([]);
    } finally {
      await guest.call('allow', '');
    }
  });

  test('allowing one port keeps its neighbors closed', async () => {
    await guest.call('allow', '10.0.0.0/24:80 private192.class.test:80 [::1]:80 [fd00::/8]:80');
    try {
      for (const host of ['10.0.0.1', 'private10.class.test', 'private192.class.test', '[::1]', '[fd00::9]'])
        expect(await send({ url: `http://${host}/` }), host).toMatchObject({ kind: 'answered' });
      await takeHits();
      for (const host of ['10.0.0.1', 'private10.class.test', 'private192.class.test', '[::1]', '[fd00::9]'])
        expect(await send({ url: `http://${host}:8080/` }), host).toMatchObject({ reason: 'forbidden' });
      expect(await guest.call('dial', 'private192.class.test', 25)).toMatchObject({ reason: 'forbidden' });
      expect(await takeHits()).toEqual([]);
    } finally {
      await guest.call('allow', '');
    }
  });

  test('reaches no own service by any name, address or notation (contract: HTTP requests 15)', async () => {
    const own = [{ host: 'private10.class.test', port: 80 }];
    await guest.call('allow', '0.0.0.0/0 ::/0 cname.test private10.class.test', own);
    try {
      const before = await guest.call<number>('connectionsBegun');
      const hosts = ['10.0.0.1', '167772161', 'private10.class.test', 'cname.test', '[::ffff:10.0.0.1]'];
      for (const host of hosts) {
        const sentence = messageMatching(/^port 80 of .* belongs to Outstep itself and cannot be called$/);
        expect(await send({ url: `http://${host}/` }), host).toMatchObject({ reason: 'forbidden', sentence });
        expect(await guest.call('dial', host, 80), host).toMatchObject({ reason: 'forbidden', sentence });
      }
      expect(await guest.call('connectionsBegun')).toBe(before);
      expect(await send({ url: 'http://10.0.0.2/' })).toMatchObject({ kind: 'answered' });
      expect(await send({ url: 'http://10.0.0.1:8080/' })).toMatchObject({ kind: 'answered' });
      await takeHits();
    } finally {
      await guest.call('allow', '');
    }
  });

  test('a service of the machine can be added, for tests that run a whole process here', async () => {
    const service = createServer((socket) => socket.end('from outside')).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const address = service.address() as { port: number };
    const folder = mkdtempSync(join(tmpdir(), 'outstep-relay-'));
    const path = join(folder, 'service');
    const close = await relay({ path }, { host: '127.0.0.1', port: address.port });
    expect(await guest.call('reachesPath', path)).toBe('from outside');
    close();
    service.close();
    rmSync(folder, { recursive: true });
  });
});

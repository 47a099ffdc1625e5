import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { AllowList } from '../../src/adapters/outbound/allow-list.ts';
import { createOutbound } from '../../src/adapters/outbound/outbound-client.ts';
import type { OutboundClient, OutboundRequest } from '../../src/kernel/outbound.ts';
import { TlsSessions } from '../../src/kernel/tls-sessions.ts';
import { Authority } from './certificates.ts';

const HOUR = 3_600_000;
const EARLY_DATA = 42;
const PRE_SHARED_KEY = 41;

const authority = new Authority();
const authorities = readFileSync(authority.file, 'utf8');
const certificate = authority.sign('DNS:localhost,IP:127.0.0.1', 1);
const toClose: { close(): void }[] = [authority];
afterAll(() => {
  for (const each of toClose) each.close();
});

interface TlsTarget {
  url: string;
  server: Server;
  /** For each request, whether its connection resumed a TLS session. */
  resumed: boolean[];
}

async function startTarget(maxVersion: SecureVersion = 'TLSv1.3'): Promise<TlsTarget> {
  const resumed: boolean[] = [];
  const server = createServer({ ...certificate, maxVersion }, (request, response) => {
    resumed.push((request.socket as TLSSocket).isSessionReused());
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  toClose.push(server);
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/`, server, resumed };
}

/** The kinds of extensions in the first message of a connection (RFC 8446, 4.1.2). */
function extensionsIn(hello: Buffer): number[] {
  const skip = (at: number, lengthBytes: number) => at + lengthBytes + hello.readUIntBE(at, lengthBytes);
  const afterRandom = 5 + 4 + 2 + 32;
  let at = skip(skip(skip(afterRandom, 1), 2), 1) + 2;
  const kinds: number[] = [];
  for (; at < hello.length; at = skip(at + 2, 2)) kinds.push(hello.readUInt16BE(at));
  return kinds;
}

/** A proxy to the target that records how clients start, and hangs up on those it does not accept. */
async function startFront({ server }: TlsTarget, likes: (extensions: number[]) => boolean) {
  const hellos: number[][] = [];
  const front = createTcpServer((near) => {
    near.on('error', () => {});
    near.once('data', (hello) => {
      const extensions = extensionsIn(hello);
      hellos.push(extensions);
      if (!likes(extensions)) return near.destroy();
      const far = connect((server.address() as AddressInfo).port, '127.0.0.1');
      far.on('error', () => near.destroy());
      far.write(hello);
      near.pipe(far).pipe(near);
    });
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  toClose.push(front);
  return { url: `https://localhost:${(front.address() as AddressInfo).port}/`, hellos };
}

const anywhere: AllowList = { hasName: () => true, hasAddress: () => true };

let ahead = 0;
beforeEach(() => {
  ahead = 0;
});
const clients = (options: Partial<Parameters<typeof createOutbound>[0]> = {}) =>
  createOutbound({
    allow: anywhere,
    authorities,
    sessions: new TlsSessions({ now: () => Date.now() + ahead }),
    ...options,
  });

const send = (client: OutboundClient, url: string, changes: Partial<OutboundRequest> = {}) =>
  client.send({ method: 'POST', url, headers: {}, body: '{}', timeoutMs: 20_000, ...changes });

async function expectSuccess(client: OutboundClient, ...urls: string[]) {
  for (const url of urls) expect(await send(client, url)).toMatchObject({ kind: 'answered', body: 'ok' });
}

describe.each(['TLSv1.3', 'TLSv1.2'] as const)('%s', (version) => {
  test('is resumed for the same store and host', async () => {
    const { url, resumed } = await startTarget(version);
    await expectSuccess(clients().forStore('a'), url, url, url, url);
    expect(resumed).toEqual([false, true, true, true]);
  });

  test('is resumed for all concurrent calls', async () => {
    const { url, resumed } = await startTarget(version);
    const client = clients().forStore('a');
    await Promise.all(Array.from({ length: 8 }, () => expectSuccess(client, url)));
    await Promise.all(Array.from({ length: 8 }, () => expectSuccess(client, url)));
    expect(resumed).toEqual([...Array(8).fill(false), ...Array(8).fill(true)]);
  });

  test('is resumed for files', async () => {
    const { url, resumed } = await startTarget(version);
    const client = clients().forStore('a');
    for (let i = 0; i < 2; i++)
      expect(await client.download(url, { maxBytes: 1_000, timeoutMs: 20_000 })).toMatchObject({
        kind: 'downloaded',
      });
    expect(resumed).toEqual([false, true]);
  });

  test('is not resumed for another store or without a store', async () => {
    const { url, resumed } = await startTarget(version);
    const outbound = clients();
    for (const client of [outbound.forStore('a'), outbound.forStore('b'), outbound, outbound])
      await expectSuccess(client, url);
    expect(resumed).toEqual([false, false, false, false]);
  });

  test('is not resumed for another name at the same address; each name has its own', async () => {
    const { url, resumed } = await startTarget(version);
    const byAddress = url.replace('localhost', '127.0.0.1');
    await expectSuccess(clients().forStore('a'), url, byAddress, url, byAddress);
    expect(resumed).toEqual([false, false, true, true]);
  });

  test('is not resumed after an hour, however often it was used', async () => {
    const { url, resumed } = await startTarget(version);
    const client = clients().forStore('a');
    await expectSuccess(client, url);
    ahead = HOUR - 60_000;
    await expectSuccess(client, url);
    ahead = HOUR;
    await expectSuccess(client, url);
    expect(resumed).toEqual([false, true, false]);
  });

  test('is not resumed once the certificate has expired', async () => {
    const { url, resumed, server } = await startTarget(version);
    const sessions = new TlsSessions({ now: () => Date.now() + ahead, lifetimeMs: 100 * HOUR });
    const client = clients({ sessions }).forStore('a');
    ahead = 23 * HOUR;
    await expectSuccess(client, url, url);
    ahead = 25 * HOUR;
    const keys = server.getTicketKeys();
    server.setSecureContext(authority.sign('DNS:localhost', -1));
    server.setTicketKeys(keys);
    expect(await send(client, url)).toMatchObject({
      ...{ kind: 'failed', reason: 'tls', sent: false },
      sentence: 'no secure connection to localhost: its certificate has expired',
    });
    expect(resumed).toEqual([false, true]);
  });

  test('falls back to a full handshake on the same connection if the target has dropped it, and sends the request once', async () => {
    const { url, resumed, server } = await startTarget(version);
    const client = clients().forStore('a');
    await expectSuccess(client, url, url);
    server.setTicketKeys(Buffer.alloc(48, 7));
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    await expectSuccess(client, url);
    expect({ connections, resumed }).toEqual({ connections: 1, resumed: [false, true, false] });
    await expectSuccess(client, url);
    expect(resumed.at(-1)).toBe(true);
  });
});

test('reconnects once to a target that fails to resume, and sends the request once', async () => {
  const target = await startTarget();
  const front = await startFront(target, (extensions) => !extensions.includes(PRE_SHARED_KEY));
  const client = clients().forStore('a');
  await expectSuccess(client, front.url);
  let begun = 0;
  const beforeSend = async () => {
    begun += 1;
  };
  expect(await send(client, front.url, { beforeSend })).toMatchObject({ kind: 'answered', body: 'ok' });
  expect({ begun, resumed: target.resumed }).toEqual({ begun: 1, resumed: [false, false] });
  expect(front.hellos.map((extensions) => extensions.includes(PRE_SHARED_KEY))).toEqual([false, true, false]);
});

test('gives up after the second connection to a target that always fails', async () => {
  const target = await startTarget();
  let isWell = true;
  const front = await startFront(target, () => isWell);
  const client = clients().forStore('a');
  await expectSuccess(client, front.url);
  isWell = false;
  const refused = { kind: 'failed', reason: 'tls', sent: false };
  expect(await send(client, front.url)).toMatchObject(refused);
  expect(front.hellos.length).toBe(3);
  expect(await send(client, front.url)).toMatchObject(refused);
  expect(front.hellos.length).toBe(4);
});

test('sends no data before the handshake is complete', async () => {
  const target = await startTarget();
  const front = await startFront(target, () => true);
  await expectSuccess(clients().forStore('a'), front.url, front.url);
  expect(target.resumed).toEqual([false, true]);
  expect(front.hellos[1]).toContain(PRE_SHARED_KEY);
  expect(front.hellos.flat()).not.toContain(EARLY_DATA);
});

test('a session does not reach an address that is no longer allowed', async () => {
  const { url, resumed } = await startTarget();
  const allow = { ...anywhere };
  const client = clients({ allow }).forStore('a');
  await expectSuccess(client, url, url);
  Object.assign(allow, { hasName: () => false, hasAddress: () => false });
  for (const each of [url, url.replace('localhost', '127.0.0.1')])
    expect(await send(client, each)).toMatchObject({ kind: 'failed', reason: 'forbidden', sent: false });
  expect(resumed).toEqual([false, true]);
});

test('clients with different trust share no sessions', async () => {
  const { url, resumed } = await startTarget();
  await expectSuccess(clients().forStore('a'), url, url);
  const stranger = new Authority();
  toClose.push(stranger);
  const other = clients({ authorities: readFileSync(stranger.file, 'utf8') }).forStore('a');
  expect(await send(other, url)).toMatchObject({ kind: 'failed', reason: 'tls', sent: false });
  expect(resumed).toEqual([false, true]);
});

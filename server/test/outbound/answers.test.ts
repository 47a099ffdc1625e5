import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textOf } from '../../src/kernel/messages/message.ts';
import type { OutboundOutcome, OutboundRequest } from '../../src/kernel/outbound.ts';
import { retryRound } from '../harness/retry-rounds.ts';
import { type Answering, callsTo } from './calls.ts';
import { Authority, type Certificate } from './certificates.ts';
import { type HostileServer, hostileBehaviors, startHostile } from './hostile-servers.ts';

const MB = 1024 * 1024;

describe('an honest target', () => {
  let client: Answering;
  let authority: Authority;
  let server: Server;
  let origin: string;
  const opened: HostileServer[] = [];

  /** Echoes what it was sent; `/bytes?hex=…&type=…` returns these bytes, `/x?n=…` this many letters. */
  function answer(url: URL, seen: object): { type: string; body: Buffer | string } {
    if (url.pathname === '/bytes')
      return {
        type: url.searchParams.get('type') ?? '',
        body: Buffer.from(url.searchParams.get('hex') ?? '', 'hex'),
      };
    if (url.pathname === '/x')
      return { type: 'text/plain', body: 'é'.repeat(Number(url.searchParams.get('n'))) };
    return { type: 'application/json', body: JSON.stringify(seen) };
  }

  beforeAll(async () => {
    authority = new Authority();
    const script = fileURLToPath(new URL('./client-process.ts', import.meta.url));
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority.file, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    client = await callsTo(fork(script, { env: { ...env, NODE_NO_WARNINGS: '1' } }));
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method, url, headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
      const { type, body } = answer(new URL(url ?? '', 'http://any'), seen);
      response.setHeader('content-type', type).setHeader('set-cookie', ['a=1', 'b=2']).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    for (const each of opened) each.close();
    server?.close();
    authority?.close();
    await client?.close();
  });

  const send = (request: Partial<OutboundRequest>) =>
    client.call<OutboundOutcome>('send', {
      ...{ method: 'GET', url: `http://${origin}/`, headers: {}, body: null, timeoutMs: 20_000 },
      ...request,
    });
  async function seen(request: Partial<OutboundRequest>) {
    const outcome = await send(request);
    if (outcome.kind === 'failed') throw new Error(textOf(outcome.sentence));
    return JSON.parse(outcome.body) as {
      method: string;
      url: string;
      headers: IncomingHttpHeaders;
      body: string;
    };
  }
  const hostile = async (...args: Parameters<typeof startHostile>) => {
    const made = await startHostile(...args);
    opened.push(made);
    return made;
  };
  const overTls = async (behave: (socket: Socket) => void, certificate: Certificate, host = 'localhost') => {
    const made = await hostile(behave, (onConnection) => createTlsServer(certificate, onConnection));
    return { ...made, url: made.url.replace('http://127.0.0.1', `https://${host}`) };
  };

  test('receives the request unchanged', async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Name': 'Zoë 名' };
    const got = await seen({
      method: 'PATCH',
      url: `http://${origin}/a%20b?c=d&e#f`,
      headers,
      body: '{"ü":1}',
    });
    expect(got).toMatchObject({ method: 'PATCH', url: '/a%20b?c=d&e', body: '{"ü":1}' });
    expect(got.headers).toMatchObject({
      ...{ host: origin, connection: 'close', 'content-length': '8', 'user-agent': 'Outstep', accept: '*/*' },
      'content-type': 'application/json',
    });
    expect(Buffer.from(String(got.headers['x-name']), 'latin1').toString()).toBe('Zoë 名');
  });

  test('gets credentials of the URL as Authorization, unless that header is set', async () => {
    const url = `http://me%40here:p%3Aw@${origin}/`;
    const basic = `Basic ${Buffer.from('me@here:p:w').toString('base64')}`;
    expect(await seen({ url })).toMatchObject({ url: '/', headers: { authorization: basic, host: origin } });
    expect((await seen({ url, headers: { authorization: 'Bearer x' } })).headers.authorization).toBe(
      'Bearer x',
    );
  });

  test.each(['GET', 'DELETE', 'POST'] as const)('gets the body of a %s, or none', async (method) => {
    expect((await seen({ method, body: 'text' })).body).toBe('text');
    expect((await seen({ method, body: null })).body).toBe('');
  });

  test('is read with headers joined and text in its charset', async () => {
    expect(
      await send({ url: `http://${origin}/bytes?hex=5a6feb&type=text/plain;%20charset=iso-8859-1` }),
    ).toMatchObject({
      kind: 'answered',
      ...{ status: 200, body: 'Zoë', bytes: 3, truncated: false, redirectTo: null, address: '127.0.0.1' },
      headers: { 'content-type': 'text/plain; charset=iso-8859-1', 'set-cookie': 'a=1, b=2' },
    });
    expect(
      await send({ url: `http://${origin}/bytes?hex=5a6fc3ab&type=text/plain;charset=nonsense` }),
    ).toMatchObject({
      body: 'Zoë',
    });
  });

  test('is read as UTF-8 if it is valid UTF-8, regardless of its charset (contract: HTTP requests 10)', async () => {
    const type = encodeURIComponent('text/plain; charset=windows-1252');
    const hex = Buffer.from('Großmann').toString('hex');
    expect(await send({ url: `http://${origin}/bytes?hex=${hex}&type=${type}` })).toMatchObject({
      body: 'Großmann',
    });
  });

  test.each([
    ['latin1', Buffer.from('Großmann', 'latin1'), 'Großmann'],
    ['windows-1252', Buffer.from([0x80, 0x20, 0x35, 0x2c, 0x2d]), '€ 5,-'],
    [
      'half UTF-8, half latin1',
      Buffer.concat([Buffer.from('Groß'), Buffer.from('mühl', 'latin1')]),
      'Großmühl',
    ],
  ])(
    'in %s that is called nothing or UTF-8 keeps its words (contract: HTTP requests 10)',
    async (_, bytes, body) => {
      for (const type of ['text/plain', 'text/plain; charset=utf-8'])
        expect(
          await send({
            url: `http://${origin}/bytes?hex=${bytes.toString('hex')}&type=${encodeURIComponent(type)}`,
          }),
        ).toMatchObject({ body });
    },
  );

  test('is read with headers as UTF-8, or as latin1 if they are not valid UTF-8 (contract: HTTP requests 10)', async () => {
    const header = (bytes: Buffer) =>
      hostile((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Name: ');
        socket.end(Buffer.concat([bytes, Buffer.from('\r\n\r\n')]));
      });
    const read = async (bytes: Buffer) => {
      const outcome = await send({ url: (await header(bytes)).url });
      return outcome.kind === 'answered' ? outcome.headers['x-name'] : textOf(outcome.sentence);
    };
    expect(await read(Buffer.from('Jürgen Großmann 名 🚀'))).toBe('Jürgen Großmann 名 🚀');
    expect(await read(Buffer.from('Jürgen Großmann', 'latin1'))).toBe('Jürgen Großmann');
    expect(await read(Buffer.from('Jürgen ß').subarray(0, -1))).toBe('Jürgen Ã');
  });

  test('is read up to exactly 1 MB without splitting a character', async () => {
    const full = await send({ url: `http://${origin}/x?n=${MB / 2}` });
    expect(full).toMatchObject({ kind: 'answered', bytes: MB, truncated: false });
    const url = `http://${origin}/bytes?hex=${Buffer.from('x').toString('hex')}`;
    expect(await send({ url })).toMatchObject({ bytes: 1 });
    const odd = await hostile((socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\nx${'é'.repeat(MB)}`));
    const outcome = await send({ url: odd.url });
    expect(outcome).toMatchObject({ kind: 'answered', bytes: MB, truncated: true });
    expect(outcome.kind === 'answered' && outcome.body.endsWith('éé')).toBe(true);
  });

  test('that echoes secrets is returned verbatim: masking is the caller’s job', async () => {
    expect((await seen({ headers: { 'X-Api-Key': 'hush' } })).headers['x-api-key']).toBe('hush');
  });

  test('that refuses the connection: failed, and the request was not sent', async () => {
    const gone = createTcpServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    expect(await send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({
      ...{ kind: 'failed', reason: 'refused', sent: false, status: null },
      sentence: `127.0.0.1 refuses connections on port ${port}`,
    });
  });

  test('that accepts no connection fails after 5 s, and the request was not sent', async () => {
    const script =
      "require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })";
    const stopped = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(stopped.stdout, 'data')) as [Buffer];
    const port = Number(line);
    // Nothing accepts connections anymore, and these connections fill the backlog.
    stopped.kill('SIGSTOP');
    const waiting = Array.from({ length: 4 }, () =>
      connect({ host: '127.0.0.1', port }).on('error', () => {}),
    );
    await sleep(100);
    const ms = await retryRound(
      async () => {
        const outcome = await send({ url: `http://127.0.0.1:${port}/` });
        expect(outcome).toMatchObject({
          ...{ kind: 'failed', reason: 'timeout', sent: false },
          sentence: 'could not connect to 127.0.0.1 within 5 s',
        });
        expect(outcome.durationMs).toBeGreaterThan(4_900);
        return outcome.durationMs;
      },
      (durationMs) => durationMs < 6_000,
    );
    for (const socket of waiting) socket.destroy();
    stopped.kill('SIGKILL');
    expect(ms).toBeLessThan(6_000);
  });

  describe('over TLS', () => {
    const ok = (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');

    test('is reached by name and by address', async () => {
      const certificate = authority.sign('DNS:localhost,IP:127.0.0.1');
      for (const host of ['localhost', '127.0.0.1'])
        expect(await send({ url: (await overTls(ok, certificate, host)).url })).toMatchObject({ body: 'ok' });
    });

    test.each([
      ['for another name', 'DNS:example.com', 7, 'its certificate is for a different host name'],
      ['that has expired', 'DNS:localhost', -1, 'its certificate has expired'],
    ])(
      'with a certificate %s is rejected, whatever the environment sets',
      async (_, names, days, problem) => {
        const target = await overTls(ok, authority.sign(names, days));
        expect(await send({ url: target.url })).toMatchObject({
          ...{ kind: 'failed', reason: 'tls', sent: false },
          sentence: `no secure connection to localhost: ${problem}`,
        });
      },
    );

    test('with a certificate of an unknown authority is rejected', async () => {
      const stranger = new Authority();
      const target = await overTls(ok, stranger.sign('DNS:localhost'));
      stranger.close();
      expect(await send({ url: target.url })).toMatchObject({ reason: 'tls', sent: false });
    });

    test('that never completes the handshake times out, and the request was not sent', async () => {
      const stalling = await hostile(() => {});
      const ms = await retryRound(
        async () => {
          const outcome = await send({ url: stalling.url.replace('http:', 'https:'), timeoutMs: 1_000 });
          expect(outcome).toMatchObject({ reason: 'timeout', sent: false });
          return outcome.durationMs;
        },
        (durationMs) => durationMs < 2_000,
      );
      expect(ms).toBeLessThan(2_000);
    });

    test('that speaks plain HTTP is reported as such', async () => {
      const plain = await hostile(ok);
      expect(await send({ url: plain.url.replace('http:', 'https:') })).toMatchObject({
        reason: 'tls',
        sent: false,
      });
    });

    test.each(['endlessBody', 'tinyChunks'] as const)('%s is aborted as well', async (name) => {
      const target = await overTls(hostileBehaviors[name], authority.sign('DNS:localhost'));
      expect(await send({ url: target.url })).toMatchObject({ kind: 'answered', truncated: true });
    });
  });
});

import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllowList } from '../../src/adapters/outbound/allow-list.ts';
import { createOutbound } from '../../src/adapters/outbound/outbound-client.ts';
import { type Answering, callsTo } from './calls.ts';
import { Authority } from './certificates.ts';

const MB = 1024 * 1024;
const LIMITS = { maxBytes: 2 * MB, timeoutMs: 20_000 };

describe('a file behind a url', () => {
  const file = randomBytes(2 * MB);
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/file.pdf': (response) => response.setHeader('content-type', 'application/pdf').end(file),
    '/untyped': (response) => response.end('x'),
    '/larger': (response) => response.end(Buffer.concat([file, Buffer.from('x')])),
    '/packed': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(file)),
    '/bomb': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(8 * MB))),
    '/missing': (response) => response.writeHead(404).end('no such file'),
    '/moved': (response) => response.writeHead(302, { location: '/file.pdf' }).end(),
    '/nowhere': (response) => response.writeHead(302).end(),
    '/other': (response) => response.writeHead(304, { location: '/file.pdf' }).end(),
    '/away': (response) =>
      response.writeHead(307, { location: `${origin.replace('localhost', '127.0.0.1')}/login` }).end(),
    '/near': (response) => response.writeHead(307, { location: '/login' }).end(),
    '/login': (response) => response.end(response.req.headers.authorization ?? 'none'),
    '/half': (response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('half');
      setImmediate(() => response.destroy());
    },
    '/slow': (response) => {
      response.write('a');
    },
  };
  let authority: Authority;
  let server: Server;
  let client: Answering;
  let origin: string;
  let visits = 0;

  beforeAll(async () => {
    authority = new Authority();
    server = createServer({ ...authority.sign('DNS:localhost,IP:127.0.0.1') }, (request, response) => {
      visits += 1;
      answers[request.url ?? '']?.(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `https://localhost:${(server.address() as AddressInfo).port}`;
    const script = fileURLToPath(new URL('./client-process.ts', import.meta.url));
    client = await callsTo(fork(script, { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority.file } }));
  });
  afterAll(async () => {
    await client?.close();
    server?.closeAllConnections();
    server?.close();
    authority?.close();
  });

  const download = (url: string, limits = LIMITS) =>
    client.call<{ kind: string; bytes?: string; contentType?: string }>('download', url, limits);

  test('is complete, up to the limit, with its type', async () => {
    const got = await download(`${origin}/file.pdf`);
    expect(got).toMatchObject({ kind: 'downloaded', contentType: 'application/pdf' });
    expect(got.bytes === file.toString('hex')).toBe(true);
    expect(await download(`${origin}/untyped`)).toMatchObject({
      kind: 'downloaded',
      bytes: '78',
      contentType: '',
    });
  });

  test('follows a redirect and sends the login only to its own origin (contract: Sending 15)', async () => {
    expect(await download(`${origin}/moved`)).toMatchObject({
      kind: 'downloaded',
      contentType: 'application/pdf',
    });
    const withLogin = (path: string) => download(origin.replace('//', '//me:secret@') + path);
    const textOf = async (got: ReturnType<typeof download>) =>
      Buffer.from((await got).bytes ?? '', 'hex').toString();
    expect(await textOf(withLogin('/near'))).toMatch(/^Basic /);
    expect(await textOf(withLogin('/away'))).toBe('none');
  });

  test('is decompressed', async () => {
    const got = await download(`${origin}/packed`, { ...LIMITS, maxBytes: 2 * MB + 64 * 1024 });
    expect(got.bytes === file.toString('hex')).toBe(true);
  });

  test.each([
    ['/larger', 'too_large'],
    ['/bomb', 'too_large'],
    ['/missing', 'bad_answer'],
    ['/nowhere', 'bad_answer'],
    ['/other', 'bad_answer'],
  ])('%s: failed (%s), without content', async (path, reason) => {
    const before = visits;
    expect(await download(`${origin}${path}`)).toMatchObject({
      kind: 'failed',
      reason,
      sent: true,
    });
    expect(visits).toBe(before + 1);
  });

  test('that ends early: failed', async () => {
    expect(await download(`${origin}/half`)).toMatchObject({ kind: 'failed', reason: 'cut' });
  });

  test('that takes too long: failed', async () => {
    const limits = { ...LIMITS, timeoutMs: 1_000 };
    expect(await download(`${origin}/slow`, limits)).toMatchObject({ kind: 'failed', reason: 'timeout' });
  });

  test.each([
    'http://localhost/a',
    'file:///etc/passwd',
    'ftp://a.example/a',
    'data:,a',
    '//a.example/a',
    '',
    'https:a',
  ])('%j is rejected: only https', async (url) => {
    expect(await download(url)).toMatchObject({ kind: 'failed', reason: 'malformed', sent: false });
  });

  test('on a forbidden host is not requested', async () => {
    const guarded = createOutbound({ allow: parseAllowList('') });
    const before = visits;
    const { port } = new URL(origin);
    for (const host of ['localhost', '127.0.0.1', '[::1]', '0x7f.1', '169.254.169.254'])
      expect(await guarded.download(`https://${host}:${port}/file.pdf`, LIMITS)).toMatchObject({
        kind: 'failed',
        reason: 'forbidden',
      });
    expect(visits).toBe(before);
  });
});

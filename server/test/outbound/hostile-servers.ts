import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

const MB = 1024 * 1024;
const ok = (...headers: string[]) =>
  `HTTP/1.1 200 OK\r\n${headers.map((each) => `${each}\r\n`).join('')}\r\n`;

/** Writes as fast as the other side reads, until that closes the connection. */
function writeForever(socket: Socket, next: () => string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(next()));
  };
  socket.on('drain', more);
  more();
}

function drip(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}

const zeros = Buffer.alloc(200 * MB);
const packed = (name: string, bytes: Buffer) => (socket: Socket) =>
  socket.end(
    Buffer.concat([Buffer.from(ok(`Content-Encoding: ${name}`, `Content-Length: ${bytes.length}`)), bytes]),
  );
const gzipBomb = gzipSync(zeros);
/** A frame of three bytes that asks for a window of 128 MB. */
const wideZstd = Buffer.from('28b52ffd0088190000616263', 'hex');

/** What each server does once it has received a request. */
export const hostileBehaviors = {
  gzipBomb: packed('gzip', gzipBomb),
  deflateBomb: packed('deflate', deflateSync(zeros)),
  brotliBomb: packed(
    'br',
    brotliCompressSync(zeros, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
    }),
  ),
  zstdBomb: packed('zstd', zstdCompressSync(zeros)),
  zstdWideWindow: packed('zstd', wideZstd),
  nestedEncodings: packed('gzip, gzip', gzipSync(gzipBomb)),
  manyMembers: packed('gzip', Buffer.concat(Array(40_000).fill(gzipSync('')))),
  unknownEncoding: packed('compress', Buffer.from('abc')),
  corruptGzip: packed('gzip', Buffer.from('this was never packed')),
  honestGzip: packed('gzip', gzipSync('packed once')),
  honestRawDeflate: packed('deflate', Buffer.from('y0jNyclXSMvPyS4GAA==', 'base64')),
  endlessBody: (socket) => {
    socket.write(ok());
    writeForever(socket, () => Buffer.alloc(64 * 1024, 'x'));
  },
  hugeLength: (socket) => {
    socket.write(ok('Content-Length: 9007199254740991'));
    writeForever(socket, () => Buffer.alloc(64 * 1024, 'x'));
  },
  tinyChunks: (socket) => {
    socket.write(ok('Transfer-Encoding: chunked'));
    writeForever(socket, () => '1\r\nx\r\n'.repeat(8000));
  },
  chunkExtension: (socket) => {
    socket.write(`${ok('Transfer-Encoding: chunked')}1;a=`);
    writeForever(socket, () => 'x'.repeat(64 * 1024));
  },
  endlessTrailers: (socket) => {
    socket.write(`${ok('Transfer-Encoding: chunked')}1\r\nx\r\n0\r\n`);
    writeForever(socket, () => 'A: b\r\n'.repeat(8000));
  },
  bodyDrip: (socket) => {
    socket.write(ok());
    drip(socket, 'x', 50);
  },
  headerDrip: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX: ');
    drip(socket, 'x', 50);
  },
  statusDrip: (socket) => drip(socket, 'H', 50),
  silence: () => {},
  largeHeader: (socket) => socket.end(ok(`X: ${'x'.repeat(200 * 1024)}`)),
  manyHeaders: (socket) => socket.end(ok(...Array.from({ length: 50_000 }, (_, i) => `X${i}: y`))),
  badChunking: (socket) => socket.end(`${ok('Transfer-Encoding: chunked')}zz\r\nhello\r\n0\r\n\r\n`),
  hugeChunkSize: (socket) => socket.end(`${ok('Transfer-Encoding: chunked')}FFFFFFFFFFFFFFFFFF\r\nhello`),
  earlyClose: (socket) => socket.end(`${ok('Content-Length: 100')}only this`),
  closeInHeader: (socket) => socket.end('HTTP/1.1 200 OK\r\nX: y'),
  closeInChunk: (socket) => socket.end(`${ok('Transfer-Encoding: chunked')}64\r\nonly this`),
  resetInBody: (socket) => {
    socket.write(`${ok()}only this`);
    setTimeout(() => socket.resetAndDestroy(), 50);
  },
  closeAtOnce: (socket) => socket.end(),
  reset: (socket) => socket.resetAndDestroy(),
  interimFlood: (socket) => writeForever(socket, () => 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000)),
  continueFlood: (socket) => writeForever(socket, () => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)),
  switching: (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  notHttp: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  httpTwo: (socket) => socket.end(Buffer.from('000012040000000000', 'hex')),
  twoLengths: (socket) => socket.end(ok('Content-Length: 1', 'Content-Length: 2')),
  lengthAndChunked: (socket) =>
    socket.end(`${ok('Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`),
  protoHeader: (socket) => socket.end(ok('__proto__: x', 'constructor: y', 'Content-Length: 0')),
  secondAnswer: (socket) => socket.end(`${ok('Content-Length: 2')}ok${ok('Content-Length: 4')}evil`),
} satisfies Record<string, (socket: Socket) => void>;

export type HostileBehavior = keyof typeof hostileBehaviors;

export interface HostileServer {
  url: string;
  connections: number;
  /** The last request as it was sent. */
  received: string;
  close(): void;
}

export async function startHostile(
  behave: (socket: Socket) => void,
  make: (onConnection: (socket: Socket) => void) => Server = createServer,
): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = make((socket) => {
    hostile.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.once('data', (data: Buffer) => {
      hostile.received = data.toString('latin1');
      behave(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hostile: HostileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connections: 0,
    received: '',
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return hostile;
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Receives each chunk and the number of bytes sent before it in this direction on all connections; returns the chunk to
 * forward.
 */
type ChunkTransform = (chunk: Buffer, before: number) => Buffer;

const passThrough: ChunkTransform = (chunk) => chunk;

/** A proxy to a server that can alter bytes, or act once a number of them has passed. */
export class ByteProxy {
  /** Transforms data sent to the server. */
  up: ChunkTransform = passThrough;
  /** Transforms data sent by the server. */
  down: ChunkTransform = passThrough;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #passed = { up: 0, down: 0 };

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(port: number): Promise<ByteProxy> {
    const server = createServer();
    const proxy = new ByteProxy(server);
    server.on('connection', (near) => proxy.#carry(near, connect({ host: '127.0.0.1', port })));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Restarts the count and passes everything through. */
  reset() {
    this.up = passThrough;
    this.down = passThrough;
    this.#passed = { up: 0, down: 0 };
  }

  /** Calls `work` once, when this many bytes have passed in that direction. */
  whenPassed(way: 'up' | 'down', bytes: number, work: () => void) {
    let isDone = false;
    this[way] = (chunk, before) => {
      if (!isDone && before + chunk.length > bytes) {
        isDone = true;
        work();
      }
      return chunk;
    };
  }

  async close() {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #carry(near: Socket, far: Socket) {
    const drop = () => {
      for (const socket of [near, far]) {
        socket.destroy();
        this.#sockets.delete(socket);
      }
    };
    const pass = (way: 'up' | 'down', from: Socket, to: Socket) => {
      this.#sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        const sent = this[way](chunk, this.#passed[way]);
        this.#passed[way] += chunk.length;
        // No faster than the receiver, or a server would have received all of an upload before it is killed.
        if (!to.write(sent)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
      });
      from.on('error', drop);
      from.on('close', drop);
    };
    pass('up', near, far);
    pass('down', far, near);
  }
}

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** How the connection to the server fails. */
export type ConnectionFault =
  /** Connections break and new ones are refused, as when the server is down. */
  | 'refused'
  /** Connections stay open, but no data arrives, as when a network drops packets. */
  | 'silent';

type Listen = () => (chunk: Buffer) => void;

interface Pair {
  near: Socket;
  far: Socket;
}

/**
 * A proxy to a server that can be cut off. What was held back during silence is delivered once it is
 * repaired, as TCP does.
 */
export class TcpProxy {
  readonly #target: { host: string; port: number };
  readonly #pairs = new Set<Pair>();
  readonly #lost: Pair[] = [];
  #server: Server | null = null;
  readonly #port: number;
  #silent = false;

  readonly #hears: Listen | undefined;

  private constructor(target: URL, port: number, listen: Listen | undefined) {
    this.#hears = listen;
    this.#target = { host: target.hostname, port: Number(target.port || 5432) };
    this.#port = port;
  }

  /** `listen` receives what the server sends on each connection. */
  static async to(target: string, listen?: Listen): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(target), await freePort(), listen);
    await proxy.#listen();
    return proxy;
  }

  /** The address of the server through this proxy. */
  through(url: string): string {
    const own = new URL(url);
    own.hostname = '127.0.0.1';
    own.port = String(this.#port);
    return own.toString();
  }

  async break(fault: ConnectionFault): Promise<void> {
    if (fault === 'refused') return this.#stop();
    this.#silent = true;
    for (const { near, far } of this.#pairs) {
      near.pause();
      far.pause();
    }
  }

  async mend(): Promise<void> {
    this.#silent = false;
    for (const { near, far } of this.#pairs) {
      near.resume();
      far.resume();
    }
    if (!this.#server) await this.#listen();
  }

  /** Breaks all current connections; new ones work, as after a restart. */
  reset(): void {
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  }

  /** A repair doesn't revive the current connections: they remain silent until one side gives them up. */
  forgetSilent(): void {
    this.#lost.push(...this.#pairs);
    this.#pairs.clear();
  }

  async close(): Promise<void> {
    for (const pair of this.#lost.splice(0)) this.#pairs.add(pair);
    await this.#stop();
  }

  async #listen() {
    const server = createServer((near) => this.#carry(near));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
  }

  async #stop() {
    const server = this.#server;
    this.#server = null;
    const closed = server && once(server, 'close');
    server?.close();
    this.reset();
    await closed;
  }

  #carry(near: Socket) {
    const pair = { near, far: connect(this.#target) };
    const hears = this.#hears?.();
    if (hears) pair.far.on('data', hears);
    this.#pairs.add(pair);
    const drop = () => {
      near.destroy();
      pair.far.destroy();
      this.#pairs.delete(pair);
    };
    for (const [from, to] of [
      [near, pair.far],
      [pair.far, near],
    ] as const) {
      // Not `pipe`, which would automatically resume what `break` has paused.
      from.on('data', (chunk) => to.write(chunk));
      from.on('end', () => to.end());
      from.on('error', drop);
      from.on('close', drop);
    }
    if (this.#silent) {
      near.pause();
      pair.far.pause();
    }
  }
}

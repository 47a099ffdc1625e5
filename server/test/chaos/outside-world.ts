import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToUnitInterval } from './chance.ts';

export interface TargetBehavior {
  /** The share of first attempts that are rejected. */
  transient: number;
  /** The share of accepted messages that are never answered. */
  lost: number;
  slowestMs: number;
}

/**
 * Everything outside: the target that steps call and the server that accepts messages. It records what really
 * happened.
 */
export class OutsideWorld {
  /** Calls and messages that were accepted, by name. */
  readonly taken = new Map<string, number>();
  /** Accepted without an answer. */
  readonly lost = new Set<string>();
  /** The most messages of each sender that were on their way at once. */
  readonly peaks = new Map<string, number>();
  readonly #open = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  readonly #habits: TargetBehavior;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  private constructor(habits: TargetBehavior) {
    this.#habits = habits;
  }

  static async start(habits: TargetBehavior): Promise<OutsideWorld> {
    const world = new OutsideWorld(habits);
    await new Promise<void>((resolve) => world.#server.listen(0, '127.0.0.1', resolve));
    return world;
  }

  get origin() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #happens(name: string, what: string, share: number): boolean {
    return hashToUnitInterval(`${what} ${name}`) < share;
  }

  #isTurnedAway(name: string): boolean {
    const times = (this.#seen.get(name) ?? 0) + 1;
    this.#seen.set(name, times);
    return times === 1 && this.#happens(name, 'transient', this.#habits.transient);
  }

  #take(name: string) {
    this.taken.set(name, (this.taken.get(name) ?? 0) + 1);
  }

  /** A sender has a message on its way from its announcement until it is accepted or rejected. */
  #count(sender: string, change: 1 | -1) {
    const open = (this.#open.get(sender) ?? 0) + change;
    this.#open.set(sender, open);
    this.peaks.set(sender, Math.max(open, this.peaks.get(sender) ?? 0));
  }

  /** `/call/N` is a step's call, `/ask/N/P` and `/data/N/P` are how a message is announced and sent. */
  async #answer(request: IncomingMessage, response: ServerResponse) {
    for await (const _ of request);
    const [, verb, ...rest] = (request.url ?? '').split('/');
    const name = rest.join('/');
    const sender = String(request.headers['x-sender'] ?? 'calls');
    if (verb !== 'data') this.#count(sender, 1);
    await sleep(Math.random() * this.#habits.slowestMs);
    if ((verb === 'call' || verb === 'ask') && this.#isTurnedAway(name)) {
      this.#count(sender, -1);
      response.writeHead(503).end('come back later');
      return;
    }
    if (verb === 'ask') {
      response.end('go on');
      return;
    }
    this.#take(name);
    this.#count(sender, -1);
    if (verb === 'data' && this.#happens(name, 'lost', this.#habits.lost)) {
      this.lost.add(name);
      request.socket.destroy();
      return;
    }
    response.end('taken');
  }
}

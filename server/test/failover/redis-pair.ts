import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '../harness/free-port.ts';
import { type BalancedService, redisPrimaryCheck } from '../harness/haproxy.ts';
import type { Scratch } from '../harness/scratch.ts';
import { eventually } from '../harness/test-stack.ts';

interface RedisNode {
  name: string;
  port: number;
  child: ChildProcess;
}

async function queryRedis<T>(port: number, question: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 50, maxRetriesPerRequest: 100 });
  client.on('error', () => undefined);
  try {
    return await question(client);
  } finally {
    client.disconnect();
  }
}

/** A primary and a replica of Redis; roles are switched as Sentinel would. */
export class RedisPair {
  readonly #scratch: Scratch;
  #primary: RedisNode;
  #replica: RedisNode;

  private constructor(scratch: Scratch, primary: RedisNode, replica: RedisNode) {
    this.#scratch = scratch;
    this.#primary = primary;
    this.#replica = replica;
  }

  static async start(scratch: Scratch): Promise<RedisPair> {
    const [primary, replica] = await Promise.all(
      ['redis1', 'redis2'].map(async (name) => ({ name, port: await freePort() }) as RedisNode),
    );
    const pair = new RedisPair(scratch, primary as RedisNode, replica as RedisNode);
    await pair.#startNode(pair.#primary);
    await pair.#startNode(pair.#replica);
    await pair.#follow();
    return pair;
  }

  get balanced(): BalancedService {
    const backends = [this.#primary, this.#replica].map(({ port }) => ({ port }));
    return { name: 'redis', backends, checks: redisPrimaryCheck };
  }

  /** Kills the primary; the replica takes over only after `promote`. */
  async killPrimary() {
    const { child } = this.#primary;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async promote() {
    [this.#primary, this.#replica] = [this.#replica, this.#primary];
    await queryRedis(this.#primary.port, (client) => client.replicaof('NO', 'ONE'));
  }

  /** The killed one restarts and follows the other. */
  async restart() {
    await this.#startNode(this.#replica);
    await this.#follow();
  }

  async #follow() {
    await queryRedis(this.#replica.port, (client) => client.replicaof('127.0.0.1', this.#primary.port));
    await eventually(
      () => queryRedis(this.#replica.port, (client) => client.info('replication')),
      (info) => info.includes('master_link_status:up'),
    );
  }

  async #startNode(node: RedisNode) {
    const options = ['--port', String(node.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    node.child = await this.#scratch.start('redis-server', options, { in: node.name });
    await queryRedis(node.port, (client) => client.ping());
  }
}

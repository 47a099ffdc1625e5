import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { type BalancedService, httpOkCheck } from '../harness/haproxy.ts';
import { debianPrograms } from '../harness/own-postgres.ts';
import type { Scratch } from '../harness/scratch.ts';
import { eventually } from '../harness/test-stack.ts';

const START_MS = 120_000;
const LOOK_MS = 100;

/** The shortest time in which Patroni can detect a lost primary, with the settings that this requires. */
const DETECTION = { ttl: 20, loop_wait: 2, retry_timeout: 4 };

interface PatroniNode {
  name: string;
  postgresPort: number;
  restPort: number;
  patroni: ChildProcess;
}

interface PatroniMember {
  name: string;
  role: string;
  state: string;
}

const isRoot = userInfo().uid === 0;

/** `null` unless the answer is 200. */
async function answerOf(port: number, path: string): Promise<string | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(1_000) });
    const text = await answer.text();
    return answer.ok ? text : null;
  } catch {
    return null;
  }
}

/** Processes whose working directory this is: PostgreSQL and everything that belongs to it. */
async function processesIn(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (cwd === folder) found.push(Number(pid));
  }
  return found;
}

/**
 * PostgreSQL under Patroni: a primary and a synchronous replica, each of which can be killed and restarted.
 */
export class PatroniCluster {
  readonly #scratch: Scratch;
  readonly #nodes: PatroniNode[] = [];
  #etcdPort = 0;
  #bin = '';

  private constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  static async start(scratch: Scratch, size = 2): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(scratch);
    cluster.#bin = await debianPrograms();
    await cluster.#startEtcd();
    for (let i = 1; i <= size; i++) {
      const node = {
        name: `pg${i}`,
        postgresPort: await freePort(),
        restPort: await freePort(),
      } as PatroniNode;
      cluster.#nodes.push(node);
      await cluster.#startNode(node);
      // The first one creates the database; the others copy it.
      if (i === 1) await eventually(() => cluster.#primary(), Boolean, START_MS);
    }
    await cluster.whole();
    return cluster;
  }

  /** The target for HAProxy: each node itself reports whether it is the primary. */
  get balanced(): BalancedService {
    return {
      name: 'postgres',
      backends: this.#nodes.map(({ postgresPort, restPort }) => ({
        port: postgresPort,
        checkPort: restPort,
      })),
      checks: httpOkCheck('/primary'),
    };
  }

  /** Waits until the primary has its synchronous replica. */
  async whole() {
    await eventually(
      async () => {
        const members = await this.#members();
        const isFine = ({ state }: PatroniMember) => state === 'running' || state === 'streaming';
        return (
          members.length === this.#nodes.length &&
          members.every(isFine) &&
          members.some(({ role }) => role === 'leader') &&
          members.some(({ role }) => role === 'sync_standby')
        );
      },
      Boolean,
      START_MS,
    );
  }

  /** Kills PostgreSQL and Patroni on the primary. Resolves when another node has been promoted. */
  async killPrimary(): Promise<{ killedAt: number; promotedAt: number; restart(): Promise<void> }> {
    const primary = await eventually(() => this.#primary(), Boolean, START_MS);
    const node = primary as PatroniNode;
    const data = join(this.#scratch.folder, node.name, 'data');
    const gone = once(node.patroni, 'exit');
    const killedAt = performance.now();
    node.patroni.kill('SIGKILL');
    for (let left = await processesIn(data); left.length > 0; left = await processesIn(data)) {
      for (const pid of left) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended with its parent.
        }
      }
    }
    await gone;
    while (!(await this.#primary())) await sleep(LOOK_MS);
    return { killedAt, promotedAt: performance.now(), restart: () => this.#startNode(node) };
  }

  async #primary(): Promise<PatroniNode | null> {
    for (const node of this.#nodes) {
      if ((await answerOf(node.restPort, '/primary')) !== null) return node;
    }
    return null;
  }

  async #members(): Promise<PatroniMember[]> {
    for (const { restPort } of this.#nodes) {
      const answer = await answerOf(restPort, '/cluster');
      if (answer !== null) return (JSON.parse(answer) as { members: PatroniMember[] }).members;
    }
    return [];
  }

  async #startEtcd() {
    this.#etcdPort = await freePort();
    const [client, peer] = [this.#etcdPort, await freePort()].map((port) => `http://127.0.0.1:${port}`);
    const args = [
      ...['--name', 'etcd', '--data-dir', 'data', '--log-level', 'warn'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `etcd=${peer}`],
    ] as string[];
    await this.#scratch.start('etcd', args, { in: 'etcd' });
    await eventually(
      () => answerOf(this.#etcdPort, '/health'),
      (answer) => answer !== null,
      START_MS,
    );
  }

  async #startNode(node: PatroniNode) {
    const folder = join(this.#scratch.folder, node.name);
    await mkdir(folder, { recursive: true });
    const file = join(folder, 'patroni.yml');
    // JSON is YAML.
    await writeFile(file, JSON.stringify(this.#settingsOf(node, folder)), { mode: 0o644 });
    const as = isRoot ? { as: 'postgres' } : {};
    node.patroni = await this.#scratch.start('patroni', [file], { in: node.name, ...as });
  }

  #settingsOf({ name, postgresPort, restPort }: PatroniNode, folder: string) {
    const login = { username: 'outstep', password: 'outstep' };
    const rest = `127.0.0.1:${restPort}`;
    const postgres = `127.0.0.1:${postgresPort}`;
    return {
      scope: 'outstep',
      name,
      restapi: { listen: rest, connect_address: rest },
      etcd3: { host: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs: {
          ...DETECTION,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
        },
        initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
        pg_hba: [
          'local all all trust',
          'host all all 127.0.0.1/32 trust',
          'host replication all 127.0.0.1/32 trust',
        ],
      },
      postgresql: {
        ...{ listen: postgres, connect_address: postgres, bin_dir: this.#bin },
        data_dir: join(folder, 'data'),
        pgpass: join(folder, 'pgpass'),
        authentication: { superuser: login, replication: { username: 'replicator', password: 'outstep' } },
        parameters: { unix_socket_directories: folder },
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
    };
  }
}

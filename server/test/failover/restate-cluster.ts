import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineBinary } from '../../src/adapters/restate/engine-process.ts';
import { identityKey } from '../../src/adapters/restate/identity-key.ts';
import { freePort } from '../harness/free-port.ts';
import { type BalancedService, httpOkCheck } from '../harness/haproxy.ts';
import type { Scratch } from '../harness/scratch.ts';
import { eventually } from '../harness/test-stack.ts';

const START_MS = 120_000;
const LOOK_MS = 100;

interface RestateNode {
  name: string;
  nodePort: number;
  ingressPort: number;
  adminPort: number;
  child: ChildProcess;
}

const isWell = async (url: string) =>
  (await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null))?.ok === true;

/** Runs a query that every partition has to answer. */
async function isEveryPartitionReady(adminPort: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${adminPort}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: 'select count(*) from sys_invocation_status' }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null);
  return answer?.ok === true;
}

/** Three engine nodes that store everything twice: one of them may be down. */
export class RestateCluster {
  readonly identityKey: string;
  readonly #scratch: Scratch;
  readonly #nodes: RestateNode[] = [];
  readonly #identityFile: string;
  #turn = 0;

  private constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.#identityFile = join(scratch.folder, 'identity.pem');
    this.identityKey = identityKey(this.#identityFile).publicKey;
  }

  static async start(scratch: Scratch, size = 3): Promise<RestateCluster> {
    const cluster = new RestateCluster(scratch);
    for (let i = 1; i <= size; i++) {
      const [nodePort, ingressPort, adminPort] = [await freePort(), await freePort(), await freePort()];
      cluster.#nodes.push({ name: `restate${i}`, nodePort, ingressPort, adminPort } as RestateNode);
    }
    for (const node of cluster.#nodes) await cluster.#startNode(node);
    await cluster.whole();
    return cluster;
  }

  get balanced(): BalancedService[] {
    return [
      {
        name: 'ingress',
        backends: this.#nodes.map(({ ingressPort }) => ({ port: ingressPort })),
        checks: httpOkCheck('/restate/health'),
      },
      {
        name: 'admin',
        backends: this.#nodes.map(({ adminPort }) => ({ port: adminPort })),
        checks: httpOkCheck('/health'),
      },
    ];
  }

  /** Waits until every node accepts work and every partition is placed. */
  async whole() {
    const urls = this.#nodes.flatMap(({ ingressPort, adminPort }) => [
      `http://127.0.0.1:${ingressPort}/restate/health`,
      `http://127.0.0.1:${adminPort}/health`,
    ]);
    await eventually(async () => (await Promise.all(urls.map(isWell))).every(Boolean), Boolean, START_MS);
    for (const { adminPort } of this.#nodes)
      await eventually(() => isEveryPartitionReady(adminPort), Boolean, START_MS);
  }

  /** Kills the next one in turn. */
  async killOne(): Promise<{ name: string; restart(): Promise<void> }> {
    const node = this.#nodes[this.#turn++ % this.#nodes.length] as RestateNode;
    const gone = once(node.child, 'exit');
    node.child.kill('SIGKILL');
    await gone;
    return {
      name: node.name,
      restart: async () => {
        await this.#startNode(node);
        await this.whole();
        // It fetches missed data from the others.
        await sleep(20 * LOOK_MS);
      },
    };
  }

  async #startNode(node: RestateNode) {
    const addresses = this.#nodes.map(({ nodePort }) => `http://127.0.0.1:${nodePort}`);
    node.child = await this.#scratch.start(engineBinary(), [], {
      in: node.name,
      env: {
        RESTATE_CLUSTER_NAME: 'outstep',
        RESTATE_NODE_NAME: node.name,
        RESTATE_AUTO_PROVISION: String(node === this.#nodes[0]),
        RESTATE_DEFAULT_REPLICATION: '2',
        RESTATE_DEFAULT_NUM_PARTITIONS: '6',
        RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(addresses),
        RESTATE_BASE_DIR: join(this.#scratch.folder, node.name, 'data'),
        RESTATE_BIND_IP: '127.0.0.1',
        RESTATE_LISTEN_MODE: 'tcp',
        RESTATE_BIND_ADDRESS: `127.0.0.1:${node.nodePort}`,
        RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node.nodePort}`,
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${node.ingressPort}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${node.adminPort}`,
        RESTATE_REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE: this.#identityFile,
        RESTATE_DISABLE_TELEMETRY: 'true',
        RESTATE_LOG_FILTER: 'warn',
      },
    });
  }
}

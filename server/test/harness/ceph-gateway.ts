import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';
import { isOpen, requirePrograms } from './haproxy.ts';
import type { Scratch } from './scratch.ts';
import { eventually } from './test-stack.ts';

const run = promisify(execFile);
const START_MS = 120_000;

/** The host name for addresses with the bucket in the host, once that name resolves to this machine. */
export const GATEWAY_NAME = 'gateway.test';
/** A key in Ceph's built-in key server for tests. */
export const KMS_KEY = 'key-1';

/**
 * Ceph's S3 gateway (RGW) on loopback, over a cluster of one monitor and one in-memory OSD. It has no
 * manager, because no test needs one. Starting takes about twelve seconds.
 */
export class CephGateway {
  readonly #scratch: Scratch;
  readonly #port: number;
  #process: ChildProcess | null = null;

  private constructor(scratch: Scratch, port: number) {
    this.#scratch = scratch;
    this.#port = port;
  }

  static async start(scratch: Scratch): Promise<CephGateway> {
    requirePrograms({ 'ceph-mon': 'ceph-mon', 'ceph-osd': 'ceph-osd', radosgw: 'radosgw' });
    const gateway = new CephGateway(scratch, await freePort());
    await gateway.#startCluster();
    await gateway.restart();
    const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } = gateway.credentials;
    await gateway.#ceph('radosgw-admin', [
      ...['user', 'create', '--uid=outstep', '--display-name=outstep'],
      ...[`--access-key=${key}`, `--secret-key=${secret}`],
    ]);
    return gateway;
  }

  readonly credentials = { AWS_ACCESS_KEY_ID: 'outstep', AWS_SECRET_ACCESS_KEY: 'of-a-test' };

  get port(): number {
    return this.#port;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async makeBucket(name: string): Promise<void> {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = this.credentials;
    const client = new S3Client({
      ...{ endpoint: this.endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId, secretAccessKey },
    });
    await client.send(new CreateBucketCommand({ Bucket: name }));
    client.destroy();
  }

  /** Kills only the gateway: the cluster keeps its data. */
  async kill(): Promise<void> {
    const gateway = this.#process;
    if (!gateway) return;
    this.#process = null;
    const gone = once(gateway, 'exit');
    gateway.kill('SIGKILL');
    await gone;
  }

  async restart(): Promise<void> {
    const args = ['-f', '-n', 'client.rgw', '-c', this.#config];
    this.#process = await this.#scratch.start('radosgw', args, { in: 'rgw' });
    await eventually(() => isOpen(this.#port), Boolean, START_MS);
  }

  get #config() {
    return join(this.#scratch.folder, 'ceph.conf');
  }

  async #ceph(program: string, args: string[]) {
    await run(program, [...args, '-c', this.#config], { timeout: START_MS });
  }

  async #startCluster() {
    const { folder } = this.#scratch;
    const [fsid, osd] = [randomUUID(), randomUUID()];
    const monitor = `v2:127.0.0.1:${await freePort()}/0`;
    for (const place of ['mon', 'osd', 'rgw']) await mkdir(join(folder, place));
    await writeFile(this.#config, this.#settings(fsid, monitor));
    const keyring = join(folder, 'keyring');
    const rights: [string, string[]][] = [
      ['mon.', ['mon', 'allow *']],
      ['client.admin', ['mon', 'allow *', 'osd', 'allow *']],
      ['osd.0', ['mon', 'allow profile osd', 'osd', 'allow *']],
      ['client.rgw', ['mon', 'allow rw', 'osd', 'allow rwx']],
    ];
    await writeFile(keyring, '', { mode: 0o600 });
    for (const [name, [...caps]] of rights) {
      const flags = caps.flatMap((cap, i) => (i % 2 === 0 ? ['--cap', cap, caps[i + 1] as string] : []));
      await run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...flags]);
    }
    const map = join(folder, 'monmap');
    await run('monmaptool', ['--create', '--addv', 'a', monitor, '--fsid', fsid, map]);
    await this.#ceph('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring]);
    await this.#scratch.start('ceph-mon', ['-f', '-i', 'a', '-c', this.#config], { in: 'mon' });
    await this.#ceph('ceph', ['osd', 'new', osd, '0']);
    await this.#ceph('ceph-osd', ['--mkfs', '-i', '0', '--osd-uuid', osd]);
    await this.#scratch.start('ceph-osd', ['-f', '-i', '0', '-c', this.#config], { in: 'osd' });
  }

  #settings(fsid: string, monitor: string): string {
    const { folder } = this.#scratch;
    return `
[global]
fsid = ${fsid}
mon_host = ${monitor}
public_addr = 127.0.0.1
keyring = ${folder}/keyring
auth_allow_insecure_global_id_reclaim = false
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
paxos_propose_interval = 0.1
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_crush_chooseleaf_type = 0
run_dir = ${folder}
log_file = ${folder}/$name.log
admin_socket =
pid_file =
[mon.a]
mon_data = ${folder}/mon
[osd.0]
osd_data = ${folder}/osd
osd_objectstore = memstore
memstore_device_bytes = 4G
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${this.#port}
rgw_data = ${folder}/rgw
rgw_dns_name = ${GATEWAY_NAME}
rgw_crypt_require_ssl = false
rgw_crypt_s3_kms_backend = testing
rgw_crypt_s3_kms_encryption_keys = ${KMS_KEY}=${randomBytes(32).toString('base64')}
`;
  }
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { call } from '../harness/client.ts';
import { startEngine, type TestEngine } from '../harness/engine.ts';
import { freePort } from '../harness/free-port.ts';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from '../harness/postgres.ts';
import { previousRelease } from '../harness/previous-release.ts';
import {
  type Env,
  type OutstepProcess,
  runOutstepProcess,
  startApi,
  startWorker,
} from '../harness/process.ts';
import { callStepOfRelease, type StepAnswer } from '../harness/signed-step.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { type StreamBalancer, startStreamBalancer } from '../harness/stream-balancer.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { eventually } from '../harness/test-stack.ts';

export type Release = 'before' | 'today';

export interface TestStore {
  id: string;
  key: string;
  secret: string;
}

/** The longest a step may take: work held by a disconnected worker is redone after a minute. */
const ENDS_MS = 120_000;

interface ReleaseWorker {
  process: OutstepProcess;
  port: number;
}

/** One database, one engine and one worker address, with processes of both releases that come and go. */
export class TwoReleases {
  readonly databaseUrl: string;
  readonly target: Target;
  readonly smtp: SmtpStandIn;
  readonly #env: Env;
  readonly #engine: TestEngine;
  readonly #balancer: StreamBalancer;
  readonly #files: string;
  readonly #mains: Record<Release, string | undefined>;
  readonly #apis = new Map<Release, OutstepProcess>();
  readonly #workers = new Map<Release, ReleaseWorker>();

  private constructor(parts: {
    databaseUrl: string;
    engine: TestEngine;
    target: Target;
    smtp: SmtpStandIn;
    balancer: StreamBalancer;
    files: string;
    main: string;
  }) {
    this.databaseUrl = parts.databaseUrl;
    this.target = parts.target;
    this.smtp = parts.smtp;
    this.#engine = parts.engine;
    this.#balancer = parts.balancer;
    this.#files = parts.files;
    this.#mains = { before: parts.main, today: undefined };
    this.#env = {
      DATABASE_URL: parts.databaseUrl,
      REDIS_URL: process.env['OUTSTEP_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
      OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
      OUTSTEP_DATABASE_CONNECTIONS: '4',
      OUTSTEP_REDIS_PATIENCE_MS: '5000',
      OUTSTEP_RENDER_PATIENCE_MS: '10000',
      OUTSTEP_FILES: `dir:${parts.files}`,
      OUTSTEP_BASE_URL: 'https://shop.example',
      OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
      OUTSTEP_SWEEP_SECONDS: '2',
      // Work that one worker cannot read is soon retried by the other one.
      OUTSTEP_RETRY_SECONDS: ['0', ...Array(300).fill('1')].join(','),
      OUTSTEP_WORKER_URL: parts.balancer.url,
      ...parts.engine.env,
    };
  }

  /** Starts with an empty database. */
  static async start(): Promise<TwoReleases> {
    // The name lets a run find what it has left behind (test-run.ts).
    const database = randomName(inject('templateDatabase'));
    await withClient(serverUrl.toString(), (client) => client.query(`create database ${database}`));
    const [engine, target, smtp, balancer, files, main] = await Promise.all([
      startEngine(),
      startTarget(),
      startSmtpServer(),
      startStreamBalancer(),
      mkdtemp(join(tmpdir(), 'outstep-files-')),
      previousRelease(),
    ]);
    return new TwoReleases({
      databaseUrl: databaseUrl(database),
      ...{ engine, target, smtp, balancer, files, main },
    });
  }

  /** Runs a command of the release to its end. */
  async run<T = Record<string, string>>(release: Release, args: string[], input = ''): Promise<T> {
    const { code, stdout, stderr } = await runOutstepProcess(
      this.#env,
      [...args, '--json'],
      input,
      this.#mains[release],
    );
    if (code !== 0) throw new Error(`outstep ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** A store with a key and the secret that signs its steps. */
  async newStore(release: Release, name: string): Promise<TestStore> {
    const { id = '' } = await this.run(release, ['store', 'create', '--name', name]);
    const made = ['key', 'create', '--store', id, '--name', 'first', '--level', 'write'];
    const { key = '' } = await this.run(release, made);
    const { secret = '' } = await this.run(release, ['platform', 'secret', '--store', id]);
    return { id, key, secret };
  }

  addSender(release: Release, store: TestStore) {
    const where = ['--host', '127.0.0.1', '--port', String(this.smtp.port), '--security', 'none'];
    const whom = ['--name', 'Shop mail', '--from', 'orders@shop.example'];
    return this.run(release, ['sender', 'add-smtp', '--store', store.id, ...where, ...whom]);
  }

  async startApi(release: Release) {
    this.#apis.set(release, await startApi(this.#env, this.#mains[release]));
  }

  async stopApi(release: Release) {
    await this.#apis.get(release)?.stop();
    this.#apis.delete(release);
  }

  async startWorker(release: Release) {
    const port = await freePort();
    // The engine calls the shared address, so the first worker has to be behind it before it reports ready.
    this.#balancer.add(port);
    const main = this.#mains[release];
    const process = await startWorker(
      { ...this.#env, OUTSTEP_WORKER_PORT: String(port) },
      main ? [main, 'worker'] : undefined,
    );
    this.#workers.set(release, { process, port });
  }

  async stopWorker(release: Release) {
    const worker = this.#workers.get(release);
    if (!worker) return;
    this.#balancer.remove(worker.port);
    await worker.process.stop();
    this.#workers.delete(release);
  }

  /** How many of the engine's calls each worker got, in the order in which they were started. */
  get calls(): readonly number[] {
    return this.#balancer.calls;
  }

  #origin(release: Release): string {
    const api = this.#apis.get(release);
    if (!api) throw new Error(`no API of the release ${release} runs`);
    return api.origin;
  }

  /** A call over REST; an error fails the test. */
  async ask(release: Release, store: TestStore, method: string, path: string, body?: unknown) {
    const answer = await call(this.#origin(release), store.key, method, `/api/v1${path}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  step(
    release: Release,
    store: TestStore,
    action: string,
    fields: Record<string, unknown>,
  ): Promise<StepAnswer> {
    return callStepOfRelease(this.#origin(release), store.id, store.secret, action, fields);
  }

  /**
   * The history entry, once the step has ended. Until then the database is polled, because a key has a
   * budget.
   */
  async ended(release: Release, store: TestStore, executionId: string): Promise<Record<string, unknown>> {
    const asked = 'select status from executions where id = $1';
    await withClient(this.databaseUrl, (client) =>
      eventually(
        async () => (await client.query<{ status: string }>(asked, [executionId])).rows[0]?.status,
        (status) => status !== 'PENDING',
        ENDS_MS,
      ).catch(async (error) => {
        throw new Error(`${error.message}; the engine says ${await this.#engineView()}`);
      }),
    );
    return this.ask(release, store, 'GET', `/history/${executionId}`);
  }

  /** What the engine still holds, which is where an unfinished step usually is. */
  async #engineView(): Promise<string> {
    const query = `select id, target, status, retry_count, next_retry_at, last_failure from sys_invocation where status <> 'completed'`;
    const answer = await fetch(`${this.#env['RESTATE_ADMIN_URL']}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query }),
    });
    return answer.text();
  }

  async close() {
    for (const release of ['before', 'today'] as const) {
      await this.stopApi(release);
      await this.stopWorker(release);
    }
    this.#balancer.close();
    await Promise.all([this.#engine.close(), this.target.close(), this.smtp.close()]);
    await rm(this.#files, { recursive: true, force: true });
    await dropDatabase(new URL(this.databaseUrl).pathname.slice(1));
  }
}

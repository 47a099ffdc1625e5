import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../harness/free-port.ts';
import { type Env, startingEnv } from '../harness/process.ts';
import { Balancer } from './balancer.ts';

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

interface CrewWorker {
  port: number;
  child: ChildProcess;
}

/** Several workers behind one address. A killed worker is replaced. */
export class WorkerPool {
  readonly log: string[] = [];
  readonly #env: Env;
  readonly #balancer: Balancer;
  readonly #ready = new Set<CrewWorker>();
  readonly #starting = new Set<Promise<unknown>>();
  #closing = false;

  private constructor(env: Env, balancer: Balancer) {
    this.#env = env;
    this.#balancer = balancer;
  }

  static async start(size: number, env: Env): Promise<WorkerPool> {
    const balancer = await Balancer.start();
    const crew = new WorkerPool({ ...env, OUTSTEP_WORKER_URL: balancer.url }, balancer);
    await Promise.all(Array.from({ length: size }, () => crew.#hire()));
    return crew;
  }

  /** Kills one of them with SIGKILL; resolves once it is gone. */
  async killOne(): Promise<boolean> {
    const members = [...this.#ready];
    const member = members[Math.floor(Math.random() * members.length)];
    if (!member) return false;
    this.#ready.delete(member);
    this.#balancer.remove(member.port);
    const gone = once(member.child, 'exit');
    member.child.kill('SIGKILL');
    await gone;
    this.#begin();
    return true;
  }

  async close() {
    this.#closing = true;
    await Promise.all(this.#starting);
    await Promise.all(
      [...this.#ready].map(async ({ child }) => {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }),
    );
    this.#balancer.close();
  }

  #begin() {
    const starting = this.#hire().finally(() => this.#starting.delete(starting));
    this.#starting.add(starting);
  }

  async #hire() {
    const port = await freePort();
    // Added before it listens: it reports its address to the engine, which calls it at once.
    this.#balancer.add(port);
    const child = spawn(process.execPath, [entry, 'worker'], {
      env: { ...startingEnv, ...this.#env, OUTSTEP_WORKER_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const member = { port, child };
    createInterface({ input: child.stderr }).on('line', (line) => this.log.push(line));
    const lines = createInterface({ input: child.stdout });
    const isReady = await new Promise<boolean>((resolve) => {
      lines.on('line', (line) => {
        this.log.push(line);
        if (line.includes('"working"')) resolve(true);
      });
      child.once('exit', () => resolve(false));
    });
    if (isReady) {
      this.#ready.add(member);
      return;
    }
    this.#balancer.remove(port);
    // It could not start because one of its dependencies was being killed too.
    if (!this.#closing) await this.#hire();
  }
}

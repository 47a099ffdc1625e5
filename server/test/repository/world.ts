import { OperationError } from '../../src/kernel/error.ts';
import { startEngine, type TestEngine } from '../harness/engine.ts';
import { freePort } from '../harness/free-port.ts';
import { type GitHub, startGitHub } from '../harness/github/github.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { type Env, type OutstepProcess, startWorker } from '../harness/process.ts';
import { eventually } from '../harness/test-stack.ts';

/** Everything a version passes through until it is a commit. */
export interface RepositoryWorld {
  github: GitHub;
  engine: TestEngine;
  outstep: Outstep;
  worker: OutstepProcess;
  storeId: string;
  key: TestKey;
  connect(fields?: Record<string, unknown>, storeId?: string): Promise<unknown>;
  save(path: string, body: unknown, method?: string): Promise<Record<string, unknown>>;
  newLayout(fields?: Record<string, unknown>): Promise<string>;
  /** Resolves when no version waits to become a commit. */
  settled(storeId?: string, patienceMs?: number): Promise<void>;
  close(): Promise<void>;
}

export const listVersions = (outstep: Outstep, storeId: string) =>
  outstep.operator(storeId, 'show_repository', {}) as Promise<{
    status: string;
    waiting: number;
    lastError: string | null;
    lastCommit: string | null;
  }>;

const ifUnavailable = (error: unknown): null => {
  if (error instanceof OperationError && error.kind === 'unavailable') return null;
  throw error;
};

export async function startRepositoryWorld(env: Env = {}, processes = 1): Promise<RepositoryWorld> {
  const [github, engine] = await Promise.all([startGitHub(), startEngine()]);
  const outstep = await startOutstep({
    processes,
    env: {
      ...engine.env,
      GITHUB_API_URL: github.url,
      GITHUB_APP_ID: github.access.app.id,
      GITHUB_APP_PRIVATE_KEY: github.access.app.privateKey,
      OUTSTEP_RETRY_SECONDS: '0,0.2,0.5',
      OUTSTEP_SWEEP_SECONDS: '1',
      // Always the same port, because the engine resumes running work where it started it.
      OUTSTEP_WORKER_PORT: String(await freePort()),
      ...env,
    },
  });
  const worker = await startWorker(outstep.env);
  const storeId = await outstep.newStore();
  const key = await outstep.newKey(storeId, 'write', { name: 'Deploy key' });
  const world: RepositoryWorld = {
    ...{ github, engine, outstep, worker, storeId, key },
    connect: (fields = {}, into = storeId) =>
      outstep.operator(into, 'connect_repository', {
        repository: `${github.repository.owner}/${github.repository.name}`,
        ...(!('installation' in fields) && { token: github.token }),
        ...fields,
      }),
    async save(path, body, method = 'PUT') {
      const answer = await outstep.call(key, method, `/api/v1/email-templates${path}`, body);
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    newLayout: async (fields = {}) =>
      (await world.save('', { name: 'Receipt', subject: 'Thanks', ...fields }, 'POST'))['id'] as string,
    // Sixty commits take more than a minute on a busy machine; the limit only ends a hanging test.
    async settled(of = storeId, patienceMs = 240_000) {
      await eventually(
        // Polled so often that a busy machine lets one of the queries time out.
        () => listVersions(outstep, of).catch(ifUnavailable),
        (connection) => connection?.waiting === 0,
        patienceMs,
      );
    },
    async close() {
      if (worker.child.exitCode === null && worker.child.signalCode === null) await worker.stop();
      await outstep.close();
      await engine.close();
      await github.close();
    },
  };
  return world;
}

/** Commits of a layout on the branch, oldest first. */
export async function commitsOf(github: GitHub, layoutId: string, folder = ''): Promise<string[]> {
  const path = `${folder}layouts/${layoutId}`;
  const out = await github.git(['log', '--reverse', '--format=%H', 'main', '--', path]);
  return out === '' ? [] : out.split('\n');
}

/** A layout in a commit's tree, parsed, in the shape of a version. */
export async function layoutIn(github: GitHub, sha: string, layoutId: string, folder = '') {
  const path = `${folder}layouts/${layoutId}`;
  const names = (await github.git(['ls-tree', '-r', '--name-only', sha, `${path}/`])).split('\n');
  const read = async (name: string) => JSON.parse(await github.git(['show', `${sha}:${name}`]));
  const translations = names.filter((name) => name.startsWith(`${path}/translations/`));
  return {
    layout: await read(`${path}/layout.json`),
    translations: await Promise.all(
      translations.map(async (name) => ({
        locale: name.slice(name.lastIndexOf('/') + 1, -'.json'.length),
        attachments: null,
        ...(await read(name)),
      })),
    ),
  };
}

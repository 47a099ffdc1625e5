import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestKey } from '../harness/outstep.ts';
import { startingEnv } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import type { StepAnswer } from '../harness/signed-step.ts';
import { eventually } from '../harness/test-stack.ts';
import { hitsOutsidePublic, type ReceivedConnection } from './canaries.ts';
import { runInNamespace } from './namespace.ts';
import { relay } from './relay.ts';
import { PROXY_VARIABLES } from './vectors.ts';

export interface EntryPointAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary content
  body: any;
}

/** The outcome of one request at every entry point. */
export interface EntryPointResults {
  rest: EntryPointAnswer;
  tool: EntryPointAnswer;
  step: StepAnswer;
  /** The step's history entry, once it has ended. */
  entry: Record<string, unknown>;
}

/** Calls per key; the execute budget is 60 an hour. */
const CALLS_A_KEY = 25;

/** A whole Outstep in the namespace, and every way to run a request there. */
export interface EntryPoints {
  /** The ID, or `null` if saving is rejected. */
  save(fields: object): Promise<string | null>;
  /** Saves a request past the checks of saving. */
  smuggle(url: string, headers: object, fields: object): Promise<string>;
  run(id: string, variables?: object): Promise<EntryPointResults>;
  ownAddresses(): Promise<string[]>;
  /** Connections to forbidden targets since the last call. */
  strays(): Promise<ReceivedConnection[]>;
  close(): Promise<void>;
}

export async function openEntryPoints(): Promise<EntryPoints> {
  const folder = mkdtempSync(join(tmpdir(), 'outstep-doors-'));
  const outstep = await sharedOutstep();
  const database = new URL(outstep.env['DATABASE_URL'] as string);
  const redis = new URL(outstep.env['REDIS_URL'] as string);
  // Only Unix sockets in the file system reach across namespaces.
  const at = (url: URL, port: number) => ({ host: url.hostname, port: Number(url.port || port) });
  const closeRelays = [
    await relay({ path: join(folder, '.s.PGSQL.5432') }, at(database, 5432)),
    await relay({ path: join(folder, 'redis') }, at(redis, 6379)),
  ];
  async function closeOutside() {
    for (const close of closeRelays) close();
    await outstep.close();
    // A remaining process of the namespace may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
  const login = `${database.username}:${database.password}`;
  const env = {
    ...outstep.env,
    ...PROXY_VARIABLES,
    NODE_USE_ENV_PROXY: '1',
    // For connections between API, worker and engine.
    NO_PROXY: '127.0.0.1',
    DATABASE_URL: `postgres://${login}@${encodeURIComponent(folder)}${database.pathname}`,
    REDIS_URL: join(folder, 'redis'),
    OUTSTEP_BASE_URL: 'http://outstep.test',
    // Otherwise a name that cannot be resolved would be retried for hours.
    OUTSTEP_RETRY_SECONDS: '0',
  };
  const guest = await runInNamespace(new URL('./api-guest.ts', import.meta.url), {
    API_ENV: JSON.stringify(env),
    NODE_COMPILE_CACHE: startingEnv['NODE_COMPILE_CACHE'] as string,
    // The engine's folder is removed with ours: a namespace ends without cleaning up.
    TMPDIR: folder,
  }).catch(async (error) => {
    await closeOutside();
    throw error;
  });
  const storeId = await outstep.newStore();
  const { secret } = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string };

  let key: TestKey = await outstep.newKey(storeId, 'execute');
  let calls = 0;
  async function callApi(method: string, path: string, body?: unknown): Promise<EntryPointAnswer> {
    calls += 1;
    if (calls % CALLS_A_KEY === 0) key = await outstep.newKey(storeId, 'execute');
    // An absent body would arrive as `null`.
    return guest.call<EntryPointAnswer>('ask', key.key, method, path, ...(body === undefined ? [] : [body]));
  }

  async function save(fields: object): Promise<string | null> {
    const { status, body } = await callApi('POST', '/api/v1/http-requests', fields);
    if (status === 400) return null;
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.id;
  }

  async function overStep(requestId: string, variables: object) {
    const fields = { runId: randomUUID(), stepId: 'step-1', requestId, variables };
    const step = await guest.call<StepAnswer>('step', storeId, secret, fields);
    const { body: entry } = await eventually(
      () => callApi('GET', `/api/v1/history/${step.body.executionId}`),
      ({ body }) => body.status !== 'PENDING',
    );
    return { step, entry };
  }

  return {
    save,
    async smuggle(url, headers, fields) {
      const id = await save({ ...fields, url: 'http://public.test/' });
      const [row] = await outstep.core.database.forStore(storeId).rows<{ url: string }>({
        statement: {
          name: 'smuggle',
          text: 'update http_requests set url = $2, headers = $3 where id = $1 returning url',
        },
        values: [id, url, JSON.stringify(headers)],
      });
      if (row?.url !== url) throw new Error('not smuggled');
      return id as string;
    },
    async run(id, variables = {}) {
      const params = { name: 'test_http_request', arguments: { id, variables } };
      const [rest, tool, { step, entry }] = await Promise.all([
        callApi('POST', `/api/v1/http-requests/${id}/test`, { variables }),
        callApi('POST', '/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        overStep(id, variables),
      ]);
      return { rest, tool, step, entry };
    },
    ownAddresses: () => guest.call('ownAddresses'),
    strays: async () => hitsOutsidePublic(await guest.call<ReceivedConnection[]>('takeHits')),
    async close() {
      await guest.close();
      await closeOutside();
    },
  };
}

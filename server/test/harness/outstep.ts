import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readUpload } from '../../src/adapters/uploads/read-upload.ts';
import { readConfig } from '../../src/config.ts';
import type { Level } from '../../src/kernel/access-levels.ts';
import { createContexts } from '../../src/processes/contexts.ts';
import { type Core, createCore } from '../../src/processes/core.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { call } from './client.ts';
import { requireDocumented } from './documented-answers.ts';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from './postgres.ts';
import { type Env, type OutstepProcess, startApi } from './process.ts';

export interface TestKey {
  id: string;
  key: string;
  storeId: string;
}

/** A separate, complete Outstep: a cloned database, any number of API processes, stores and keys. */
export interface Outstep {
  env: Env;
  core: Core;
  apis: OutstepProcess[];
  origin: string;
  filesFolder: string;
  newStore(name?: string): Promise<string>;
  newKey(storeId: string, level: Level, fields?: Record<string, unknown>): Promise<TestKey>;
  operator(storeId: string, name: string, fields: Record<string, unknown>): Promise<unknown>;
  call(
    key: TestKey | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Env,
  ): ReturnType<typeof call>;
  close(): Promise<void>;
}

export interface OutstepOptions {
  processes?: number;
  env?: Env;
  /** The test's own migrated database; by default a clone of the template. */
  databaseUrl?: string | undefined;
}

export async function startOutstep({
  processes = 1,
  env: extra = {},
  databaseUrl: own,
}: OutstepOptions = {}): Promise<Outstep> {
  const template = inject('templateDatabase');
  // The name lets a run find what it has left behind (test-run.ts).
  const database = randomName(template);
  if (own === undefined)
    await withClient(serverUrl.toString(), (client) =>
      client.query(`create database ${database} template ${template}`),
    );
  const address = own ?? databaseUrl(database);
  const filesFolder = await mkdtemp(join(tmpdir(), 'outstep-files-'));
  const env: Env = {
    DATABASE_URL: address,
    REDIS_URL: process.env['OUTSTEP_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
    OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
    OUTSTEP_LOG_LEVEL: 'info',
    // PostgreSQL accepts a hundred by default, and several test files start several processes each.
    OUTSTEP_DATABASE_CONNECTIONS: '4',
    // A Redis delayed by a busy machine must not trigger the fallback where exact counts are expected.
    OUTSTEP_REDIS_PATIENCE_MS: '5000',
    // Nor may a busy machine cause a harmless text to be stopped as a bomb.
    OUTSTEP_RENDER_PATIENCE_MS: '10000',
    OUTSTEP_FILES: `dir:${filesFolder}`,
    // Tests create their own people; the setting itself is tested in app/sign-up.
    OUTSTEP_SIGN_UP: 'open',
    ...extra,
  };
  // The operator works alongside the processes, with the direct address even if they use a pooler.
  const core = createCore({
    ...readConfig({ ...env, DATABASE_URL: address }),
    logLevel: 'silent',
  });
  const apis = await Promise.all(Array.from({ length: processes }, () => startApi(env)));
  const origin = apis[0]?.origin ?? '';

  const contexts = createContexts(core);

  async function operator(storeId: string, name: string, fields: Record<string, unknown>): Promise<unknown> {
    const operation = operations.find((each) => each.name === name);
    if (!operation) throw new Error(`no operation ${name}`);
    // In this process, because tests upload only trusted content.
    const ctx = Object.assign(contexts.asOperator(storeId), { uploads: { read: readUpload } });
    const input = operation.input.parse(fields);
    const found = await operation.find?.(ctx, input as Record<string, string>);
    return (await operation.run(ctx, input, found)).value;
  }

  return {
    env,
    core,
    apis,
    origin,
    filesFolder,
    operator,
    async newStore(name = 'Test store') {
      const storeId = core.runtime.newId();
      await operator(storeId, 'create_store', { name });
      return storeId;
    },
    async newKey(storeId, level, fields = {}) {
      const made = (await operator(storeId, 'create_key', {
        name: `${level} key`,
        level,
        ...fields,
      })) as TestKey;
      return { ...made, storeId };
    },
    call: async (key, method, path, body, headers) =>
      requireDocumented(method, path, await call(origin, key?.key ?? null, method, path, body, headers)),
    async close() {
      await Promise.all(apis.map((api) => (api.child.exitCode === null ? api.stop() : null)));
      await contexts.close();
      await core.close();
      await rm(filesFolder, { recursive: true, force: true });
      if (own === undefined) await dropDatabase(database);
    },
  };
}

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { emptyRequest } from '../../src/features/http-requests/http-requests.rules.ts';
import { newRequestRow } from '../../src/features/http-requests/http-requests.store.ts';
import { toStored } from '../../src/features/http-requests/save-http-request.ts';
import { requestVersions } from '../../src/features/http-requests/versions.store.ts';
import { livePlatformSecrets } from '../../src/features/workflow-platforms/platform-secrets/live-secrets.ts';
import { createCore } from '../../src/processes/core.ts';
import { call } from '../harness/client.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import {
  type Env,
  type OutstepProcess,
  runOutstep,
  runOutstepProcess,
  startApi,
} from '../harness/process.ts';
import { runInline } from '../harness/run-inline.ts';
import { sized } from '../harness/size.ts';

const STORES = sized(12, 300);
const PROCESSES = sized(1, 2);
const WORKERS = 8;

interface Shop {
  key: TestKey;
  requestId: string;
  credential: string;
  platformSecret: string;
}

/** The doctor's finding about the master key; the engine doesn't matter here. */
const masterKeyOf = (stdout: string) =>
  JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'master key');

describe('another master key', () => {
  const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  let outstep: Outstep;
  let shops: Shop[];
  const started: OutstepProcess[] = [];
  const withKeys = (current: string, previous?: string): Env => ({
    ...outstep.env,
    OUTSTEP_MASTER_KEY: current,
    ...(previous && { OUTSTEP_MASTER_KEY_PREVIOUS: previous }),
  });
  const start = async (env: Env) => {
    const api = await startApi(env);
    started.push(api);
    return api;
  };

  async function openShop(index: number): Promise<Shop> {
    const storeId = await outstep.newStore(`Shop ${index}`);
    const key = await outstep.newKey(storeId, 'write');
    const credential = `sk_live_${randomBytes(16).toString('hex')}`;
    const { core } = outstep;
    const requestId = core.runtime.newId();
    const plain = {
      ...emptyRequest,
      url: 'https://example.com/hook',
      headers: { Authorization: `Bearer ${credential}` },
    };
    const vault = await core.vaultFor(storeId).unlock();
    const content = await toStored({ heavy: runInline }, vault, requestId, plain);
    const mark = { source: 'api', author: { type: 'key', name: key.id }, summary: 'Created' } as const;
    await core.database
      .forStore(storeId)
      .batch([newRequestRow(storeId, requestId, content), requestVersions.record(requestId, mark, [])]);
    const platform = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string };
    return { key, requestId, credential, platformSecret: platform.secret };
  }

  async function inParallel<In, Out>(items: In[], work: (item: In, index: number) => Promise<Out>) {
    const results: Out[] = [];
    let next = 0;
    const worker = async () => {
      while (next < items.length) {
        const index = next++;
        results[index] = await work(items[index] as In, index);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    return results;
  }

  /** Writes a masked value back: the service has to open the stored one, or the credential would be lost. */
  const writeBack = (origin: string, { key, requestId }: Shop) =>
    call(origin, key.key, 'PATCH', `/api/v1/http-requests/${requestId}`, {
      headers: { Authorization: 'Bearer ********' },
    });

  beforeAll(async () => {
    outstep = await startOutstep({ processes: 0, env: { OUTSTEP_MASTER_KEY: oldKey } });
    shops = await inParallel(Array.from({ length: STORES }), (_, index) => openShop(index));
  });
  afterAll(async () => {
    await Promise.all(started.map((api) => (api.child.exitCode === null ? api.stop() : null)));
    await outstep?.close();
  });

  const wrappedWith = () =>
    withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
      const { rows } = await client.query('select distinct master_key_id from store_keys');
      return rows.map((row) => row.master_key_id as string);
    });

  test('is adopted under load without failing a write', async () => {
    const apis = await Promise.all(Array.from({ length: PROCESSES }, () => start(withKeys(newKey, oldKey))));
    const [before] = await wrappedWith();
    let done = 0;
    let rotating = true;
    const firstWrite = Promise.withResolvers<void>();
    /** Repeats rounds, so that the rotation falls into the middle of one on any machine. */
    async function writers(origin: string): Promise<number[]> {
      const statuses: number[] = [];
      do {
        const round = await inParallel(shops, async (shop) => {
          const { status } = await writeBack(origin, shop);
          done++;
          firstWrite.resolve();
          return status;
        });
        statuses.push(...round);
      } while (rotating);
      return statuses;
    }
    const load = Promise.all(apis.map(({ origin }) => writers(origin)));
    await firstWrite.promise;
    const rotated = await runOutstep(withKeys(newKey, oldKey), ['master-key', 'rotate', '--json']);
    const doneAtRotation = done;
    rotating = false;
    const statuses = (await load).flat();

    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(statuses.length).toBeGreaterThanOrEqual(PROCESSES * STORES);
    expect(doneAtRotation, 'writes came before the rotation ended, and after it').toBeLessThan(
      statuses.length,
    );
    expect(rotated.code).toBe(0);
    expect(JSON.parse(rotated.stdout).rewrapped).toBe(STORES);
    const after = await wrappedWith();
    expect(after).toEqual([JSON.parse(rotated.stdout).masterKeyId]);
    expect(after).not.toContain(before);
  });

  test('loses no credential', async () => {
    const core = createCore({ ...readConfig(withKeys(newKey)), logLevel: 'silent' });
    try {
      const rows = await withClient(
        outstep.env['DATABASE_URL'] as string,
        async (client) =>
          (
            await client.query(
              `select r.id, r.sealed, v.sealed as "firstSealed" from http_requests r
               join http_request_versions v on v.request_id = r.id and v.version = 1`,
            )
          ).rows,
      );
      const opened = await inParallel(shops, async ({ key, requestId, credential, platformSecret }) => {
        const own = { db: core.database.forStore(key.storeId), vault: core.vaultFor(key.storeId) };
        const vault = await own.vault.unlock();
        const { sealed, firstSealed } = rows.find(({ id }) => id === requestId);
        // The first version was sealed before the rotation and never again.
        const isWhole = [sealed, firstSealed].every((each) => {
          const content = JSON.parse(vault.open({ table: 'http_requests', name: requestId }, each));
          return content.headers.Authorization === `Bearer ${credential}`;
        });
        const [live] = (await livePlatformSecrets(own)).secrets;
        return isWhole && live === platformSecret;
      });
      expect(opened.filter(Boolean)).toHaveLength(STORES);
    } finally {
      await core.close();
    }
  });

  test('rotating again finds nothing to do', async () => {
    const again = await runOutstep(withKeys(newKey), ['master-key', 'rotate', '--json']);
    expect(JSON.parse(again.stdout).rewrapped).toBe(0);
  });

  test('is sufficient on its own', async () => {
    const { origin } = await start(withKeys(newKey));
    const answers = await inParallel(shops, (shop) => writeBack(origin, shop));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const doctor = await runOutstep(withKeys(newKey), ['doctor', '--json']);
    expect(masterKeyOf(doctor.stdout)).toMatchObject({ ok: true });
  });

  test('is required from then on: a process that has only the old one refuses to start, and doctor reports it', async () => {
    for (const command of sized(['api'], ['api', 'worker'])) {
      const { code, stderr, stdout } = await runOutstepProcess({ ...withKeys(oldKey), PORT: '0' }, [command]);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /^outstep: OUTSTEP_MASTER_KEY: stored data is encrypted with another master key \([0-9a-f]{16}\); set it to that key, or OUTSTEP_MASTER_KEY_PREVIOUS while rotating\n$/,
        ),
      });
      expect(stdout).not.toMatch(/"(listening|working)"/);
    }
    const doctor = await runOutstep(withKeys(oldKey), ['doctor', '--json']);
    expect(masterKeyOf(doctor.stdout)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/not configured/),
    });
    expect(doctor.code).toBe(1);
  });
});

import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { KeyWrapper } from '../../adapters/crypto/vault.ts';
import { resealSecondFactors } from '../../adapters/people/reseal.ts';
import { BEGIN_MAINTENANCE } from '../../adapters/postgres/limits.ts';
import { withOperator } from '../../adapters/postgres/roles.ts';
import { type Config, readConfig } from '../../config.ts';
import { ANNOUNCED_SECONDS } from '../announcement.ts';
import { createKeyWrapper } from '../core.ts';
import { sessionSecrets } from '../derived-secrets.ts';

const BATCH = 500;

/** Some running processes could not decrypt rewrapped keys. */
export class ProcessesLackKey extends Error {}

// Announcements wait for this lock, so a process that starts meanwhile either finds the new key in use or is
// found here.
const LOCK_ANNOUNCEMENTS = "select pg_advisory_xact_lock(hashtext('outstep master key'))";

const LACKING = `
  select kind, host, pid, greatest(0, extract(epoch from clock_timestamp() - seen_at))::int as "secondsAgo"
  from running_processes
  where seen_at > clock_timestamp() - make_interval(secs => $2) and not $1 = any(master_key_ids)
  order by kind, host, pid limit 20`;

/** Running processes that do not have the key, each described in a few words. */
export async function processesWithoutKey(client: pg.Client, masterKeyId: string): Promise<string[]> {
  const { rows } = await client.query<{ kind: string; host: string; pid: number; secondsAgo: number }>(
    LACKING,
    [masterKeyId, ANNOUNCED_SECONDS],
  );
  return rows.map(
    ({ kind, host, pid, secondsAgo }) => `${kind} on ${host} (process ${pid}, seen ${secondsAgo} s ago)`,
  );
}

async function requireKeyEverywhere(client: pg.Client, masterKeyId: string) {
  const lacking = await processesWithoutKey(client, masterKeyId);
  if (lacking.length === 0) return;
  throw new ProcessesLackKey(
    `these processes do not know the new master key: ${lacking.join(', ')}. Restart them with the new key as OUTSTEP_MASTER_KEY and the old one as OUTSTEP_MASTER_KEY_PREVIOUS, then rotate again. A process that was killed is forgotten after ${ANNOUNCED_SECONDS} s`,
  );
}

/** A fresh master key, for OUTSTEP_MASTER_KEY. */
export const generateMasterKey = async () => ({ masterKey: randomBytes(32).toString('base64') });

/**
 * Opens one data key per master key in use, and returns the IDs of these master keys; throws if one is not
 * configured.
 */
export async function openDataKeys(client: pg.Client, wrapper: KeyWrapper): Promise<string[]> {
  const { rows } = await client.query<{ store_id: string; wrapped: Buffer; master_key_id: string }>(
    'select distinct on (master_key_id) store_id, wrapped, master_key_id from store_keys order by master_key_id, store_id',
  );
  for (const row of rows)
    wrapper.unwrap(row.store_id, { wrapped: row.wrapped, masterKeyId: row.master_key_id });
  return rows.map((row) => row.master_key_id);
}

/** Throws if stored data is encrypted with a master key that is not configured. */
export const requireMasterKey = (config: Config): Promise<string[]> =>
  withOperator(config.databaseAdminUrl, 'master-key', (client) =>
    openDataKeys(client, createKeyWrapper(config)),
  );

/**
 * Wraps every store's data key with the current master key, and seals people's second factors with it.
 * Processes that have both keys can read either form, so they keep working meanwhile; a store is changed only
 * if its key is still the one that was read. Rejected while a process is running that does not have the
 * current key.
 */
export async function rotateMasterKey(
  env: NodeJS.ProcessEnv,
  onProgress: (sentence: string) => void,
): Promise<{ masterKeyId: string; rewrapped: number; resealed: number }> {
  const config = readConfig(env);
  const wrapper = createKeyWrapper(config);
  return withOperator(config.databaseAdminUrl, 'master-key', async (client) => {
    await openDataKeys(client, wrapper);
    let rewrapped = 0;
    for (;;) {
      await client.query(BEGIN_MAINTENANCE);
      await client.query(LOCK_ANNOUNCEMENTS);
      await requireKeyEverywhere(client, wrapper.currentId);
      const { rows } = await client.query<{ store_id: string; wrapped: Buffer; master_key_id: string }>(
        'select store_id, wrapped, master_key_id from store_keys where master_key_id <> $1 order by store_id limit $2',
        [wrapper.currentId, BATCH],
      );
      const wrapped = rows.map(({ store_id: storeId, wrapped, master_key_id: masterKeyId }) => ({
        storeId,
        masterKeyId,
        next: wrapper.wrap(storeId, wrapper.unwrap(storeId, { wrapped, masterKeyId })),
      }));
      const { rowCount } = await client.query(
        `update store_keys k set wrapped = n.wrapped, master_key_id = $4, updated_at = now()
         from unnest($1::uuid[], $2::text[], $3::bytea[]) as n (store_id, old_key_id, wrapped)
         where k.store_id = n.store_id and k.master_key_id = n.old_key_id`,
        [
          wrapped.map(({ storeId }) => storeId),
          wrapped.map(({ masterKeyId }) => masterKeyId),
          wrapped.map(({ next }) => next.wrapped),
          wrapper.currentId,
        ],
      );
      await client.query('commit');
      rewrapped += rowCount ?? 0;
      onProgress(`${rewrapped} stores`);
      if (rows.length < BATCH) break;
    }
    const resealed = await resealSecondFactors(client, sessionSecrets(config));
    return { masterKeyId: wrapper.currentId, rewrapped, resealed };
  });
}

import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { KeyWrapper } from '../../adapters/crypto/vault.ts';
import { resealSecondFactors } from '../../adapters/people/reseal.ts';
import { BEGIN_MAINTENANCE } from '../../adapters/postgres/limits.ts';
import { withOperator } from '../../adapters/postgres/roles.ts';
import { readConfig } from '../../config.ts';
import { createKeyWrapper } from '../core.ts';
import { sessionSecrets } from '../derived-secrets.ts';

const BATCH = 500;

/** A fresh master key, for OUTSTEP_MASTER_KEY. */
export const generateMasterKey = async () => ({ masterKey: randomBytes(32).toString('base64') });

/** Opens a data key of each master key in use, and returns which those are; throws if one is not configured. */
export async function openDataKeys(client: pg.Client, wrapper: KeyWrapper): Promise<string[]> {
  const { rows } = await client.query<{ store_id: string; wrapped: Buffer; master_key_id: string }>(
    'select distinct on (master_key_id) store_id, wrapped, master_key_id from store_keys order by master_key_id, store_id',
  );
  for (const row of rows)
    wrapper.unwrap(row.store_id, { wrapped: row.wrapped, masterKeyId: row.master_key_id });
  return rows.map((row) => row.master_key_id);
}

/**
 * Wraps every store's data key with the current master key, and seals people's second factors with it. Processes that know both keys read either form,
 * so they keep working meanwhile; a store is changed only if its key is still the one that was read.
 */
export async function rotateMasterKey(
  env: NodeJS.ProcessEnv,
  onProgress: (sentence: string) => void,
): Promise<{ masterKeyId: string; rewrapped: number; resealed: number }> {
  const config = readConfig(env);
  const wrapper = createKeyWrapper(config);
  return withOperator(config.databaseAdminUrl, 'master-key', async (client) => {
    let rewrapped = 0;
    for (;;) {
      await client.query(BEGIN_MAINTENANCE);
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

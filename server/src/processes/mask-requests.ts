import type pg from 'pg';
import { withOperator } from '../adapters/postgres/roles.ts';
import type { Config } from '../config.ts';
import {
  MASKING_MIGRATION,
  MASKING_REVISION,
  maskStoredRequests,
} from '../features/http-requests/mask-stored-requests.ts';
import type { Contexts } from './contexts.ts';

interface MaskRequestsOptions {
  settings: Pick<Config, 'databaseAdminUrl'>;
  contextOf: Contexts['asWorker'];
  isStopping(): boolean;
  onError(error: unknown, where: { storeId: string; requestId?: string; version?: number | null }): void;
}

// For a day after `migrate`, processes of the previous release may save requests that they cannot mask.
const DUE_STORES = `
  select id, (select applied_at < now() - interval '24 hours' from schema_migrations where name = $2) as "isLast"
  from stores
  where requests_masked_by < $1
    and (requests_masked_at is null or requests_masked_at < now() - interval '1 hour')`;

/** Queried before the first store, because anything saved during a run belongs to the next one. */
async function dueStores(client: pg.Client) {
  const { rows } = await client.query<{ id: string; isLast: boolean | null }>(DUE_STORES, [
    MASKING_REVISION,
    MASKING_MIGRATION,
  ]);
  return rows;
}

/**
 * The start time also identifies the run: `restartMasking` clears it, so the current run is no longer the
 * last.
 */
async function beginRun(client: pg.Client, storeId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ begun: string }>(
    'update stores set requests_masked_at = clock_timestamp() where id = $1 returning requests_masked_at::text as begun',
    [storeId],
  );
  return rows[0]?.begun;
}

const endRun = (client: pg.Client, storeId: string, begun: string | undefined, revision: number) =>
  client.query(
    'update stores set requests_masked_by = $3 where id = $1 and requests_masked_at = $2::timestamptz',
    [storeId, begun, revision],
  );

/**
 * Masks HTTP requests that were saved before the current masking rules, store by store: at most hourly for a
 * day after the upgrade, and until every row of the store is masked.
 */
export const maskRequests = ({
  settings,
  contextOf,
  isStopping,
  onError,
}: MaskRequestsOptions): Promise<number> =>
  withOperator(settings.databaseAdminUrl, 'maintain', async (client) => {
    let total = 0;
    for (const { id: storeId, isLast } of await dueStores(client)) {
      if (isStopping()) break;
      const begun = await beginRun(client, storeId);
      let isDone = false;
      try {
        const { masked, isComplete } = await maskStoredRequests(contextOf(storeId), {
          isStopping,
          onError: (error, { id, version }) => onError(error, { storeId, requestId: id, version }),
        });
        total += masked;
        isDone = isLast === true && isComplete;
      } catch (error) {
        onError(error, { storeId });
      }
      if (isDone) await endRun(client, storeId, begun, MASKING_REVISION);
    }
    return total;
  });

import { bind, briefRead, type Queries, type SealContext, statement } from '../../../kernel/ports.ts';

export interface SealedSecret {
  id: string;
  secret: Buffer;
}

const live = briefRead<SealedSecret & { suspendedWhy: string | null }>(
  'platform_secrets_live',
  `select p.id, p.secret, case when s.suspended_at is not null then s.suspended_why end as "suspendedWhy"
   from platform_secrets p join stores s on s.id = p.store_id`,
);
const times = statement<{ id: string; createdAt: Date }>(
  'platform_secrets_times',
  'select id, created_at as "createdAt" from platform_secrets order by created_at desc, id desc',
);
// Concurrent inserts would not see and drop each other's secrets.
const lockStore = statement('platform_secrets_lock_store', 'select from stores for no key update');
const insert = statement(
  'platform_secret_insert',
  'insert into platform_secrets (store_id, id, secret) values ($1, $2, $3)',
);
// The new secret is excluded by id, because clocks may differ between servers.
const trimSecrets = statement(
  'platform_secrets_trim',
  `delete from platform_secrets where id <> $1 and id not in
     (select id from platform_secrets where id <> $1 order by created_at desc, id desc limit 1)`,
);

/** The secrets that the platform may sign with, still sealed, and why the store is suspended. */
export const sealedPlatformSecrets = (db: Queries) => db.rows(bind(live));

/** When each secret was created, newest first. */
export const timesOfPlatformSecrets = (db: Queries) => db.rows(bind(times));

/** Adds a secret and keeps at most one other, the newest. */
export async function insertPlatformSecret(tx: Queries, storeId: string, { id, secret }: SealedSecret) {
  await tx.rows(bind(lockStore));
  await tx.rows(bind(insert, storeId, id, secret));
  await tx.rows(bind(trimSecrets, id));
}

/** The context that a platform secret is sealed with. */
export const secretSealContext = (id: string): SealContext => ({ table: 'platform_secrets', name: id });

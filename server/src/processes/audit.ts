import { insertEntry } from '../features/access/audit/audit.store.ts';
import type { Actor, AuditEntry } from '../kernel/operation.ts';
import type { Core } from './core.ts';

/** How calls of somebody on behalf of a store get into its audit log; a call of no store has none. */
export const auditOf =
  ({ database, log, world }: Core, storeId: string, actor: Actor, via: string) =>
  async (entry: AuditEntry): Promise<void> => {
    if (storeId === '') return;
    const at = { storeId, id: world.newId(), at: world.now(), actor, via };
    await insertEntry(database.forStore(storeId), { ...at, ...entry }).catch((err) =>
      log.error({ err, storeId, operation: entry.operation }, 'the audit log was not written'),
    );
  };

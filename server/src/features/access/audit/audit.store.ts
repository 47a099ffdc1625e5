import type { Actor, AuditEntry } from '../../../kernel/operation.ts';
import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import { bind, type StoreDatabase, statement } from '../../../kernel/ports.ts';
import type { ListedEntry } from './audit.schema.ts';

const insert = statement(
  'audit_insert',
  `insert into audit_log (store_id, id, at, actor_type, actor_id, actor_name, via, operation, target, summary)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

const MATCHES = '($1::text is null or actor_id = $1) and ($2::text is null or operation = $2)';

const count = statement<{ total: number }>(
  'audit_count',
  `select count(*) as total from audit_log where ${MATCHES}`,
);
const page = statement<ListedEntry>(
  'audit_page',
  `select id, at, json_build_object('type', actor_type, 'id', actor_id, 'name', actor_name) as actor, via, operation,
     target, summary
   from audit_log where ${MATCHES} order by id desc limit $3 offset $4`,
);

export interface NewEntry extends AuditEntry {
  storeId: string;
  id: string;
  at: Date;
  actor: Actor;
  via: string;
}

export const entryRow = (entry: NewEntry) => {
  const { storeId, id, at, actor, via, operation, target, summary } = entry;
  return bind(insert, storeId, id, at, actor.type, actor.id, actor.name, via, operation, target, summary);
};

interface Filter {
  actor?: string | undefined;
  operation?: string | undefined;
}

export async function pageOfEntries(db: StoreDatabase, request: PageRequest, filter: Filter) {
  const wanted = [filter.actor ?? null, filter.operation ?? null];
  const [[counted], rows] = await db.batch<[{ total: number }, ListedEntry]>([
    bind(count, ...wanted),
    bind(page, ...wanted, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Deletes entries past the retention of history. Run as the owner, over all stores. */
export const FORGET_AUDIT = 'delete from audit_log where at < now() - make_interval(days => $1)';

import type { Actor, AuditEntry, CallClient } from '../../../kernel/audit.ts';
import { isUuid } from '../../../kernel/id.ts';
import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import { bind, type Queries, type StoreDatabase, statement } from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import type { ListedEntry, NamedRecord } from './audit.schema.ts';

const insert = statement(
  'audit_insert',
  `insert into audit_log (store_id, id, at, actor_type, actor_id, actor_name, via, operation, target, summary,
     address, agent)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

const MATCHES = '($1::text is null or actor_id = $1) and ($2::text is null or operation = $2)';

const count = statement<{ total: number }>(
  'audit_count',
  `select count(*) as total from audit_log where ${MATCHES}`,
);
type EntryRow = Omit<ListedEntry, 'record'>;

const page = statement<EntryRow>(
  'audit_page',
  `select id, at, json_build_object('type', actor_type, 'id', actor_id, 'name', actor_name) as actor, via, operation,
     target, summary, address, agent
   from audit_log where ${MATCHES} order by id desc limit $3 offset $4`,
);

// A target may name any of these: IDs are unique across tables, and no file key is the name of a secret.
const named = statement<NamedRecord>(
  'audit_named_records',
  `select 'layout' as kind, id::text as id, name, false as "inTrash" from layouts where id = any($1::uuid[])
   union all select 'http-request', id::text, name, false from http_requests where id = any($1::uuid[])
   union all select kind, id::text, name, true from trash
     where id = any($1::uuid[]) and deleted_at > now() - interval '30 days'
   union all select 'preset', id::text, name, false from presets where id = any($1::uuid[])
   union all select 'smtp-sender', id::text, name, false from smtp_senders where id = any($1::uuid[])
   union all select 'mailbox', id::text, masked_address, false from mailboxes where id = any($1::uuid[])
   union all select 'key', id::text, name, false from api_keys where id = any($1::uuid[])
   union all select 'execution', id::text, coalesce(action_config_name, ''), false from executions
     where id = any($1::uuid[])
   union all select 'file', key, filename, false from files where key = any($2)
   union all select 'secret', name, name, false from secrets where name = any($2)
   union all select 'person', id, name, false from members_of_store() where id = any($2)`,
);

export interface NewEntry extends AuditEntry {
  storeId: string;
  id: string;
  at: Date;
  actor: Actor;
  via: string;
  client: CallClient;
}

export const entryRow = (entry: NewEntry) => {
  const { storeId, id, at, actor, via, client, operation, target, summary } = entry;
  const who = [actor.type, actor.id, actor.name];
  return bind(insert, storeId, id, at, ...who, via, operation, target, summary, client.address, client.agent);
};

/** The record is the first word of a target; a language or a version may follow. */
function recordOf(target: string | null): string {
  const word = target?.split(' ', 1)[0] ?? '';
  return isUuid(word) ? word.toLowerCase() : word;
}

async function namedRecords(db: Queries, rows: readonly EntryRow[]): Promise<Map<string, NamedRecord>> {
  const words = [...new Set(rows.map(({ target }) => recordOf(target)))].filter((word) => word !== '');
  if (words.length === 0) return new Map();
  const found = await db.rows(bind(named, words.filter(isUuid), words));
  return new Map(found.map((record) => [record.id, record]));
}

interface AuditFilter {
  actor?: string | undefined;
  operation?: string | undefined;
}

const following = statement<EntryRow>(
  'audit_following',
  `select id, at, json_build_object('type', actor_type, 'id', actor_id, 'name', actor_name) as actor, via, operation,
     target, summary, address, agent
   from audit_log where id > $1 order by id limit $2`,
);
const FIRST = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 1000;

/** Every entry, oldest first. */
export async function* allEntries(db: Queries): AsyncGenerator<EntryRow> {
  let after = FIRST;
  for (;;) {
    const rows = await db.rows(bind(following, after, AT_ONCE));
    yield* rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

export async function pageOfEntries(db: StoreDatabase, request: PageRequest, filter: AuditFilter) {
  const wanted = [filter.actor ?? null, filter.operation ?? null];
  const [[counted], rows] = await db.batch<[{ total: number }, EntryRow]>([
    bind(count, ...wanted),
    bind(page, ...wanted, request.limit, offsetOf(request)),
  ]);
  const records = await namedRecords(db, rows);
  const listed = rows.map((row) => ({ ...row, record: records.get(recordOf(row.target)) ?? null }));
  return { rows: listed, total: counted?.total ?? 0 };
}

/** Entries past the retention of history. */
const PAST_RETENTION = 'at < now() - make_interval(days => $1)';
export const OLD_AUDIT: RetentionRule = { table: 'audit_log', where: PAST_RETENTION };
export const OLD_PEOPLE_EVENTS: RetentionRule = { table: 'people_events', where: PAST_RETENTION };

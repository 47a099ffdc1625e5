import { containsText, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  type BoundStatement,
  bind,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import {
  type DeletedFile,
  MAX_VERSION_USERS,
  type VersionUser,
  type VersionUsers,
} from './deleted-files.schema.ts';
import { removeUnlessInUse } from './files.store.ts';
import { notUsedByVersions } from './files-of-versions.rules.ts';

type DeletedFileRow = Omit<DeletedFile, keyof VersionUsers>;

const MATCHES = containsText('$1', 'filename');

const toDeleted = statement<{ key: string }>(
  'file_delete',
  `with gone as (delete from files where key = $1 returning *)
   insert into deleted_files (store_id, key, filename, content_type, size, width, height, created_at)
   select store_id, key, filename, content_type, size, width, height, created_at from gone returning key`,
);
// A separate statement: the first one may have waited for a save whose versions only a later statement sees.
const endUnused = statement<{ key: string }>(
  'deleted_file_end_unused',
  `delete from deleted_files d where d.key = $1 and ${notUsedByVersions()} returning d.key`,
);
const endOne = statement<{ key: string }>(
  'deleted_file_end',
  'delete from deleted_files where key = $1 returning key',
);
const endNamed = statement<{ key: string }>(
  'deleted_files_end_named',
  'delete from deleted_files where filename ~* $1 returning key',
);
const count = searchRead<{ total: number }>(
  'deleted_files_count',
  `select count(*) as total from deleted_files where ${MATCHES}`,
);
const page = searchRead<DeletedFileRow>(
  'deleted_files_page',
  `select key, filename, content_type as "contentType", size, deleted_at as "deletedAt" from deleted_files
   where ${MATCHES} order by deleted_at desc, key desc limit $2 offset $3`,
);
const users = statement<VersionUser & { key: string; place: number; total: number }>(
  'files_version_users',
  `select * from (
     select *, row_number() over (partition by key order by type, name, id) as place,
       count(*) over (partition by key) as total from (
     select f.key, 'layout' as type, l.id, l.name, count(*) as versions
     from layout_versions v cross join unnest(v.files) f(key) join layouts l on l.id = v.layout_id
     where f.key = any($1) group by f.key, l.id, l.name
   union all
   select f.key, 'preset', p.id, p.name, count(*)
     from preset_versions v cross join unnest(v.files) f(key) join presets p on p.id = v.preset_id
     where f.key = any($1) group by f.key, p.id, p.name
   union all
   select f.key, 'trash', t.id, t.name, count(*)
     from trash t join trash_versions v on v.item_id = t.id
     cross join json_array_elements_text(case json_typeof(v.about -> 'files') when 'array' then v.about -> 'files' end) f(key)
     where f.key = any($1) group by f.key, t.id, t.name) users) ranked
   where place <= ${MAX_VERSION_USERS} order by key, place`,
);

/**
 * Deletes a file unless it is in use. The database decides, so of a concurrent save and delete only one
 * succeeds. `isKept` if a version still uses the file: its bytes are then kept
 * (contract: Senders, secrets, files 14). `null` if the file does not exist. `auditRows` record the deletion.
 */
export const deleteFileRow = (
  db: StoreDatabase,
  key: string,
  auditRows: readonly BoundStatement<unknown>[],
): Promise<{ isKept: boolean } | null | 'in use'> =>
  removeUnlessInUse(() =>
    db.transaction(async (tx) => {
      const [gone] = await tx.rows(bind(toDeleted, key));
      // A file that was deleted before is not removed permanently here, because its bytes would remain.
      if (!gone) return null;
      const [[ended]] = await tx.batch<[{ key: string }, ...unknown[]]>([bind(endUnused, key), ...auditRows]);
      return { isKept: ended === undefined };
    }),
  );

/** Returns whether the deleted file existed. */
export const endDeletedFile = async (db: Queries, key: string) =>
  (await db.rows(bind(endOne, key))).length > 0;

/** Permanently removes deleted files whose names match a regular expression, and returns their keys. */
export const endDeletedFilesNamed = async (db: Queries, pattern: string) =>
  (await db.rows(bind(endNamed, pattern))).map(({ key }) => key);

export const noVersionUsers = (): VersionUsers => ({ versionUsers: [], versionUserCount: 0 });

/** The documents whose versions use each of the files, by key. */
export async function findVersionUsers(db: Queries, keys: readonly string[]) {
  const found = new Map(keys.map((key) => [key, noVersionUsers()]));
  if (keys.length === 0) return found;
  for (const { key, place: _, total, ...user } of await db.rows(bind(users, keys))) {
    const of = found.get(key);
    of?.versionUsers.push(user);
    if (of) of.versionUserCount = total;
  }
  return found;
}

export async function pageOfDeletedFiles(db: StoreDatabase, request: PageRequest, q: string | undefined) {
  const wanted = q ?? null;
  const [[counted], rows] = await db.batch<[{ total: number }, DeletedFileRow]>([
    bind(count, wanted),
    bind(page, wanted, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

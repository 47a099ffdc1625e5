import { containsText, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import type { FileRow, FileUser } from './files.schema.ts';

const MATCHES = containsText('$1', 'filename');
const COLUMNS =
  'key, filename, content_type as "contentType", size, width, height, created_at as "createdAt"';

const count = searchRead<{ total: number }>(
  'files_count',
  `select count(*) as total from files where ${MATCHES}`,
);
const page = searchRead<FileRow>(
  'files_page',
  `select ${COLUMNS} from files where ${MATCHES} order by created_at desc, key desc limit $2 offset $3`,
);
const facts = briefRead<Pick<FileRow, 'key' | 'size' | 'width'>>(
  'file_facts',
  'select key, size, width from files where key = any($1)',
);
const one = briefRead<FileRow>('file_one', `select ${COLUMNS} from files where key = $1`);
const insert = statement(
  'file_insert',
  `insert into files (store_id, key, filename, content_type, size, width, height)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const users = statement<FileUser & { key: string }>(
  'file_users',
  `select r.file_key as key, 'layout' as type, l.id::text as id, l.name
     from file_references r join layouts l on l.id = r.layout_id where r.file_key = any($1)
   union all
   select r.file_key, 'preset', p.id::text, p.name
     from file_references r join presets p on p.id = r.preset_id where r.file_key = any($1)
   union all
   select file_key, 'settings', name, name from settings where file_key = any($1)
   order by type, name, id`,
);

export async function pageOfFiles(db: StoreDatabase, request: PageRequest, q: string | undefined) {
  const wanted = q ?? null;
  const [[counted], rows] = await db.batch<[{ total: number }, FileRow]>([
    bind(count, wanted),
    bind(page, wanted, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export async function findFile(db: Queries, key: string): Promise<FileRow | null> {
  const [row] = await db.rows(bind(one, key));
  return row ?? null;
}

/** The sizes of those of the keys that are files of the store. */
export const factsOfFiles = async (db: Queries, keys: readonly string[]) =>
  keys.length === 0 ? [] : db.rows(bind(facts, keys));

export interface NewFile extends Omit<FileRow, 'createdAt'> {
  storeId: string;
}

export const insertFile = (db: Queries, file: NewFile) => {
  const { storeId, key, filename, contentType, size, width, height } = file;
  return db.rows(bind(insert, storeId, key, filename, contentType, size, width, height));
};

/** PostgreSQL's code for a violated foreign key. */
const IS_REFERRED_TO = '23503';

/** The result of a delete, or `in use` when other rows refer to the record. */
export async function removeUnlessInUse<T>(remove: () => Promise<T>): Promise<T | 'in use'> {
  try {
    return await remove();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === IS_REFERRED_TO) return 'in use';
    throw error;
  }
}

/** The users of each of the files, by key (contract: Senders, secrets, files 4). */
export async function findFileUsers(db: Queries, keys: readonly string[]): Promise<Map<string, FileUser[]>> {
  const found = new Map<string, FileUser[]>(keys.map((key) => [key, []]));
  if (keys.length === 0) return found;
  for (const { key, ...user } of await db.rows(bind(users, keys))) found.get(key)?.push(user);
  return found;
}

const named = statement<{ filename: string }>(
  'files_named',
  `select filename from files where filename ~* $1
   union all select filename from deleted_files where filename ~* $1 order by filename`,
);
const storedKeys = statement<{ key: string }>(
  'files_stored',
  'select key from files where key = any($1) union select key from deleted_files where key = any($1)',
);
const rename = statement(
  'files_rename',
  "update files set filename = regexp_replace(filename, $1, '______', 'gi') where filename ~* $1",
);

/** Those of the keys that were uploaded, including deleted files whose bytes are kept. */
export const filterUploadedKeys = async (db: Queries, keys: readonly string[]) =>
  new Set((await db.rows(bind(storedKeys, keys))).map(({ key }) => key));

/** Filenames that match a regular expression, including those of deleted files that are kept. */
export const filesNamed = async (db: Queries, pattern: string) =>
  (await db.rows(bind(named, pattern))).map(({ filename }) => filename);

export const eraseFromFilenames = (db: Queries, pattern: string) => db.rows(bind(rename, pattern));

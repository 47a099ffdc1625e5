import { bind, type Queries, statement } from '../../../kernel/ports.ts';

const named = statement<{ filename: string }>(
  'files_named',
  'select filename from files where filename ~* $1 order by filename',
);
const rename = statement(
  'files_rename',
  "update files set filename = regexp_replace(filename, $1, '______', 'gi') where filename ~* $1",
);

/** Filenames that match a regular expression. */
export const filesNamed = async (db: Queries, pattern: string) =>
  (await db.rows(bind(named, pattern))).map(({ filename }) => filename);

export const eraseFromFilenames = (db: Queries, pattern: string) => db.rows(bind(rename, pattern));

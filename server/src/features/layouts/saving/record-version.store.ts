import { type Bound, bind, statement } from '../../../kernel/ports.ts';
import type { Author, VersionSource } from '../content/authorship.schema.ts';

/** spec: Limits, saved versions kept. */
const KEPT = 25;

export interface NewVersion {
  version: number;
  source: VersionSource;
  author: Author;
  summary: string;
  subject: string;
  locales: readonly string[];
  snapshot: Buffer;
}

const insert = statement<never>(
  'layout_version_insert',
  `insert into layout_versions
     (store_id, layout_id, version, source, author_type, author_name, summary, subject, locales, snapshot, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp())`,
);
const prune = statement<never>(
  'layout_versions_prune',
  'delete from layout_versions where layout_id = $1 and version <= $2',
);

/** Records a version and drops those too old. The caller locked the layout, so numbers have no gaps. */
export function versionRows(storeId: string, layoutId: string, made: NewVersion): Bound<never>[] {
  const { version, source, author, summary, subject, locales, snapshot } = made;
  const about = [source, author.type, author.name, summary, subject, locales];
  return [
    bind(insert, storeId, layoutId, version, ...about, snapshot),
    bind(prune, layoutId, version - KEPT),
  ];
}

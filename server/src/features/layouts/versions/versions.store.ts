import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { Author } from '../content/authorship.schema.ts';
import type { VersionSummary } from './versions.schema.ts';

interface SummaryRow extends Omit<VersionSummary, 'author'> {
  authorType: Author['type'];
  authorName: string;
}
type SnapshotRow = SummaryRow & { snapshot: Buffer };

const SUMMARY = `version, source, author_type as "authorType", author_name as "authorName", summary, subject, locales,
  created_at as "createdAt"`;

const list = statement<SummaryRow>(
  'layout_versions_list',
  `select ${SUMMARY} from layout_versions where layout_id = $1 order by version desc`,
);
const selectOne = briefRead<SnapshotRow>(
  'layout_version_get',
  `select ${SUMMARY}, snapshot from layout_versions where layout_id = $1 and version = $2`,
);
const selectBefore = statement<{ version: number; snapshot: Buffer }>(
  'layout_version_before',
  `select version, snapshot from layout_versions where layout_id = $1 and version < $2
   order by version desc limit 1`,
);

const authored = <Row extends SummaryRow>({ version, source, authorType, authorName, ...row }: Row) => ({
  version,
  source,
  author: { type: authorType, name: authorName },
  ...row,
});

/** Newest first. */
export const listVersionRows = async (db: Queries, layoutId: string) =>
  (await db.rows(bind(list, layoutId))).map(authored);

export type VersionRow = ReturnType<typeof authored<SnapshotRow>>;

export async function findVersionRow(
  db: Queries,
  layoutId: string,
  version: number,
): Promise<VersionRow | null> {
  const [row] = await db.rows(bind(selectOne, layoutId, version));
  return row ? authored(row) : null;
}

/** The newest one that is older. */
export const findVersionBefore = async (db: Queries, layoutId: string, version: number) =>
  (await db.rows(bind(selectBefore, layoutId, version)))[0] ?? null;

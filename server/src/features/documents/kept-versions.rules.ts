import { KEPT_DAYS, MAX_KEPT } from './versions.schema.ts';

/** spec: Limits, saved versions kept. */
const NEWEST = 25;

const AGE = `make_interval(days => ${KEPT_DAYS})`;

export const KEPT_UNTIL = `kept_at + ${AGE}`;

/** Kept versions are treated as absent once they have expired, even before they are deleted. */
export const isExpired = `kept_at is not null and kept_at <= now() - ${AGE}`;

/**
 * Records a version with `insert`, and drops versions older than the newest 25. It keeps named versions, and
 * the one that a person saved last before this write. If more than ten are kept, the oldest unnamed one is
 * dropped (contract: Versions 5; Versions 6).
 */
export const insertAndPruneSql = (
  { versions, documentId }: { versions: string; documentId: string },
  insert: string,
) =>
  // No part of the statement sees the newly recorded version. When a person saves, `not exists` therefore
  // still holds for what a person saved before, so a small edit after 24 automated writes does not drop it.
  // The number is subtracted in `recorded`: elsewhere, row-level security would keep it from the index.
  `with recorded as (
     ${insert} returning version - ${NEWEST} as dropped
   ), kept as (
     update ${versions} v set kept_at = clock_timestamp()
     where v.${documentId} = $1 and v.version <= (select dropped from recorded) and v.kept_at is null
       and (v.label is not null or (v.author_type = 'user' and not exists (
         select from ${versions} n
         where n.${documentId} = $1 and n.version > v.version and n.author_type = 'user')))
     returning v.version
   )
   delete from ${versions} where ${documentId} = $1 and version <= (select dropped from recorded)
     and case when kept_at is null then version <> all (array(select version from kept))
       else version = any (array(
         select k.version from ${versions} k where k.${documentId} = $1 and k.kept_at is not null
         order by k.label is null, k.version desc offset ${MAX_KEPT} - (select count(*) from kept))) end`;

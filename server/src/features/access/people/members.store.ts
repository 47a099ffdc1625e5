import type { Role } from '../../../kernel/access-levels.ts';
import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import type { Member } from './members.schema.ts';

export interface Membership {
  role: Role;
  /** Why the store is suspended; `null` while it is not. */
  suspendedWhy: string | null;
}

const selectRole = briefRead<Membership>(
  'member_role',
  `select m.role, case when s.suspended_at is not null then s.suspended_why end as "suspendedWhy"
   from store_members m join stores s on s.id = m.store_id where m.person_id = $1`,
);
const selectStores = briefRead<Membership & { id: string; name: string }>(
  'person_stores',
  'select id, name, role, suspended_why as "suspendedWhy" from stores_of_person($1)',
);
const selectMembers = statement<Member>(
  'members_list',
  'select id, name, email, role, since from members_of_store()',
);
const insert = statement<{ isNew: boolean }>(
  'member_insert',
  `insert into store_members (store_id, person_id, role) values ($1, $2, $3)
   on conflict (store_id, person_id) do nothing returning true as "isNew"`,
);
const selectOwners = statement<{ id: string }>(
  'member_lock_owners',
  "select person_id as id from store_members where role = 'owner' for update",
);
const setRole = statement<{ id: string }>(
  'member_set_role',
  'update store_members set role = $2 where person_id = $1 returning person_id as id',
);
const remove = statement<{ id: string }>(
  'member_remove',
  'delete from store_members where person_id = $1 returning person_id as id',
);

/** The person's membership in the scoped store; `null` if they are not a member. */
export const findMembership = async (db: Queries, personId: string): Promise<Membership | null> =>
  (await db.rows(bind(selectRole, personId)))[0] ?? null;

/** Looks across stores, through a dedicated database function. */
export const findStoresOf = (db: Queries, personId: string) => db.rows(bind(selectStores, personId));

export const readMembers = (db: Queries) => db.rows(bind(selectMembers));

/** Returns whether the person is a new member; an existing one keeps the role. */
export const insertMember = async (tx: Queries, storeId: string, personId: string, role: Role) =>
  (await tx.rows(bind(insert, storeId, personId, role))).length > 0;

/** Locks the owners until the transaction ends, so that the last two cannot both leave at once. */
export const lockOwners = async (tx: Queries): Promise<string[]> =>
  (await tx.rows(bind(selectOwners))).map((row) => row.id);

export const setMemberRole = async (tx: Queries, personId: string, role: Role) =>
  (await tx.rows(bind(setRole, personId, role))).length > 0;

export const removeMemberRow = async (tx: Queries, personId: string) =>
  (await tx.rows(bind(remove, personId))).length > 0;

export const ENDED_SESSIONS: RetentionRule = { table: 'people_sessions', where: 'expires_at < now()' };
/** By then, even the limit with the longest window no longer needs them. */
export const OLD_LIMITS: RetentionRule = { table: 'people_limits', where: "at < now() - interval '1 day'" };
export const OLD_DEVICES: RetentionRule = {
  table: 'people_devices',
  where: "seen_at < now() - interval '400 days'",
};
export const ENDED_VERIFICATIONS: RetentionRule = {
  table: 'people_verifications',
  where: 'expires_at < now()',
};

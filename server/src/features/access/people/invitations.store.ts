import type { Role } from '../../../kernel/access-levels.ts';
import {
  type BatchedQueries,
  type BoundStatement,
  bind,
  type Queries,
  statement,
} from '../../../kernel/ports.ts';
import type { Invitation } from './members.schema.ts';

export interface OpenInvitation {
  storeId: string;
  id: string;
  storeName: string;
  email: string;
  role: Role;
  /** Empty if the operator created the invitation. */
  invitedBy: string;
  expiresAt: Date;
  /** Whether having the link proves the address, because only its owner has seen the link. */
  provesAddress: boolean;
}

const IS_OPEN = 'accepted_at is null and revoked_at is null and expires_at > now()';

const selectByToken = statement<OpenInvitation>(
  'invitation_by_token',
  `select store_id as "storeId", id, store_name as "storeName", email, role, invited_by as "invitedBy",
     expires_at as "expiresAt", proves_address as "provesAddress"
   from invitation_by_token($1)`,
);
const selectOpen = statement<Invitation>(
  'invitations_open',
  `select id, email, role, invited_by as "invitedBy", created_at as "createdAt", expires_at as "expiresAt"
   from store_invitations where ${IS_OPEN} order by id desc`,
);
const revokeOf = statement(
  'invitations_replace',
  `update store_invitations set revoked_at = now() where email = $1 and ${IS_OPEN}`,
);
const insert = statement(
  'invitation_insert',
  `insert into store_invitations (store_id, id, token_hash, email, role, invited_by, expires_at, proves_address)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const markMailed = statement(
  'invitation_mailed',
  'update store_invitations set proves_address = true where id = $1',
);
const revoke = statement<{ id: string }>(
  'invitation_revoke',
  `update store_invitations set revoked_at = now() where id = $1 and ${IS_OPEN} returning id`,
);
const take = statement<{ role: Role }>(
  'invitation_take',
  `update store_invitations set accepted_at = now() where id = $1 and ${IS_OPEN} returning role`,
);

/** Looks across stores, through a dedicated database function; `null` unless it can still be accepted. */
export const findInvitation = async (db: Queries, tokenHash: Buffer): Promise<OpenInvitation | null> =>
  (await db.rows(bind(selectByToken, tokenHash)))[0] ?? null;

export const readOpenInvitations = (db: Queries) => db.rows(bind(selectOpen));

export interface NewInvitation {
  storeId: string;
  id: string;
  tokenHash: Buffer;
  email: string;
  role: Role;
  invitedBy: string;
  expiresAt: Date;
  provesAddress: boolean;
}

/** Replaces any open invitation of the same address; `auditRows` record it. */
export const insertInvitation = (
  db: BatchedQueries,
  made: NewInvitation,
  auditRows: readonly BoundStatement<unknown>[],
) =>
  db.batch([
    bind(revokeOf, made.email),
    bind(
      insert,
      ...[made.storeId, made.id, made.tokenHash, made.email, made.role, made.invitedBy, made.expiresAt],
      made.provesAddress,
    ),
    ...auditRows,
  ]);

/** Records that only the owner of the address has seen the link. */
export const markInvitationMailed = (db: Queries, id: string) => db.rows(bind(markMailed, id));

/** Returns whether there was an open invitation to revoke. */
export const revokeInvitationRow = async (db: Queries, id: string) =>
  (await db.rows(bind(revoke, id))).length > 0;

/** Uses up the invitation and returns its role; `null` if it was used in the meantime. */
export const consumeInvitation = async (tx: Queries, id: string): Promise<Role | null> =>
  (await tx.rows(bind(take, id)))[0]?.role ?? null;

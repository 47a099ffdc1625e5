import type { AuditRows } from '../../../kernel/audit.ts';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context, PersonContext, Runtime } from '../../../kernel/operation.ts';
import type { Person } from '../../../kernel/people.ts';
import type { Queries } from '../../../kernel/ports.ts';
import {
  consumeInvitation,
  findInvitation,
  insertInvitation,
  type NewInvitation,
  type OpenInvitation,
} from './invitations.store.ts';
import { INVITATION_DAYS } from './members.schema.ts';
import { insertMember } from './members.store.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 3600 * 1000;

/** Creates an invitation. The link is returned only here. */
export async function issueInvitation(
  ctx: Context,
  invited: Pick<NewInvitation, 'email' | 'role' | 'invitedBy' | 'provesAddress'>,
  auditRows?: AuditRows,
) {
  const token = ctx.randomBytes(TOKEN_BYTES).toString('base64url');
  const createdAt = ctx.now();
  const { email, role, invitedBy } = invited;
  const made = { id: ctx.newId(), email, role, invitedBy };
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS);
  const { storeId } = ctx;
  const { provesAddress } = invited;
  const row = { ...made, storeId, tokenHash: ctx.sha256(token), expiresAt, provesAddress };
  await insertInvitation(ctx.db, row, auditRows?.(made) ?? []);
  return { ...made, createdAt, expiresAt, link: `${ctx.baseUrl}/invitations/${token}` };
}

/** The parts of an invitation that its page shows to anyone who has the link. */
export const publicInvitation = ({ storeName, invitedBy, role, email, expiresAt }: OpenInvitation) => ({
  store: { name: storeName },
  inviter: { name: invitedBy },
  role,
  email,
  expiresAt,
});

/** The invitation for a link's token; used, revoked and expired ones are not found. */
export async function openInvitation(
  { sha256 }: Runtime,
  db: Queries,
  token: string,
): Promise<OpenInvitation> {
  const found = await findInvitation(db, sha256(token));
  if (!found) throw notFound();
  return found;
}

export function requireSameAddress(person: Person, { email }: OpenInvitation): void {
  if (person.email.toLowerCase() !== email)
    throw new OperationError('forbidden', message('invitation_for_another'));
}

/** Makes the person a member; an existing member keeps the role. */
export async function acceptInvitation(
  ctx: PersonContext,
  person: Person,
  { id, storeId, storeName }: OpenInvitation,
) {
  const role = await ctx.db.transaction(async (tx) => {
    const given = await consumeInvitation(tx, id);
    if (!given) throw notFound();
    await insertMember(tx, storeId, person.id, given);
    await tx.batch(
      ctx.audit.rows({
        operation: 'accept_invitation',
        target: person.id,
        summary: 'Accept an invitation to the store.',
      }),
    );
    return given;
  });
  return { id: storeId, name: storeName, role };
}

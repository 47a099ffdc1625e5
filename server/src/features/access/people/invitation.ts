import { notFound, Refusal } from '../../../kernel/error.ts';
import type { PersonContext, Runtime } from '../../../kernel/operation.ts';
import type { Person } from '../../../kernel/people.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { findInvitation, type OpenInvitation, takeInvitation } from './invitations.store.ts';
import { insertMember } from './members.store.ts';

/** What the page of an invitation shows to whoever has its link. */
export const publicInvitation = ({ storeName, invitedBy, role, email, expiresAt }: OpenInvitation) => ({
  store: { name: storeName },
  inviter: { name: invitedBy },
  role,
  email,
  expiresAt,
});

/** The invitation of a link's token; used, revoked and expired ones are not found. */
export async function openInvitation(
  { sha256 }: Runtime,
  db: Queries,
  token: string,
): Promise<OpenInvitation> {
  const found = await findInvitation(db, sha256(token));
  if (!found) throw notFound();
  return found;
}

/** Makes the person a member, if the invitation was sent to them; an existing member keeps the role. */
export async function acceptInvitation(
  ctx: PersonContext,
  person: Person,
  { id, storeId, storeName, email }: OpenInvitation,
) {
  if (person.email.toLowerCase() !== email)
    throw new Refusal('forbidden', 'this invitation was sent to another address');
  const role = await ctx.db.transaction(async (tx) => {
    const given = await takeInvitation(tx, id);
    if (!given) throw notFound();
    await insertMember(tx, storeId, person.id, given);
    return given;
  });
  await ctx.audit({
    operation: 'accept_invitation',
    target: person.id,
    summary: 'Accept an invitation to the store.',
  });
  return { id: storeId, name: storeName, role };
}

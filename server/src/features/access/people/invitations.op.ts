import { z } from 'zod';
import { notFound, OperationError } from '../../../kernel/error.ts';
import { existingId, id, idInput } from '../../../kernel/id.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { appOperation, type PersonContext } from '../../../kernel/operation.ts';
import { pageOf, singlePage } from '../../../kernel/page.ts';
import { issueInvitation } from './invitation.ts';
import { invitationMail } from './invitation-mail.rules.ts';
import { markInvitationMailed, readOpenInvitations, revokeInvitationRow } from './invitations.store.ts';
import { invitation, memberAddress, role } from './members.schema.ts';
import { readMembers } from './members.store.ts';

export const listInvitations = appOperation({
  name: 'list_invitations',
  summary: 'List the open invitations to a store.',
  app: [{ method: 'GET', path: '/invitations', role: 'owner' }],
  input: z.object({}),
  output: pageOf(invitation),
  run: async ({ db }) => ({ value: singlePage(await readOpenInvitations(db)) }),
});

/** A higher limit would be a way to send email to strangers. */
const MAX_OPEN = 50;

const conflict = (said: Message) => new OperationError('conflict', said);

async function requireRoom({ db }: PersonContext, email: string) {
  const [members, open] = await Promise.all([readMembers(db), readOpenInvitations(db)]);
  if (members.some((member) => member.email === email)) throw conflict(message('already_a_member'));
  if (open.filter((each) => each.email !== email).length >= MAX_OPEN)
    throw conflict(message('too_many_invitations', { count: MAX_OPEN }));
}

export const createInvitation = appOperation({
  name: 'create_invitation',
  summary: 'Invite a person to a store. The link works once, within a week, for that email address only.',
  app: [{ method: 'POST', path: '/invitations', role: 'owner' }],
  stepUp: true,
  input: z.object({ email: memberAddress, role }),
  output: invitation.extend({
    mailed: z.boolean(),
    link: z.string().nullable().describe('For you to pass on, if the invitation was not emailed.'),
  }),
  async run(ctx, { email, role }, _found, auditRows) {
    await requireRoom(ctx, email);
    const invited = { email, role, invitedBy: ctx.actor.name, provesAddress: false };
    const { link, ...made } = await issueInvitation(ctx, invited, auditRows);
    const mailed = await ctx.people.send({ to: email, ...invitationMail(ctx.language, link) });
    if (mailed) await markInvitationMailed(ctx.db, made.id);
    return { status: 201, value: { ...made, mailed, link: mailed ? null : link } };
  },
});

export const revokeInvitation = appOperation({
  name: 'revoke_invitation',
  summary: 'Revoke an invitation to a store. Its link stops working.',
  app: [{ method: 'DELETE', path: '/invitations/:id', role: 'owner' }],
  input: z.object({ id: idInput('invitation') }),
  output: z.object({ id, revoked: z.literal(true) }),
  atomic: true,
  async run(ctx, { id: sent }) {
    const id = existingId(sent);
    if (!(await revokeInvitationRow(ctx.db, id))) throw notFound();
    return { value: { id, revoked: true as const } };
  },
});

import { z } from 'zod';
import { Refusal } from '../../../kernel/error.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { appOperation, type PersonContext } from '../../../kernel/operation.ts';
import { issueInvitation } from './invitation.ts';
import { markInvitationMailed, readOpenInvitations } from './invitations.store.ts';
import { INVITATION_DAYS, invitation, memberAddress, role } from './members.schema.ts';
import { readMembers } from './members.store.ts';

/** A higher limit would be a way to send email to strangers. */
const MAX_OPEN = 50;

const conflict = (said: Message) => new Refusal('conflict', said);

async function requireRoom({ db }: PersonContext, email: string) {
  const [members, open] = await Promise.all([readMembers(db), readOpenInvitations(db)]);
  if (members.some((member) => member.email === email)) throw conflict(message('already_a_member'));
  if (open.filter((each) => each.email !== email).length >= MAX_OPEN)
    throw conflict(message('too_many_invitations', { count: MAX_OPEN }));
}

/** No names that people chose: they could say anything. */
const mailTo = (to: string, link: string) => ({
  to,
  subject: 'You have been invited to a store in Outstep',
  text: `You have been invited to work on a store in Outstep.\n\nSee who invited you and join within ${INVITATION_DAYS} days:\n${link}\n\nIf you did not expect this, ignore this email.\n`,
});

export const createInvitation = appOperation({
  name: 'create_invitation',
  summary: 'Invite a person to a store. The link works once, for a week and for their address.',
  app: [{ method: 'POST', path: '/invitations', role: 'owner' }],
  stepUp: true,
  input: z.object({ email: memberAddress, role }),
  output: invitation.extend({
    mailed: z.boolean(),
    link: z.string().nullable().describe('To be handed over, where it was not mailed.'),
  }),
  async run(ctx, { email, role }, _found, auditRows) {
    await requireRoom(ctx, email);
    const invited = { email, role, invitedBy: ctx.actor.name, provesAddress: false };
    const { link, ...made } = await issueInvitation(ctx, invited, auditRows);
    const mailed = await ctx.people.send(mailTo(email, link));
    if (mailed) await markInvitationMailed(ctx.db, made.id);
    return { status: 201, value: { ...made, mailed, link: mailed ? null : link } };
  },
});

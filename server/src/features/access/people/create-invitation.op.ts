import { z } from 'zod';
import { Refusal } from '../../../kernel/error.ts';
import { appOperation, type PersonContext } from '../../../kernel/operation.ts';
import { makeInvitation } from './invitation.ts';
import { markInvitationMailed, readOpenInvitations } from './invitations.store.ts';
import { INVITATION_DAYS, invitation, memberAddress, role } from './members.schema.ts';
import { readMembers } from './members.store.ts';

/** A higher limit would be a way to send mail to strangers. */
const MAX_OPEN = 50;

const conflict = (sentence: string) => new Refusal('conflict', sentence);

async function requireRoom({ db }: PersonContext, email: string) {
  const [members, open] = await Promise.all([readMembers(db), readOpenInvitations(db)]);
  if (members.some((member) => member.email === email)) throw conflict('they are a member already');
  if (open.filter((each) => each.email !== email).length >= MAX_OPEN)
    throw conflict(`${MAX_OPEN} invitations are open; revoke one first`);
}

/** No names that people chose: they could say anything. */
const mailTo = (to: string, link: string) => ({
  to,
  subject: 'You are invited to a store in Outstep',
  text: `Somebody invites you to work with them on a store in Outstep.\n\nSee who, and join, within ${INVITATION_DAYS} days:\n${link}\n\nIf you do not know what this is about, there is nothing to do.\n`,
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
    const { link, ...made } = await makeInvitation(ctx, invited, auditRows);
    const mailed = await ctx.people.send(mailTo(email, link));
    if (mailed) await markInvitationMailed(ctx.db, made.id);
    return { status: 201, value: { ...made, mailed, link: mailed ? null : link } };
  },
});

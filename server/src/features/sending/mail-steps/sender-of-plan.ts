import type { MailContent } from '../../../kernel/mail.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import { findDkimKey, findSender, type Sender } from '../senders/find-sender.ts';
import type { MailPlan } from './mail-plan.ts';

interface FoundSender {
  sender: Sender;
  dkim: MailContent['dkim'];
}

/** As long as a run has its plan: its messages follow each other within seconds. */
const found = new WeakMap<MailPlan, FoundSender>();

export const rememberSender = (plan: MailPlan, sender: FoundSender) => found.set(plan, sender);

/** The key that the email of a sender is signed with. Providers sign the email of their mailboxes themselves. */
export const signingKeyOf = (ctx: WorkContext, sender: Sender): Promise<MailContent['dkim']> =>
  sender.kind === 'smtp' ? findDkimKey(ctx, sender.from.address) : Promise.resolve(null);

/** Whom the email is sent by, and the key that signs it; `null` if there is no such sender any more. */
export async function senderOfPlan(ctx: WorkContext, plan: MailPlan): Promise<FoundSender | null> {
  const known = found.get(plan);
  if (known) return known;
  const sender = await findSender(ctx, plan.senderId);
  if (!sender) return null;
  const here = { sender, dkim: await signingKeyOf(ctx, sender) };
  rememberSender(plan, here);
  return here;
}

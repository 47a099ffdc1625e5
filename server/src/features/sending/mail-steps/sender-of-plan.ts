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

/** Whom the mail is sent by, and the key that signs it; `null` if there is no such sender any more. */
export async function senderOfPlan(ctx: WorkContext, plan: MailPlan): Promise<FoundSender | null> {
  const known = found.get(plan);
  if (known) return known;
  const sender = await findSender(ctx, plan.senderId);
  if (!sender) return null;
  // Providers sign the mail of their mailboxes themselves.
  const dkim = sender.kind === 'smtp' ? await findDkimKey(ctx, sender.from.address) : null;
  found.set(plan, { sender, dkim });
  return { sender, dkim };
}

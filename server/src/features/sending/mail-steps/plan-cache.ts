import type { MailContent } from '../../../kernel/mail.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import { findDkimKey, findSender, type Sender } from '../senders/find-sender.ts';
import { findUnsubscribed } from '../unsubscribes/find-unsubscribed.ts';
import { type MailPlan, recipientsAt } from './mail-plan.ts';

interface FoundSender {
  sender: Sender;
  dkim: MailContent['dkim'];
}

/** As long as a run has its plan: its messages follow each other within seconds. */
const senderCache = new WeakMap<MailPlan, FoundSender>();

export const rememberSender = (plan: MailPlan, sender: FoundSender) => senderCache.set(plan, sender);

/** The key that the email of a sender is signed with. Providers sign the email of their mailboxes themselves. */
export const signingKeyOf = (ctx: WorkContext, sender: Sender): Promise<MailContent['dkim']> =>
  sender.kind === 'smtp' ? findDkimKey(ctx, sender.from.address) : Promise.resolve(null);

/** Whom the email is sent by, and the key that signs it; `null` if there is no such sender any more. */
export async function senderOfPlan(ctx: WorkContext, plan: MailPlan): Promise<FoundSender | null> {
  const known = senderCache.get(plan);
  if (known) return known;
  const sender = await findSender(ctx, plan.senderId);
  if (!sender) return null;
  const here = { sender, dkim: await signingKeyOf(ctx, sender) };
  rememberSender(plan, here);
  return here;
}

/** Messages of a line follow each other within milliseconds; each of them would ask by itself. */
const FRESH_MS = 1_000;

/** Who has unsubscribed of all whom the plan is for, and when that was asked. */
const unsubscribedCache = new WeakMap<MailPlan, { at: number; unsubscribed: ReadonlySet<string> }>();

/** Nobody of the plan had unsubscribed just now, as it was made without them. */
export const cacheNoUnsubscribes = (plan: MailPlan) =>
  unsubscribedCache.set(plan, { at: performance.now(), unsubscribed: new Set() });

/** Whether somebody whom the message is for does not want it any more; hours may have passed since it was planned. */
export async function hasUnsubscribed(ctx: WorkContext, plan: MailPlan, position: number): Promise<boolean> {
  if (!plan.isMarketing) return false;
  let known = unsubscribedCache.get(plan);
  if (!known || performance.now() - known.at > FRESH_MS) {
    const at = performance.now();
    known = {
      at,
      unsubscribed: await findUnsubscribed(
        ctx,
        plan.messages.map(({ address }) => address),
      ),
    };
    unsubscribedCache.set(plan, known);
  }
  const { unsubscribed } = known;
  return recipientsAt(plan, position).some(({ address }) => unsubscribed.has(address));
}

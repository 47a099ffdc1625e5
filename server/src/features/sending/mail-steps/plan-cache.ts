import type { MailContent } from '../../../kernel/mail.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import { findDkimKey, findSender, type Sender } from '../senders/find-sender.ts';
import { findUnsubscribed } from '../unsubscribes/find-unsubscribed.ts';
import { type MailPlan, recipientsAt } from './mail-plan.ts';

interface FoundSender {
  sender: Sender;
  dkim: MailContent['dkim'];
}

/** Cached as long as a run holds its plan, because its messages follow each other within seconds. */
const senderCache = new WeakMap<MailPlan, FoundSender>();

export const rememberSender = (plan: MailPlan, sender: FoundSender) => senderCache.set(plan, sender);

/** The key that signs a sender's email. Providers sign the email of their mailboxes themselves. */
export const signingKeyOf = (ctx: WorkContext, sender: Sender): Promise<MailContent['dkim']> =>
  sender.kind === 'smtp' ? findDkimKey(ctx, sender.from.address) : Promise.resolve(null);

/** The sender of the email and its signing key; `null` if the sender no longer exists. */
export async function senderOfPlan(ctx: WorkContext, plan: MailPlan): Promise<FoundSender | null> {
  const known = senderCache.get(plan);
  if (known) return known;
  const sender = await findSender(ctx, plan.senderId);
  if (!sender) return null;
  const here = { sender, dkim: await signingKeyOf(ctx, sender) };
  rememberSender(plan, here);
  return here;
}

/** Messages in a lane follow each other within milliseconds; this saves a query for each. */
const FRESH_MS = 1_000;

/** The unsubscribed recipients of a plan, and when they were queried. */
const unsubscribedCache = new WeakMap<MailPlan, { at: number; unsubscribed: ReadonlySet<string> }>();

/** The plan was just created without unsubscribed recipients. */
export const cacheNoUnsubscribes = (plan: MailPlan) =>
  unsubscribedCache.set(plan, { at: performance.now(), unsubscribed: new Set() });

/** Whether a recipient of the message has unsubscribed since it was planned, perhaps hours ago. */
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

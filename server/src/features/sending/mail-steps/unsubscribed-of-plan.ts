import type { WorkContext } from '../../delivery/ledger/work.ts';
import { findUnsubscribed } from '../unsubscribes/find-unsubscribed.ts';
import { type MailPlan, recipientsAt } from './mail-plan.ts';

/** Messages of a line follow each other within milliseconds; each of them would ask by itself. */
const FRESH_MS = 1_000;

/** Who has unsubscribed of all whom the plan is for, and when that was asked. */
const looked = new WeakMap<MailPlan, { at: number; unsubscribed: ReadonlySet<string> }>();

/** Nobody of the plan had unsubscribed just now, as it was made without them. */
export const cacheNoUnsubscribes = (plan: MailPlan) =>
  looked.set(plan, { at: performance.now(), unsubscribed: new Set() });

/** Whether somebody whom the message is for does not want it any more; hours may have passed since it was planned. */
export async function hasUnsubscribed(ctx: WorkContext, plan: MailPlan, position: number): Promise<boolean> {
  if (!plan.isMarketing) return false;
  let known = looked.get(plan);
  if (!known || performance.now() - known.at > FRESH_MS) {
    const at = performance.now();
    known = {
      at,
      unsubscribed: await findUnsubscribed(
        ctx,
        plan.messages.map(({ address }) => address),
      ),
    };
    looked.set(plan, known);
  }
  const { unsubscribed } = known;
  return recipientsAt(plan, position).some(({ address }) => unsubscribed.has(address));
}

import type { Carried } from '../../../kernel/mail.ts';
import { reserveQuota, returnQuota } from '../../access/quota/reserve-quota.ts';
import type { Message, Sent } from '../../delivery/ledger/fan-out.ts';
import { retryWhileDatabaseDown } from '../../delivery/ledger/retry-while-database-down.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import type { Masker } from '../../records/history/masking.rules.ts';
import { findSender } from '../senders/find-sender.ts';
import { suppress } from '../unsubscribes/change-unsubscribes.ts';
import { findUnsubscribed } from '../unsubscribes/find-unsubscribed.ts';
import { carryMail } from './carry-mail.ts';
import type { PlannedMail } from './compose-mail.ts';
import { answerOf } from './mail-answers.ts';
import { type MailPlan, recipientsAt } from './mail-plan.ts';
import { maskerOfPlan } from './step-maskers.ts';

/** Messages of one plan are sent one after the other. */
const maskers = new WeakMap<MailPlan, Masker>();

/** A server may repeat whatever it was sent: the mail, its recipients, the login. */
function maskerOf({ plan, sender }: PlannedMail): Masker {
  const { username = null, password = null } = sender.kind === 'smtp' ? sender.server : {};
  const known =
    maskers.get(plan) ??
    maskerOfPlan(
      plan,
      [username, password].flatMap((text) => text ?? []),
    );
  maskers.set(plan, known);
  return known;
}

async function outcomeOf(ctx: WorkContext, planned: PlannedMail, result: Carried): Promise<Sent> {
  const { recipients, executionId } = planned;
  const masker = maskerOf(planned);
  const masked = (sentence: string) => masker.text(sentence).value;
  switch (result.state) {
    case 'sent':
      return {
        state: 'sent',
        answer: answerOf(
          masked(result.answer),
          result.providerId === undefined ? undefined : masker.reference(result.providerId),
        ),
      };
    case 'unknown':
      return { state: 'unknown', sentence: masked(result.sentence) };
    case 'too_large':
      return {
        state: 'failed',
        sentence: `the server takes mails of at most ${result.maxBytes} bytes`,
        again: false,
      };
    case 'failed':
      if (result.recipientRefused)
        for (const { address } of recipients)
          await retryWhileDatabaseDown(() => suppress(ctx, address, masked(result.sentence), executionId));
      return {
        state: 'failed',
        sentence: masked(result.sentence),
        again: result.again,
        ...(result.waitMs !== undefined && { waitMs: result.waitMs }),
        ...(result.answer !== undefined && { answer: answerOf(masked(result.answer)) }),
      };
  }
}

/** Sends one message of a mail, within the store's quota. */
export async function sendMail(
  ctx: WorkContext,
  plan: MailPlan,
  message: Message,
  beforeData: () => Promise<boolean>,
): Promise<Sent> {
  const { executionId, position } = message;
  const recipients = recipientsAt(plan, position);
  const failed = (sentence: string): Sent => ({ state: 'failed', sentence, again: false });
  if (recipients.length === 0) return failed('the plan of this step does not know this message');
  const [sender, unsubscribed] = await Promise.all([
    findSender(ctx, plan.senderId),
    // Hours may have passed since it was planned.
    findUnsubscribed(ctx, plan.isMarketing ? recipients.map(({ address }) => address) : []),
  ]);
  if (!sender) return failed('the sender of this step does not exist any more');
  if (unsubscribed.size > 0) return failed('unsubscribed before it was sent');
  const hasRoom = await reserveQuota(ctx.db, ctx.storeId, executionId, position);
  if (!hasRoom) return failed('quota used up');
  const planned: PlannedMail = { ...message, recipients, plan, sender };
  const sent = await outcomeOf(ctx, planned, await carryMail(ctx, planned, beforeData));
  if (sent.state === 'failed') await retryWhileDatabaseDown(() => returnQuota(ctx.db, executionId, position));
  return sent;
}

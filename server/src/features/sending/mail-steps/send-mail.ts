import type { Carried } from '../../../kernel/mail.ts';
import { reserveQuota, returnQuota } from '../../access/quota/reserve-quota.ts';
import type { FanOut, Message, Sent } from '../../delivery/ledger/fan-out.ts';
import { retryWhileDatabaseDown } from '../../delivery/ledger/retry-while-database-down.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import type { Knowledge } from '../../records/history/masking.rules.ts';
import { captureMail } from '../capture/capture-mail.ts';
import { suppress } from '../unsubscribes/change-unsubscribes.ts';
import { carryMail } from './carry-mail.ts';
import { composeMail, type PlannedMail } from './compose-mail.ts';
import { knowledgeOfPlan } from './given.rules.ts';
import { answerOf } from './mail-answers.ts';
import { type MailPlan, recipientsAt } from './mail-plan.ts';
import { maskCarried } from './masking-work.rules.ts';
import { recipientHeaders } from './recipients.rules.ts';
import { senderOfPlan } from './sender-of-plan.ts';
import { hasUnsubscribed } from './unsubscribed-of-plan.ts';

/** Messages of one plan are sent one after the other. */
const knowledge = new WeakMap<MailPlan, Knowledge>();

function knowledgeOf({ plan, sender }: PlannedMail): Knowledge {
  const { username = null, password = null } = sender.kind === 'smtp' ? sender.server : {};
  const login = [username, password].flatMap((text) => text ?? []);
  const known = knowledge.get(plan) ?? knowledgeOfPlan(plan, login);
  knowledge.set(plan, known);
  return known;
}

async function outcomeOf(ctx: WorkContext, planned: PlannedMail, carried: Carried): Promise<Sent> {
  const { recipients, executionId } = planned;
  const result = await ctx.heavy(maskCarried, { knowledge: knowledgeOf(planned), values: carried });
  switch (result.state) {
    case 'sent':
      return { state: 'sent', answer: answerOf(result.answer, result.providerId) };
    case 'unknown':
      return { state: 'unknown', sentence: result.sentence };
    case 'too_large':
      return {
        state: 'failed',
        sentence: `the server takes mails of at most ${result.maxBytes} bytes`,
        again: false,
      };
    case 'failed':
      if (result.recipientRefused)
        for (const { address } of recipients)
          await retryWhileDatabaseDown(() => suppress(ctx, address, result.sentence, executionId));
      return {
        state: 'failed',
        sentence: result.sentence,
        again: result.again,
        ...(result.waitMs !== undefined && { waitMs: result.waitMs }),
        ...(result.answer !== undefined && { answer: answerOf(result.answer) }),
      };
  }
}

async function sendWithUnit(
  ctx: WorkContext,
  plan: MailPlan,
  message: Message,
  beforeData: () => Promise<boolean>,
): Promise<Sent> {
  const { executionId, position } = message;
  const recipients = recipientsAt(plan, position);
  const failed = (sentence: string): Sent => ({ state: 'failed', sentence, again: false });
  if (recipients.length === 0) return failed('the plan of this step does not know this message');
  const [found, isUnwanted] = await Promise.all([
    senderOfPlan(ctx, plan),
    hasUnsubscribed(ctx, plan, position),
  ]);
  if (!found) return failed('the sender of this step does not exist any more');
  if (isUnwanted) return failed('unsubscribed before it was sent');
  const planned: PlannedMail = { ...message, recipients, plan, ...found };
  const { sender } = found;
  if (sender.kind === 'capture') {
    const mail = await composeMail(ctx, planned, true);
    return captureMail(ctx, { ...mail, ...recipientHeaders(recipients, plan) }, plan.from.address);
  }
  const hasUnit = message.hasUnit || (await reserveQuota(ctx.db, ctx.storeId, executionId, position));
  if (!hasUnit) return failed('quota used up');
  return outcomeOf(ctx, planned, await carryMail(ctx, planned, sender, beforeData));
}

/** Sends one message of a mail, within the store's quota. One that is captured uses none of it. */
export const sendMail: FanOut<MailPlan>['send'] = async (ctx, plan, message, beforeData) => {
  const sent = await sendWithUnit(ctx, plan, message, beforeData);
  if (sent.state === 'failed')
    await retryWhileDatabaseDown(() => returnQuota(ctx.db, message.executionId, message.position));
  return sent;
};

import type { DeliveryResult } from '../../../kernel/mail.ts';
import { type Message, message, textOf } from '../../../kernel/messages/message.ts';
import { reserveQuota, returnQuota } from '../../access/quota/quota.store.ts';
import type { FanOut, PlannedMessage, SendResult } from '../../delivery/ledger/fan-out.ts';
import { retryWhileDatabaseDown } from '../../delivery/ledger/retry-while-database-down.ts';
import type { WorkContext } from '../../delivery/ledger/work.ts';
import type { SensitiveValues } from '../../records/history/masking.rules.ts';
import { captureMail } from '../capture/capture-mail.ts';
import { suppress } from '../unsubscribes/change-unsubscribes.ts';
import { composeMail, type PlannedMail } from './compose-mail.ts';
import { maskDeliveryResult } from './email-masking-tasks.rules.ts';
import { answerOf } from './mail-answers.ts';
import { type MailPlan, recipientsAt } from './mail-plan.ts';
import { hasUnsubscribed, senderOfPlan } from './plan-cache.ts';
import { recipientHeaders } from './recipients.rules.ts';
import { sensitiveValuesOfPlan } from './step-personal-data.rules.ts';
import { transmitMail } from './transmit-mail.ts';

/** Cached, because the messages of one plan are sent one after another. */
const sensitiveValuesCache = new WeakMap<MailPlan, SensitiveValues>();

function sensitiveValuesOfMail({ plan, sender }: PlannedMail): SensitiveValues {
  const { username = null, password = null } = sender.kind === 'smtp' ? sender.server : {};
  const login = [username, password].flatMap((text) => text ?? []);
  const known = sensitiveValuesCache.get(plan) ?? sensitiveValuesOfPlan(plan, login);
  sensitiveValuesCache.set(plan, known);
  return known;
}

async function outcomeOf(
  ctx: WorkContext,
  planned: PlannedMail,
  carried: DeliveryResult,
): Promise<SendResult> {
  const { recipients, executionId } = planned;
  const result = await ctx.heavy(maskDeliveryResult, {
    knowledge: sensitiveValuesOfMail(planned),
    values: carried,
  });
  switch (result.state) {
    case 'sent':
      return { state: 'sent', answer: answerOf(result.answer, result.providerId) };
    case 'unknown':
      return { state: 'unknown', sentence: result.sentence };
    case 'too_large':
      return {
        state: 'failed',
        sentence: message('email_too_large', { size: result.maxBytes }),
        again: false,
      };
    case 'failed':
      if (result.recipientRefused)
        for (const { address } of recipients)
          await retryWhileDatabaseDown(() => suppress(ctx, address, textOf(result.sentence), executionId));
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
  one: PlannedMessage,
  beforeData: () => Promise<boolean>,
): Promise<SendResult> {
  const { executionId, position } = one;
  const recipients = recipientsAt(plan, position);
  const failed = (sentence: Message): SendResult => ({ state: 'failed', sentence, again: false });
  if (recipients.length === 0) return failed(message('not_of_this_step'));
  const [found, isUnwanted] = await Promise.all([
    senderOfPlan(ctx, plan),
    hasUnsubscribed(ctx, plan, position),
  ]);
  if (!found) return failed(message('sender_of_step_deleted'));
  if (isUnwanted) return failed(message('unsubscribed_meanwhile'));
  const planned: PlannedMail = { ...one, recipients, plan, ...found };
  const { sender } = found;
  if (sender.kind === 'capture') {
    const mail = await composeMail(ctx, planned, true);
    return captureMail(ctx, { ...mail, ...recipientHeaders(recipients, plan) }, plan.from.address);
  }
  const hasUnit = one.hasUnit || (await reserveQuota(ctx.db, ctx.storeId, executionId, position));
  if (!hasUnit) return failed(message('quota_used_up'));
  return outcomeOf(ctx, planned, await transmitMail(ctx, planned, sender, beforeData));
}

/** Sends one message of an email, within the store's quota. Captured messages use no quota. */
export const sendMail: FanOut<MailPlan>['send'] = async (ctx, plan, message, beforeData) => {
  const sent = await sendWithUnit(ctx, plan, message, beforeData);
  if (sent.state === 'failed')
    await retryWhileDatabaseDown(() => returnQuota(ctx.db, message.executionId, message.position));
  return sent;
};

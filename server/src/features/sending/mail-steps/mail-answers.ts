import type { Json } from '../../../kernel/json.ts';
import { domainOf } from '../../../kernel/mail-address.ts';
import { CAPTURE, maskedAddress } from '../senders/senders.rules.ts';
import { type MailPlan, recipientsAt } from './mail-plan.ts';

/** Patterns for the queue ID in a mail server's response. */
const QUEUE_IDS = [
  /\bqueued as ([\w.-]{1,100})/i,
  /\bid=([\w.-]{1,100})/i,
  /^250 2\.\d\.\d ([\w.-]{1,100}) Message accepted/i,
  /\bInternalId=(\d{1,40})/i,
  /\b(\S{1,100}) - gsmtp$/,
  /^250 (?:2\.\d\.\d )?Ok:? ([\w.-]{10,100})$/i,
  /\bqp (\d{1,20})\b/,
];

/** The ID by which the server's administrator can find the message; `null` if the response contains none. */
export function queueIdOf(answer: string): string | null {
  for (const pattern of QUEUE_IDS) {
    const found = pattern.exec(answer)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

interface ServerReply {
  answer: string;
  queueId: string | null;
  providerMessageId?: string;
}

/** The response to one message as stored with its delivery. `answer` is already masked. */
export const answerOf = (answer: string, providerId?: string): Json => ({
  answer,
  queueId: queueIdOf(answer),
  ...(providerId !== undefined && { providerMessageId: providerId }),
});

/** The part of a plan that determines how its messages ended. */
type AnsweredPlan = Pick<MailPlan, 'isMarketing' | 'from' | 'senderId' | 'together' | 'messages'>;

/** The same for every attempt, so that a person can search for it at its destination. */
export const messageIdOf = (
  { isMarketing, from }: Pick<MailPlan, 'isMarketing' | 'from'>,
  executionId: string,
  position: number,
) => `<${executionId}.${isMarketing ? position : 0}@${domainOf(from.address)}>`;

/** The status that history shows for a successful message: one in the test inbox was never sent. */
export const sentStatus = ({ senderId }: Pick<MailPlan, 'senderId'>) =>
  senderId === CAPTURE ? 'captured' : 'sent';

interface EndedMessageRow {
  position: number;
  state: string;
  attempt: number;
  answer: Json;
  endedAt: Date | null;
}

/** The last server response for each recipient (contract: History and stats 8). */
export const mailResponse = (
  plan: AnsweredPlan,
  executionId: string,
  messages: readonly EndedMessageRow[],
): Json => ({
  recipients: messages.flatMap(({ position, state, attempt, answer, endedAt }) => {
    const said = (answer ?? { answer: null, queueId: null }) as unknown as ServerReply;
    return recipientsAt(plan, position).map(({ address }) => ({
      recipient: maskedAddress(address),
      state: state === 'sent' ? sentStatus(plan) : state,
      answer: said.answer,
      queueId: said.queueId,
      ...(said.providerMessageId !== undefined && { providerMessageId: said.providerMessageId }),
      messageId: messageIdOf(plan, executionId, position),
      at: endedAt?.toISOString() ?? null,
      attempt,
    }));
  }),
});

import { classifySmtpError, type SmtpError } from '../../../../adapters/smtp/answers.ts';
import { fanOutOutcome } from '../../../../features/delivery/ledger/fan-out.rules.ts';
import type { RetrySchedule } from '../../../../features/delivery/ledger/retry.rules.ts';
import type { ExecutionRow } from '../../../../features/records/history/history.store.ts';
import type {
  ExecutionOutcome,
  MailDetails,
} from '../../../../features/records/history/record-execution.store.ts';
import { textOrNull } from '../../../../features/records/history/stored-message.rules.ts';
import { answerOf, mailResponse } from '../../../../features/sending/mail-steps/mail-answers.ts';
import { recipientIndexOf } from '../../../../features/sending/mail-steps/recipient-index.rules.ts';
import { recipientsOf } from '../../../../features/sending/mail-steps/recipients.rules.ts';
import { maskedAddress } from '../../../../features/sending/senders/senders.rules.ts';
import type { Json } from '../../../../kernel/json.ts';
import { type Message, textOf } from '../../../../kernel/messages/message.ts';
import type { OpenVault } from '../../../../kernel/ports.ts';
import type { SeededRandom } from '../content/seeded.ts';
import { mailServer, sender } from '../content/shop.ts';
import type { CreatedLayout } from '../store/create-layouts.ts';
import { SAMPLE_ORDER } from '../store/send-samples.ts';
import { attemptsThrough, outageOf } from './attempts.rules.ts';
import type { DemoEntry } from './entry.ts';
import type { DemoRun } from './month.rules.ts';

const PLANNED_AFTER_MS = 60;

const server = { host: mailServer, port: 587, security: 'starttls', username: null, password: null } as const;

/** The message that our own code creates for a mail server error. */
function sentenceOf(trouble: SmtpError, leaving = false): Message {
  const carried = classifySmtpError(trouble, server, leaving);
  if (!('sentence' in carried)) throw new Error('this mail server error has no message');
  return carried.sentence;
}

const busy = sentenceOf({
  ...{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 451 },
  response: '451 4.3.2 too many messages, try again later',
});
const ends = {
  refused: sentenceOf({
    ...{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 },
    response: '550 5.1.1 no such mailbox',
  }),
  'login-refused': sentenceOf({
    ...{ code: 'EAUTH', command: 'AUTH', responseCode: 535 },
    response: '535 5.7.8 authentication failed: password expired',
  }),
  unheard: sentenceOf({ code: 'ETIMEDOUT' }, true),
} as const;

/** The email from the sample, changed to another order. */
const aboutOrder = (request: Json, order: number): Json =>
  order === 0 ? request : JSON.parse(JSON.stringify(request).replaceAll(SAMPLE_ORDER, String(order)));

interface MailOptions {
  id: string;
  layout: CreatedLayout;
  /** A real execution of the same layout in the customer's language. */
  sample: ExecutionRow;
  vault: OpenVault;
  schedule: RetrySchedule;
  random: SeededRandom;
  /** Addresses that a server has rejected so far; grows. */
  suppressed: Set<string>;
}

interface Ending {
  outcome: ExecutionOutcome;
  isSkipped: boolean;
  suppresses: string | null;
}

/** All recipients are suppressed: history reports this the same way as sending does. */
function endWithoutMail(
  run: DemoRun,
  { layout, suppressed }: MailOptions,
  planning: ExecutionOutcome['timeline'],
) {
  const to = [{ name: run.customer.name, address: run.customer.address }];
  const { address, hasUnsubscribed } = run.customer;
  const decided = recipientsOf(
    layout.category,
    { to, cc: [], bcc: [] },
    { unsubscribed: new Set(hasUnsubscribed ? [address] : []), suppressed },
  );
  if (!('ended' in decided)) return null;
  const at = new Date(run.at + PLANNED_AFTER_MS);
  const events = decided.events.map((event) => ({ at: at.toISOString(), ...event }));
  const outcome: ExecutionOutcome = {
    ...{ ...decided.ended, request: null, response: null, attempts: 1 },
    ...{ timeline: [...planning, ...events], startedAt: new Date(run.at), finishedAt: at },
  };
  return { outcome, isSkipped: true, suppresses: null };
}

function endWithMail(run: DemoRun, options: MailOptions, planning: ExecutionOutcome['timeline']): Ending {
  const { id, layout, sample, schedule, random } = options;
  const { fate, order } = run;
  const { name, address } = run.customer;
  const masked = maskedAddress(address);
  const trouble = { at: run.at, troubleMs: outageOf(fate), sentence: busy, subject: masked };
  const { retries, attempt, beginsAt, isWell } = attemptsThrough(trouble, schedule);
  const error = isWell ? (ends[fate as keyof typeof ends] ?? null) : busy;
  const endedAt = new Date(beginsAt + random.between(180, 1_400));
  const queueId = Math.floor(random.next() * 2 ** 40)
    .toString(36)
    .toUpperCase();
  const only = {
    ...{ position: 1, attempt, error: textOrNull(error), message: error, endedAt },
    state: error === null ? 'sent' : error === ends.unheard ? 'unknown' : 'failed',
    answer: error === null ? answerOf(`250 2.0.0 Ok: queued as ${queueId}`) : null,
  };
  const isMarketing = layout.category === 'marketing';
  const plan = {
    isMarketing,
    from: sender,
    senderId: layout.id,
    together: false,
    messages: [{ name, address }],
  };
  const ended = fanOutOutcome([only], {
    unknownIsSent: isMarketing,
    sentStatus: 'sent',
    nameOf: () => masked,
  });
  const outcome: ExecutionOutcome = {
    ...ended,
    ...{ request: aboutOrder(sample.request, order), response: mailResponse(plan, id, [only]) },
    timeline: [...planning, ...retries, ...ended.timeline],
    ...{ startedAt: new Date(run.at), finishedAt: endedAt },
  };
  return { outcome, isSkipped: false, suppresses: fate === 'refused' ? textOf(ends.refused) : null };
}

/** An email of the month, as history would have it if it had been sent. */
export function mailEntry(run: DemoRun, options: MailOptions): DemoEntry {
  const { layout, sample, vault, suppressed } = options;
  const { name, address } = run.customer;
  const plannedAt = new Date(run.at + PLANNED_AFTER_MS).toISOString();
  const planning = sample.timeline
    .filter(({ event }) => event !== 'captured')
    .map(({ event, detail, message: said }) => {
      const told = said ?? detail;
      return { at: plannedAt, event, ...(told !== undefined && { detail: told }) };
    });
  const language = planning.filter(({ event }) => event === 'language');
  const ending = endWithoutMail(run, options, language) ?? endWithMail(run, options, planning);
  const to = [{ name, address }];
  const [messages, skipped] = ending.isSkipped ? [[], to] : [to, []];
  const mail: MailDetails = {
    ...{ locale: sample.locale, version: sample.actionConfigVersion, captured: false },
    recipients: [maskedAddress(address)],
    addressed: recipientIndexOf(vault, to, { messages, skipped, together: false }),
  };
  if (ending.suppresses !== null) suppressed.add(address);
  return {
    ...{ actionType: 'EMAIL', configId: layout.id, configName: layout.name, mail },
    warnings: ending.isSkipped ? [] : sample.warnings,
    outcome: ending.outcome,
    suppresses: ending.suppresses === null ? null : { address, reason: ending.suppresses },
  };
}

import { z } from 'zod';
import type { MailAddress } from '../../../kernel/mail.ts';
import { anyJson, anyObject, versioned } from '../../../kernel/versioned.ts';
import { warning } from '../../records/history/history.schema.ts';

const address = z.object({ name: z.string(), address: z.string() });

const texts = z.object({
  subject: z.string(),
  previewText: z.string(),
  html: z.string(),
  text: z.string(),
  footer: z.object({ sentence: z.string(), linkLabel: z.string(), companyDetails: z.string() }).nullable(),
});

/** A file of an email: stored under `key`, or not stored and linked by `url`. */
const plannedFile = z.object({
  filename: z.string(),
  contentType: z.string(),
  /** `null` when `url` is linked. */
  key: z.string().nullable(),
  /** `null` for an uploaded file, and if the URL must stay secret. */
  url: z.string().nullable(),
  /** Whether its URL contains a credential: it is attached, or no email is sent. */
  neverLinked: z.boolean(),
});
export type PlannedFile = z.output<typeof plannedFile>;

/** The form written by releases before 0.3.0. */
const firstPlan = z.object({
  isMarketing: z.boolean(),
  senderId: z.string(),
  from: address,
  to: z.array(address),
  cc: z.array(address),
  replyTo: address.nullable(),
  locale: z.string(),
  texts,
  /** Part of every placeholder in the texts. */
  secret: z.string(),
  /** Its masked content in history. */
  shown: anyJson,
  /** Attached, unless that makes the email too large for the server. */
  attached: z.array(plannedFile),
  linked: z.array(plannedFile),
  /** The recipient of each message, from position 1 on; if `together`, all recipients of the one message. */
  messages: z.array(address),
  /** Whether one message goes to all: a mailbox sends to everyone in the headers. */
  together: z.boolean(),
  /** The values of the texts; they show which variables steps send. */
  variables: anyObject,
});

const firstStep = z.object({
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  variables: anyObject,
  senderId: z.string().nullable(),
  replyTo: address.nullable(),
  locale: z.string().nullable(),
  workflow: z.string().optional(),
});

/** The platform's original input, for calls that repeat it (contract: Workflow platforms 10). */
const askedFor = firstStep.omit({ variables: true });

/** Everything that sending needs, so that later edits do not change an email in progress. */
const mailPlan = firstPlan.extend({
  /** Secrets in the texts, by name: server responses must not repeat them. */
  secrets: z.record(z.string(), z.string()),
  /**
   * The names of secrets that recipients see. An earlier release did not distinguish them from those in file
   * URLs.
   */
  inEmail: z.array(z.string()).optional(),
  /** Whether its texts were checked for an unsubscribe link. An earlier release left that to sending. */
  keepsLink: z.boolean().optional(),
  /** Absent in plans of an earlier release, and in replayed plans. */
  asked: askedFor.optional(),
});
export type MailPlan = z.output<typeof mailPlan>;

const withoutSecrets = firstPlan.transform((plan): MailPlan => ({ ...plan, secrets: {} }));

export const mailPlans = versioned<MailPlan>('plan of a mail', withoutSecrets, mailPlan);

const storedStepInput = firstStep.extend({
  /** An unsaved layout in the format of a version; sent instead of the saved one. */
  unsaved: z.string().optional(),
});
/** The input of a step; stored sealed. */
export type MailStepInput = z.output<typeof storedStepInput>;

/** A plan to send again to the rest of its recipients; it has the same version as the step. */
const firstReplay = z.object({ replay: withoutSecrets });
const replayedStep = z.object({
  replay: mailPlan,
  /** Warnings of the replayed execution. */
  warnings: z.array(warning).optional(),
});

export type ReplayedStep = z.output<typeof replayedStep>;

export const mailSteps = versioned<MailStepInput | ReplayedStep>(
  'step that sends mail',
  z.union([firstReplay, firstStep]),
  z.union([firstReplay.extend({ warnings: replayedStep.shape.warnings }), storedStepInput]),
  z.union([replayedStep, storedStepInput]),
);

/** The number of messages of an email. */
export const countOf = ({ together, messages }: MailPlan) => (together ? 1 : messages.length);

/** The recipients of the message at a position. */
export const recipientsAt = (
  { together, messages }: Pick<MailPlan, 'together' | 'messages'>,
  position: number,
): MailAddress[] => (together ? messages : messages.slice(position - 1, position));

/** All recipients of a step or its plan, each once. */
export function recipientsIn(stored: string, isPlanned: boolean): MailAddress[] {
  const input = isPlanned ? { replay: mailPlans.read(stored) } : mailSteps.read(stored);
  const { to, cc, ...rest } = 'replay' in input ? input.replay : input;
  const hidden = 'messages' in rest ? rest.messages : rest.bcc;
  const byAddress = new Map<string, MailAddress>();
  for (const each of [...to, ...cc, ...hidden]) {
    const key = each.address.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, each);
  }
  return [...byAddress.values()];
}

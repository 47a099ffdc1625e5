import { z } from 'zod';
import type { MailAddress } from '../../../kernel/mail.ts';
import { anyJson, anyObject, versioned } from '../../../kernel/versioned.ts';

const address = z.object({ name: z.string(), address: z.string() });

const texts = z.object({
  subject: z.string(),
  previewText: z.string(),
  html: z.string(),
  text: z.string(),
  footer: z.object({ sentence: z.string(), linkLabel: z.string(), companyDetails: z.string() }).nullable(),
});

/** A file of a mail: its bytes are in storage under `key`, or it stays where it is and is linked. */
const plannedFile = z.object({
  filename: z.string(),
  contentType: z.string(),
  /** `null` for a linked address. */
  key: z.string().nullable(),
  /** `null` for an uploaded file, and where nobody may be told the address. */
  url: z.string().nullable(),
  /** Its address holds a credential: it is sent along or not at all. */
  neverLinked: z.boolean(),
});
export type PlannedFile = z.output<typeof plannedFile>;

/** Everything that sending needs, so that nothing that is changed afterwards changes a mail on its way. */
const mailPlan = z.object({
  isMarketing: z.boolean(),
  senderId: z.string(),
  from: address,
  to: z.array(address),
  cc: z.array(address),
  replyTo: address.nullable(),
  locale: z.string(),
  texts,
  /** Makes the placeholders in the texts. */
  secret: z.string(),
  /** What history says of it, masked. */
  shown: anyJson,
  /** Sent along, unless the server does not take so much. */
  attached: z.array(plannedFile),
  linked: z.array(plannedFile),
  /** The recipient of each message, from position 1 on; those of the one message, where they get it together. */
  messages: z.array(address),
  /** A mailbox sends to whom the headers name, so what names several is one message to all of them. */
  together: z.boolean(),
  /** What the texts were filled with, for those who ask which variables steps send. */
  variables: anyObject,
});
export type MailPlan = z.output<typeof mailPlan>;

export const mailPlans = versioned<MailPlan>('plan of a mail', mailPlan);

const givenStep = z.object({
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  variables: anyObject,
  senderId: z.string().nullable(),
  replyTo: address.nullable(),
  locale: z.string().nullable(),
  workflow: z.string().optional(),
});
/** What a step is given, as it is sealed. */
export type MailStepInput = z.output<typeof givenStep>;

/** A plan that is carried out again for the rest of its recipients; it is of the version that the step is of. */
const replayedStep = z.object({ replay: mailPlan });

export const mailSteps = versioned<MailStepInput | z.output<typeof replayedStep>>(
  'step that sends mail',
  z.union([replayedStep, givenStep]),
);

/** How many messages a mail is sent in. */
export const countOf = ({ together, messages }: MailPlan) => (together ? 1 : messages.length);

/** Who gets the message at a position. */
export const recipientsAt = ({ together, messages }: MailPlan, position: number): MailAddress[] =>
  together ? messages : messages.slice(position - 1, position);

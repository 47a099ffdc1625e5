import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import type { MailTexts } from '../../rendering/mails/render-mail.ts';

/** A file of a mail: its bytes are in storage under `key`, or it stays where it is and is linked. */
export interface PlannedFile {
  filename: string;
  contentType: string;
  /** `null` for a linked address. */
  key: string | null;
  /** `null` for an uploaded file, and where nobody may be told the address. */
  url: string | null;
  /** Its address holds a credential: it is sent along or not at all. */
  neverLinked: boolean;
}

/** Everything that sending needs, so that nothing that is changed afterwards changes a mail on its way. */
export interface MailPlan {
  isMarketing: boolean;
  senderId: string;
  from: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  replyTo: MailAddress | null;
  locale: string;
  texts: MailTexts;
  /** Makes the stand-ins in the texts. */
  secret: string;
  /** What history says of it, masked. */
  shown: Json;
  /** Sent along, unless the server does not take so much. */
  attached: PlannedFile[];
  linked: PlannedFile[];
  /** The recipient of each message, from position 1 on; those of the one message, where they get it together. */
  messages: MailAddress[];
  /** A mailbox sends to whom the headers name, so what names several is one message to all of them. */
  together: boolean;
  /** What the texts were filled with, for those who ask which variables steps send. */
  variables: JsonObject;
}

/** How many messages a mail is sent in. */
export const countOf = ({ together, messages }: MailPlan) => (together ? 1 : messages.length);

/** Who gets the message at a position. */
export const recipientsAt = ({ together, messages }: MailPlan, position: number): MailAddress[] =>
  together ? messages : messages.slice(position - 1, position);

import type { MailAddress } from '../../../kernel/mail.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import type { Category } from '../../layouts/content/layout-state.schema.ts';
import type { NewTimelineEntry } from '../../records/history/history.schema.ts';
import { maskedAddress } from '../senders/senders.rules.ts';

/** spec: What the service does 9c. */
const MAX_MARKETING = 20;

export interface RequestedRecipients {
  to: readonly MailAddress[];
  cc: readonly MailAddress[];
  bcc: readonly MailAddress[];
}

/** Addresses from `RequestedRecipients`, with the same spelling. */
export interface UnavailableRecipients {
  unsubscribed: ReadonlySet<string>;
  suppressed: ReadonlySet<string>;
}

type RecipientEvent = Omit<NewTimelineEntry, 'at'>;

export interface ResolvedRecipients {
  /** Each recipient gets one message. */
  messages: MailAddress[];
  /** The recipients in the header; a marketing message names only its one recipient. */
  to: MailAddress[];
  cc: MailAddress[];
  skipped: MailAddress[];
  events: RecipientEvent[];
}

export type NoRecipientsLeft = {
  ended: { status: 'SKIPPED' | 'FAILED'; error: Message | null };
  skipped: MailAddress[];
  events: RecipientEvent[];
};

const comparable = (address: string) => address.trim().toLowerCase();

function distinct(addresses: readonly MailAddress[]): MailAddress[] {
  const byAddress = new Map<string, MailAddress>();
  for (const each of addresses)
    if (!byAddress.has(comparable(each.address))) byAddress.set(comparable(each.address), each);
  return [...byAddress.values()];
}

const listed = (event: string, addresses: readonly MailAddress[], why: Message): RecipientEvent[] =>
  addresses.length === 0
    ? []
    : [
        {
          event,
          detail: message('told_of', {
            subject: addresses.map(({ address }) => maskedAddress(address)).join(', '),
            error: why,
          }),
        },
      ];

interface HeaderRecipients {
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
}

/** The headers of one message to all of these recipients; each is named once, and no one else is. */
export function recipientHeaders(
  messages: readonly MailAddress[],
  asked: Pick<RequestedRecipients, 'to' | 'cc'>,
): HeaderRecipients {
  const left = new Map(messages.map((each) => [comparable(each.address), each]));
  const those = (addresses: readonly MailAddress[]) =>
    addresses.filter(({ address }) => left.delete(comparable(address)));
  return { to: those(asked.to), cc: those(asked.cc), bcc: [...left.values()] };
}

/** Who gets the email (spec: What the service does 9a, 9b, 9c) (contract: Sending 3). */
export function recipientsOf(
  category: Category,
  asked: RequestedRecipients,
  { unsubscribed, suppressed }: UnavailableRecipients,
): ResolvedRecipients | NoRecipientsLeft {
  const isMarketing = category === 'marketing';
  const copies = [...asked.cc, ...asked.bcc];
  const candidates = distinct(isMarketing ? asked.to : [...asked.to, ...copies]);
  const among = (set: ReadonlySet<string>) => (each: MailAddress) => set.has(each.address);
  const left = isMarketing ? candidates.filter(among(unsubscribed)) : [];
  const refused = candidates.filter((each) => among(suppressed)(each) && !left.includes(each));
  const messages = candidates.filter((each) => !left.includes(each) && !refused.includes(each));
  const skipped = [...left, ...refused, ...(isMarketing ? copies : [])];
  const events = [
    ...listed('skipped', left, message('unsubscribed')),
    ...listed('skipped', refused, message('address_suppressed')),
    ...listed('left out', isMarketing ? copies : [], message('left_out_of_marketing')),
  ];
  if (messages.length === 0) {
    // `SKIPPED` means only that everyone has unsubscribed.
    const isSkipped = refused.length === 0 && left.length > 0;
    const error = isSkipped ? null : message('nobody_left');
    return { ended: { status: isSkipped ? 'SKIPPED' : 'FAILED', error }, skipped, events };
  }
  if (isMarketing && messages.length > MAX_MARKETING) {
    const error = message('too_many_marketing_recipients', { max: MAX_MARKETING, count: messages.length });
    return { ended: { status: 'FAILED', error }, skipped, events };
  }
  return { messages, to: [...asked.to], cc: isMarketing ? [] : [...asked.cc], skipped, events };
}

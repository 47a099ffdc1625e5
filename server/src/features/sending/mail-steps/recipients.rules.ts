import type { MailAddress } from '../../../kernel/mail.ts';
import type { Category } from '../../layouts/content/layout-state.schema.ts';
import type { TimelineEntry } from '../../records/history/history.schema.ts';
import { maskedAddress } from '../senders/senders.rules.ts';

/** spec: What the service does 9c. */
const MAX_MARKETING = 20;

export interface Asked {
  to: readonly MailAddress[];
  cc: readonly MailAddress[];
  bcc: readonly MailAddress[];
}

/** Addresses that appear in `Asked`, spelled as there. */
export interface Absent {
  unsubscribed: ReadonlySet<string>;
  suppressed: ReadonlySet<string>;
}

type Event = Omit<TimelineEntry, 'at'>;

export interface Recipients {
  /** Each of them gets a message, once. */
  messages: MailAddress[];
  /** As in the header; a marketing message names only its one recipient. */
  to: MailAddress[];
  cc: MailAddress[];
  skipped: MailAddress[];
  events: Event[];
}

export type NobodyLeft = {
  ended: { status: 'SKIPPED' | 'FAILED'; error: string | null };
  skipped: MailAddress[];
  events: Event[];
};

const comparable = (address: string) => address.trim().toLowerCase();

function distinct(addresses: readonly MailAddress[]): MailAddress[] {
  const byAddress = new Map<string, MailAddress>();
  for (const each of addresses)
    if (!byAddress.has(comparable(each.address))) byAddress.set(comparable(each.address), each);
  return [...byAddress.values()];
}

const listed = (event: string, addresses: readonly MailAddress[], why: string): Event[] =>
  addresses.length === 0
    ? []
    : [{ event, detail: `${addresses.map(({ address }) => maskedAddress(address)).join(', ')}: ${why}` }];

interface Named {
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
}

/** The headers of one message to all of these: each of them is named once, and nobody else. */
export function recipientHeaders(messages: readonly MailAddress[], asked: Pick<Asked, 'to' | 'cc'>): Named {
  const left = new Map(messages.map((each) => [comparable(each.address), each]));
  const those = (addresses: readonly MailAddress[]) =>
    addresses.filter(({ address }) => left.delete(comparable(address)));
  return { to: those(asked.to), cc: those(asked.cc), bcc: [...left.values()] };
}

/** Who gets the mail (spec: What the service does 9a, 9b, 9c). */
export function recipientsOf(
  category: Category,
  asked: Asked,
  { unsubscribed, suppressed }: Absent,
): Recipients | NobodyLeft {
  const isMarketing = category === 'marketing';
  const copies = [...asked.cc, ...asked.bcc];
  const candidates = distinct(isMarketing ? asked.to : [...asked.to, ...copies]);
  const among = (set: ReadonlySet<string>) => (each: MailAddress) => set.has(each.address);
  const left = isMarketing ? candidates.filter(among(unsubscribed)) : [];
  const refused = candidates.filter((each) => among(suppressed)(each) && !left.includes(each));
  const messages = candidates.filter((each) => !left.includes(each) && !refused.includes(each));
  const skipped = [...left, ...refused, ...(isMarketing ? copies : [])];
  const events = [
    ...listed('skipped', left, 'unsubscribed'),
    ...listed('skipped', refused, 'a server refused this address for good'),
    ...listed(
      'left out',
      isMarketing ? copies : [],
      'marketing mail goes to To alone, each with a link of its own',
    ),
  ];
  if (messages.length === 0) {
    // `SKIPPED` means that everyone has unsubscribed, and nothing else.
    const isSkipped = refused.length === 0 && left.length > 0;
    const error = isSkipped ? null : 'nobody is left to send to: servers refused every address for good';
    return { ended: { status: isSkipped ? 'SKIPPED' : 'FAILED', error }, skipped, events };
  }
  if (isMarketing && messages.length > MAX_MARKETING) {
    const error = `marketing mail goes to at most ${MAX_MARKETING} recipients in a step; there are ${messages.length}`;
    return { ended: { status: 'FAILED', error }, skipped, events };
  }
  return { messages, to: [...asked.to], cc: isMarketing ? [] : [...asked.cc], skipped, events };
}

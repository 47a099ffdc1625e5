import type { MailAddress } from '../../../kernel/mail.ts';
import type { OpenVault } from '../../../kernel/ports.ts';
import { type IndexedRecipient, recipientMac } from '../../records/history/recipients.rules.ts';

interface DecidedRecipients {
  /** The recipient of each message, in order; if `together`, all of the one message. */
  messages: readonly MailAddress[];
  skipped: readonly MailAddress[];
  together: boolean;
}

/** The recipients of an email with the message that goes to each; before that is decided, they have none. */
export function recipientIndexOf(
  vault: OpenVault,
  asked: readonly MailAddress[],
  { messages, skipped, together }: DecidedRecipients = { messages: [], skipped: [], together: false },
): IndexedRecipient[] {
  const byMac = new Map<string, IndexedRecipient>();
  const put = ({ address }: MailAddress, position: number | null, isSkipped: boolean) => {
    const mac = recipientMac(vault, address);
    byMac.set(mac.toString('hex'), { mac, position, isSkipped });
  };
  for (const each of asked) put(each, null, false);
  for (const each of skipped) put(each, null, true);
  for (const [index, each] of messages.entries()) put(each, together ? 1 : index + 1, false);
  return [...byMac.values()];
}

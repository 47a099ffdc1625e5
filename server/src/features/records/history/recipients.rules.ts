import { normalizeMailAddress } from '../../../kernel/mail-address.ts';
import type { OpenVault, SealContext } from '../../../kernel/ports.ts';
import type { ReceivedStatus, Status } from './history.schema.ts';

/** A separate key: access to the database does not reveal who in history has unsubscribed. */
const MAC_PLACE: SealContext = { table: 'execution_recipients', name: 'address' };

/**
 * Hashes an address for lookups in history, ignoring case, surrounding whitespace and the spelling of its
 * domain.
 */
export const recipientMac = (vault: OpenVault, address: string) =>
  vault.mac(MAC_PLACE, (normalizeMailAddress(address) ?? address.trim()).toLowerCase());

/** A recipient of an email. */
export interface IndexedRecipient {
  mac: Buffer;
  /** Position of the message to them; `null` if there is none. */
  position: number | null;
  isSkipped: boolean;
}

interface DeliveryFacts {
  isSkipped: boolean;
  /** Of the message to them; `null` if there was none, or if its delivery has been deleted. */
  deliveryState: string | null;
  /** The status of the whole execution. */
  status: Status;
  captured: boolean;
}

/** Whether one recipient got the email. */
export function receivedStatusOf({
  isSkipped,
  deliveryState,
  status,
  captured,
}: DeliveryFacts): ReceivedStatus {
  if (isSkipped) return 'skipped';
  const sent = captured ? 'captured' : 'sent';
  if (deliveryState === 'sent') return sent;
  if (deliveryState === 'failed' || deliveryState === 'unknown') return deliveryState;
  if (status === 'PENDING') return 'pending';
  return status === 'SUCCESS' ? sent : 'failed';
}

import { plainAddress } from '../../../kernel/mail-address.ts';
import type { OpenVault, SealContext } from '../../../kernel/ports.ts';
import type { ReceivedStatus, Status } from './history.schema.ts';

/** A key of its own: whoever reads the database cannot tell who of those in history has unsubscribed. */
const MAC_PLACE: SealContext = { table: 'execution_recipients', name: 'address' };

/** Finds an address in history, without regard to case, surrounding blanks and how its domain is spelled. */
export const recipientMac = (vault: OpenVault, address: string) =>
  vault.mac(MAC_PLACE, (plainAddress(address) ?? address.trim()).toLowerCase());

/** Somebody whom an email was addressed to. */
export interface IndexedRecipient {
  mac: Buffer;
  /** Of the message to them; `null` if there is none. */
  position: number | null;
  isSkipped: boolean;
}

interface DeliveryFacts {
  isSkipped: boolean;
  /** Of the message to them; `null` where there was none, or the ledger knows it no longer. */
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

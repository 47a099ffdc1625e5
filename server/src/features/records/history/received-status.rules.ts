import type { ReceivedStatus, Status } from './history.schema.ts';

interface DeliveryFacts {
  isSkipped: boolean;
  /** Of the message to them; `null` where there was none, or the ledger knows it no longer. */
  deliveryState: string | null;
  /** Of the whole execution. */
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

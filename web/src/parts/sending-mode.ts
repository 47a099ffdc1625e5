import type { SendingMode } from '../../../server/src/features/sending/senders/senders.schema.ts';
import { useRead } from '../api/queries.ts';

/** Whether mail of the store leaves; `null` as long as that is not known. */
export const useSendingMode = (): SendingMode | null =>
  useRead<{ mode: SendingMode }>('/sending-mode').data?.mode ?? null;

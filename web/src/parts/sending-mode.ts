import type { SendingMode } from 'outstep/features/sending/senders/senders.schema.ts';
import { useRead } from '../api/queries.ts';

/** Whether email of the store leaves; `null` as long as that is not known. */
export const useSendingMode = (): SendingMode | null =>
  useRead<{ mode: SendingMode }>('/sending-mode').data?.mode ?? null;

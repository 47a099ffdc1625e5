import type { SendingMode } from 'outstep/features/sending/senders/senders.schema.ts';
import { useRead } from '../api/queries.ts';

/** Whether the store's emails are delivered; `null` while unknown. */
export const useSendingMode = (): SendingMode | null =>
  useRead<{ mode: SendingMode }>('/sending-mode').data?.mode ?? null;

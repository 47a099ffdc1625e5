import type { capturedMail, capturedMailDetail } from 'outstep/features/sending/capture/capture.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { z } from 'zod';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type CapturedMail = Wire<z.output<typeof capturedMail>>;
export type CapturedMailDetail = Wire<z.output<typeof capturedMailDetail>>;

const LIST_MS = 5_000;

/** An email that was just sent appears by itself. */
export const useCapturedMails = (query: Query) =>
  useRead<Page<CapturedMail>>('/captured-mails', query, { refetchInterval: LIST_MS });

export const useCapturedMail = (id: string) => useRead<CapturedMailDetail>(`/captured-mails/${id}`);

export const useEmptyMailbox = () =>
  useWrite((api) => api.delete('/captured-mails'), { changes: ['/captured-mails', '/audit-log'] });

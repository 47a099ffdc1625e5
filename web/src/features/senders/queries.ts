import type { SmtpSenderRow } from '../../../../server/src/features/senders/senders.schema.ts';
import type { Page } from '../../../../server/src/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type Sender = Wire<SmtpSenderRow>;

/** What leads to a mail server; a login is given, kept as it is saved, or not needed. */
export interface ServerInput {
  host: string;
  port: number;
  security: Sender['security'];
  user?: string;
  password?: string;
  keepLogin?: boolean;
}

export interface SenderInput extends ServerInput {
  name: string;
  from: string;
  fromName: string;
}

const SENDERS = { changes: ['/smtp-configs', '/audit-log'] };

export const useSenders = (query: Query) => useRead<Page<Sender>>('/smtp-configs', query);

export const useSaveSender = (id: string | null) =>
  useWrite(
    (api, sender: SenderInput) =>
      id === null
        ? api.post('/smtp-configs', { ...sender, keepLogin: undefined })
        : api.put(`/smtp-configs/${id}`, sender),
    SENDERS,
  );

export const useCheckSender = () =>
  useWrite(
    (api, server: ServerInput & { sender?: string }) =>
      api.post<{ works: boolean; sentence: string | null }>('/smtp-checks', server),
    { changes: ['/audit-log'] },
  );

export const useMakeDefault = () =>
  useWrite((api, id: string) => api.put(`/smtp-configs/${id}/default`, {}), SENDERS);

export const useDeleteSender = () =>
  useWrite((api, id: string) => api.delete(`/smtp-configs/${id}`), SENDERS);

import type { ConnectedMailbox, ProviderState } from 'outstep/features/sending/mailboxes/mailboxes.schema.ts';
import type { MailboxRow, SmtpSenderRow } from 'outstep/features/sending/senders/senders.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type SavedSmtpSender = Wire<SmtpSenderRow>;

/** The connection to a mail server; the login is given, kept as saved, or omitted. */
export interface ServerInput {
  host: string;
  port: number;
  security: SavedSmtpSender['security'];
  user?: string;
  password?: string;
  keepLogin?: boolean;
}

export interface SenderInput extends ServerInput {
  name: string;
  from: string;
  fromName: string;
}

/** SMTP servers and mailboxes share one default, so changing one may affect the other. */
const SENDERS = { changes: ['/smtp-configs', '/senders', '/sending-mode', '/audit-log'] };

export const useSenders = (query: Query) => useRead<Page<SavedSmtpSender>>('/smtp-configs', query);

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

export const useSetDefaultSender = (kind: 'smtp-configs' | 'senders') =>
  useWrite((api, id: string) => api.put(`/${kind}/${id}/default`, {}), SENDERS);

export const useDeleteSender = () =>
  useWrite((api, id: string) => api.delete(`/smtp-configs/${id}`), SENDERS);

export type Mailbox = Wire<MailboxRow>;
export type MailboxProvider = Mailbox['provider'];
export type ConnectedMailboxView = Wire<ConnectedMailbox>;

export const useMailboxes = () => useRead<Page<Mailbox>>('/senders', { limit: 100 });

export const useProviders = () => useRead<{ items: ProviderState[] }>('/mailbox-providers');

/** Leaves the app for the provider's page, which redirects back. */
export const useConnect = () =>
  useWrite(
    async (api, provider: MailboxProvider) => {
      const { url } = await api.post<{ url: string }>('/mailbox-connections', { provider });
      window.location.assign(url);
    },
    { changes: ['/audit-log'] },
  );

export const useDisconnect = () => useWrite((api, id: string) => api.delete(`/senders/${id}`), SENDERS);

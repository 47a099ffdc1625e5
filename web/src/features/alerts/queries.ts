import type { AlertKind, alert } from 'outstep/features/alerts/alerts/alerts.schema.ts';
import type { choices, choicesInput } from 'outstep/features/alerts/notifications/choices.schema.ts';
import type { webhook } from 'outstep/features/alerts/notifications/webhook.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { z } from 'zod';
import type { Query } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type Alert = Wire<z.output<typeof alert>>;
export type SetChoices = z.output<typeof choicesInput>;
export type Choices = z.output<typeof choices>;
export type Webhook = NonNullable<Wire<z.output<typeof webhook>>['webhook']>;
export type { AlertKind };

const LIST_MS = 30_000;

export const useAlerts = (query: Query) =>
  useRead<Page<Alert>>('/alerts', query, { refetchInterval: LIST_MS });

export const useChoices = () => useRead<Choices>('/alert-choices');

export const useSaveChoices = () =>
  useWrite((api, choices: SetChoices) => api.put<Choices>('/alert-choices', choices), {
    changes: ['/alert-choices', '/alerts', '/audit-log'],
    inOrder: true,
  });

export const useWebhook = () => useRead<{ webhook: Webhook | null }>('/alert-webhook');

export const useSetWebhook = () =>
  useWrite(
    (api, input: { url: string; kinds: AlertKind[] }) => api.put<{ secret: string }>('/alert-webhook', input),
    { changes: ['/alert-webhook', '/audit-log'] },
  );

export const useRemoveWebhook = () =>
  useWrite((api) => api.delete('/alert-webhook'), { changes: ['/alert-webhook', '/audit-log'] });

export const useTestWebhook = () =>
  useWrite((api) => api.post<{ error: string | null }>('/alert-webhook/test'), {
    changes: ['/alert-webhook', '/audit-log'],
  });

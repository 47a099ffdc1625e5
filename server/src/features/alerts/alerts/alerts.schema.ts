import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import {
  type SignalReason,
  type SignalSource,
  signalReasons,
  signalSources,
} from '../../access/signals/signals.schema.ts';

export const alertKinds = ['failures', 'sender', 'domain', 'missing_value', 'quota', 'repository'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** `quiet`: it has not happened again for a day, but there is no evidence that it is fixed. */
export const closings = ['recovered', 'quiet', 'removed'] as const;
export type ClosingReason = (typeof closings)[number];

export const alertStates = ['open', 'closed'] as const;

const alertKind = z
  .enum(alertKinds)
  .describe(
    'failures: many emails or calls failed, or their outcome is unknown. sender: a sender no longer works. domain: SPF, DKIM or DMARC broke. missing_value: a secret or a variable is missing. quota: 80 or 100 % is used. repository: it rejects versions.',
  );

/** Contains no text from servers or customers (contract: Alerts 3). */
export const alert = z.object({
  id,
  kind: alertKind,
  state: z.enum(alertStates),
  source: z.enum(signalSources).describe('Emails, HTTP calls, or neither.'),
  reason: z.enum(signalReasons).describe('What the failures have in common.'),
  detail: z
    .string()
    .describe('A status, a percentage, a domain, or names of secrets or variables; empty for most reasons.'),
  senderId: id.nullable().describe('The sender that the failures have in common.'),
  senderName: z.string().nullable(),
  actionConfigId: id.nullable().describe('The layout or HTTP request that the failures have in common.'),
  actionConfigName: z.string().nullable(),
  count: z.int().describe('How many executions failed this way, or how often the problem was detected.'),
  firstAt: time,
  lastAt: time,
  firstExecutionId: id.nullable(),
  lastExecutionId: id.nullable(),
  openedAt: time,
  closedAt: time.nullable(),
  closedWhy: z
    .enum(closings)
    .nullable()
    .describe('quiet: no further failure for a day. removed: what the alert was about no longer exists.'),
});
nameSchema('Alert', alert);

export type Alert = z.output<typeof alert>;

/** The members that all signals of a cause share (contract: Alerts 1). */
export interface AlertCause {
  kind: AlertKind;
  /** The key by which signals are grouped into a cause. */
  cause: string;
  source: SignalSource;
  reason: SignalReason;
  detail: string;
  senderId: string | null;
}

/** The counters of a cause. */
export interface CauseTally {
  configIds: string[];
  moreConfigs: boolean;
  count: number;
  firstId: string | null;
  lastId: string | null;
  firstAt: Date;
  lastAt: Date;
}

/** A cause that is watched; `openedAt` is `null` until an alert is opened for it. */
export interface WatchedCause extends AlertCause, CauseTally {
  id: string;
  /** The start of each minute in milliseconds, and the number of signals in that minute. */
  recent: [minute: number, count: number][];
  quietSeconds: number;
  lookAt: Date;
  openedAt: Date | null;
  closedAt: Date | null;
  closedWhy: ClosingReason | null;
}

import type { SignalReason, SignalSource } from '../../access/signals/signals.schema.ts';
import type { AlertCause, AlertKind, CauseTally } from '../alerts/alerts.schema.ts';

/** Identical signals of one minute. */
export interface SignalRow {
  minute: Date;
  source: SignalSource;
  reason: SignalReason;
  detail: string;
  configId: string | null;
  senderId: string | null;
  count: number;
  firstId: string | null;
  lastId: string | null;
  firstAt: Date;
  lastAt: Date;
}

/** All signals of one cause since the last review. */
export interface SignalBatch extends AlertCause, CauseTally {
  minutes: [minute: number, count: number][];
}

/** The limit of watched or open causes per store; further signals go into one collective cause (contract: Alerts 4). */
export const MAX_CAUSES = 50;
const MOST_CONFIGS = 5;

const kinds: Partial<Record<SignalReason, AlertKind>> = {
  login_refused: 'sender',
  sender_refused: 'sender',
  sender_gone: 'sender',
  mailbox_lost: 'sender',
  no_sender: 'sender',
  secret_missing: 'missing_value',
  variable_missing: 'missing_value',
  quota: 'quota',
  repository_refused: 'repository',
  spf: 'domain',
  dkim: 'domain',
  dmarc: 'domain',
};

/** Reasons that originate in a layout or request, so each layout or request has its own cause. */
const CONFIG_REASONS = new Set<SignalReason>([
  'attachment',
  'config_gone',
  'content',
  'other',
  'sender_gone',
  'variable_missing',
]);
/** Reasons that concern only the subject that the detail names. */
const DETAIL_REASONS = new Set<SignalReason>([
  ...(['secret_missing', 'no_sender', 'quota', 'repository_refused', 'spf', 'dkim', 'dmarc'] as const),
]);

/** A target that is down fails in several ways, which count as one cause. */
const isDown = ({ source, reason, detail }: SignalRow) =>
  source === 'HTTP_REQUEST' &&
  (['unreachable', 'bad_answer', 'asked_to_wait'].includes(reason) || detail === '5xx');

/** The host written in a configured URL, unless Liquid determines it. */
export function fixedHost(url: string): string | null {
  const authority = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return /^[a-z0-9.:[\]-]{1,253}$/i.test(host) ? host.toLowerCase() : null;
}

function subjectOf({ source, reason, configId, senderId }: SignalRow, hosts: ReadonlyMap<string, string>) {
  if (DETAIL_REASONS.has(reason)) return '';
  if (CONFIG_REASONS.has(reason)) return configId ?? '';
  return (source === 'EMAIL' ? senderId : (configId && hosts.get(configId)) || configId) ?? '';
}

/** `hosts`: the hosts of configured requests, by request ID. */
export function causeOf(signal: SignalRow, hosts: ReadonlyMap<string, string>): AlertCause {
  const { reason } = signal;
  // An email sent when the quota is used up has the same cause as the last unit that was taken.
  const isQuota = reason === 'quota';
  const source = isQuota ? 'quota' : signal.source;
  const detail = isQuota && signal.source !== 'quota' ? '100' : signal.detail;
  const subject = subjectOf(signal, hosts);
  const isSenders = signal.source === 'EMAIL' && !DETAIL_REASONS.has(reason) && !CONFIG_REASONS.has(reason);
  return {
    kind: kinds[reason] ?? 'failures',
    cause: isDown(signal) ? `${source}/down//${subject}` : `${source}/${reason}/${detail}/${subject}`,
    source,
    reason,
    detail,
    senderId: isSenders ? signal.senderId : null,
  };
}

const overflowCause = (source: SignalSource): AlertCause => ({
  ...{ kind: 'failures', cause: `${source}/many//`, source, reason: 'many', detail: '', senderId: null },
});

const earlierOf = <T extends string | Date>(a: T | null, b: T | null) =>
  a === null || (b !== null && b < a) ? b : a;
const laterOf = <T extends string | Date>(a: T | null, b: T | null) =>
  a === null || (b !== null && b > a) ? b : a;

function add(batch: SignalBatch, signal: SignalRow) {
  const { configId } = signal;
  const addConfigs = mergeConfigs(batch, { configIds: configId ? [configId] : [], moreConfigs: false });
  Object.assign(batch, addConfigs);
  batch.count += signal.count;
  batch.firstId = earlierOf(batch.firstId, signal.firstId);
  batch.lastId = laterOf(batch.lastId, signal.lastId);
  batch.firstAt = earlierOf(batch.firstAt, signal.firstAt) ?? batch.firstAt;
  batch.lastAt = laterOf(batch.lastAt, signal.lastAt) ?? batch.lastAt;
  batch.minutes.push([signal.minute.getTime(), signal.count]);
}

type ConfigIds = Pick<SignalBatch, 'configIds' | 'moreConfigs'>;

/** Merges both lists and keeps the first few IDs. */
export function mergeConfigs(one: ConfigIds, other: ConfigIds): ConfigIds {
  const all = [...new Set([...one.configIds, ...other.configIds])];
  return {
    configIds: all.slice(0, MOST_CONFIGS),
    moreConfigs: one.moreConfigs || other.moreConfigs || all.length > MOST_CONFIGS,
  };
}

/**
 * Groups signals by cause. Above `MAX_CAUSES`, signals of causes that are not `known` go into one collective
 * cause for each source, so that thousands of causes are reported as one.
 */
export function batchesOf(
  signals: readonly SignalRow[],
  hosts: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): SignalBatch[] {
  const batches = new Map<string, SignalBatch>();
  for (const signal of signals) {
    const own = causeOf(signal, hosts);
    const isNew = !known.has(own.cause) && !batches.has(own.cause);
    const isRoom = known.size + batches.size < MAX_CAUSES || own.kind === 'quota';
    const cause = isNew && !isRoom ? overflowCause(own.source) : own;
    const batch = batches.get(cause.cause) ?? {
      ...cause,
      ...{ configIds: [], moreConfigs: false, count: 0, firstId: null, lastId: null, minutes: [] },
      ...{ firstAt: signal.firstAt, lastAt: signal.lastAt },
    };
    add(batch, signal);
    batches.set(cause.cause, batch);
  }
  return [...batches.values()];
}

import type { SignalReason, SignalSource } from '../../src/features/access/signals/signals.schema.ts';
import type { AlertKind, ClosingReason } from '../../src/features/alerts/alerts/alerts.schema.ts';
import { upsertWatch } from '../../src/features/alerts/alerts/alerts.store.ts';
import type { Outstep } from './outstep.ts';

interface AlertRow {
  kind: AlertKind;
  source: SignalSource;
  reason: SignalReason;
  detail?: string;
  count?: number;
  senderId?: string;
  configId?: string;
  closed?: ClosingReason;
}

const HOUR = 3_600_000;

/** Inserts alerts into a store, bypassing the rules, newest first. */
export async function putAlerts(
  { core }: Pick<Outstep, 'core'>,
  storeId: string,
  alerts: readonly AlertRow[],
) {
  for (const [i, { kind, source, reason, detail = '', count = 1, ...put }] of alerts.entries()) {
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
    const id = core.runtime.newId();
    const isExecution = source === 'EMAIL' || source === 'HTTP_REQUEST';
    const watch = {
      ...{ id, kind, cause: id, source, reason, detail, senderId: put.senderId ?? null },
      ...{ configIds: put.configId ? [put.configId] : [], moreConfigs: false, count },
      ...{ firstId: isExecution ? id : null, lastId: isExecution ? id : null },
      ...{ firstAt: ago(i + 2), lastAt: ago(i + 1), recent: [], quietSeconds: 900, lookAt: ago(-24) },
      ...{ openedAt: ago(i + 1), closedAt: put.closed ? ago(i + 0.5) : null, closedWhy: put.closed ?? null },
    };
    await core.database.forStore(storeId).rows(upsertWatch(storeId, watch));
  }
}

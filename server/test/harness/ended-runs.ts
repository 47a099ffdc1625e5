import type { ActionType, Trigger } from '../../src/features/records/history/history.schema.ts';
import {
  beginExecution,
  finishExecution,
  updateMailDetails,
} from '../../src/features/records/history/record-execution.store.ts';
import { idAt } from '../alerts/simulation.ts';
import type { Outstep } from './outstep.ts';

const DAY_MS = 86_400_000;

export interface EndedRun {
  actionType?: ActionType;
  trigger?: Trigger;
  workflow?: string | null;
  stepId?: string | null;
  locale?: string;
  captured?: boolean;
  daysAgo?: number;
  isUnderWay?: boolean;
}

/** A run of a layout or request as recorded in history; nothing is sent. */
export async function addRun(
  core: Outstep['core'],
  storeId: string,
  actionConfigId: string,
  { isUnderWay = false, daysAgo = 0, locale = 'en', captured = false, ...given }: EndedRun = {},
): Promise<void> {
  const db = core.database.forStore(storeId);
  const at = new Date(core.runtime.now().getTime() - daysAgo * DAY_MS);
  const id = idAt(at);
  await beginExecution(db, {
    ...{ storeId, id, actionConfigId, actionConfigName: 'Order', runId: id, createdAt: at },
    ...{ actionType: 'EMAIL', trigger: 'workflow', workflow: 'Order paid', stepId: 'mail', ...given },
  });
  await updateMailDetails(db, id, { locale, recipients: [], addressed: [], version: 1, captured });
  if (isUnderWay) return;
  await finishExecution(db, id, {
    ...{ status: 'SUCCESS', error: null, request: undefined, response: null, timeline: [], attempts: 1 },
    ...{ startedAt: at, finishedAt: at },
  });
}

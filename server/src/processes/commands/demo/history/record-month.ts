import type { RetrySchedule } from '../../../../features/delivery/ledger/retry.rules.ts';
import { noteStepReference } from '../../../../features/delivery/step-references/note-step.ts';
import type { ExecutionRow } from '../../../../features/records/history/history.store.ts';
import {
  beginning,
  finishingPast,
  mailNote,
  notingWarnings,
} from '../../../../features/records/history/record-execution.store.ts';
import { suppress } from '../../../../features/sending/unsubscribes/change-unsubscribes.ts';
import type { Context } from '../../../../kernel/operation.ts';
import type { Bound } from '../../../../kernel/ports.ts';
import { seeded } from '../content/seeded.ts';
import { idAt } from '../store/ids.ts';
import type { MadeLayouts } from '../store/make-layouts.ts';
import { callEntry, type DemoRequest } from './call-entry.ts';
import type { Entry } from './entry.ts';
import { mailEntry } from './mail-entry.ts';
import type { Run } from './month.rules.ts';

/** A transaction of one trip: few enough that it ends soon. */
const PAGE = 50;
/** Of an id, beside its time: no two stores have the same. */
const ID_BYTES = 9;

export interface Made {
  layouts: MadeLayouts;
  requests: ReadonlyMap<string, DemoRequest>;
  /** Executions that were really made, by layout and language. */
  samples: ReadonlyMap<string, ExecutionRow>;
}

interface Recorded {
  run: Run;
  id: string;
  entry: Entry;
}

/** The statements by which steps write an execution: begun, noted, ended. */
const recording = (storeId: string, { run, id, entry }: Recorded): Bound<unknown>[] => [
  beginning({
    ...{ storeId, id, actionType: entry.actionType, trigger: 'workflow', createdAt: new Date(run.at) },
    ...{ actionConfigId: entry.configId, actionConfigName: entry.configName },
    ...{ runId: `${id.slice(0, 8)}-${run.stepId}`, stepId: run.stepId, workflow: run.workflow },
  }),
  ...(entry.mail ? [mailNote(id, entry.mail)] : []),
  ...(entry.warnings.length > 0 ? [notingWarnings(id, entry.warnings)] : []),
  finishingPast(id, entry.outcome),
];

export interface Recording {
  platform: string;
  schedule: RetrySchedule;
  onProgress(done: number): void;
}

/** Records what ran, as if it had run at its time. Nothing of it is sent. */
export async function recordMonth(
  ctx: Context,
  runs: readonly Run[],
  made: Made,
  { platform, schedule, onProgress }: Recording,
): Promise<void> {
  const { storeId, db } = ctx;
  const random = seeded(2);
  const vault = await ctx.vault.unlock();
  const suppressed = new Set<string>();
  const entryOf = (run: Run, id: string): Entry | Promise<Entry> => {
    if ('call' in run.does) {
      const request = made.requests.get(run.does.call);
      if (!request) throw new Error(`no request ${run.does.call}`);
      return callEntry(ctx, run, request, { schedule, random });
    }
    const { mail: key } = run.does;
    const layout = made.layouts.get(key);
    const plain = made.samples.get(`${key} ${run.customer.locale}`);
    const warned = run.fate === 'warned' ? made.samples.get(`${key} ${run.customer.locale} warned`) : null;
    const sample = warned ?? plain;
    if (!layout || !sample) throw new Error(`no mail of ${key}`);
    return mailEntry(run, { id, layout, sample, vault, schedule, random, suppressed });
  };
  for (let first = 0; first < runs.length; first += PAGE) {
    const page = runs
      .slice(first, first + PAGE)
      .map((run) => ({ run, id: idAt(run.at, ctx.randomBytes(ID_BYTES).toString('hex')) }));
    const entries: Recorded[] = await Promise.all(
      page.map(async ({ run, id }) => ({ run, id, entry: await entryOf(run, id) })),
    );
    await db.batch(entries.flatMap((each) => recording(storeId, each)));
    for (const { id, entry } of entries)
      if (entry.suppresses) await suppress(ctx, entry.suppresses.address, entry.suppresses.reason, id);
    onProgress(first + page.length);
  }
  await noteSteps(ctx, platform, runs, made);
}

/** Which steps of which workflows use a layout or a request, as far as a platform would have told. */
async function noteSteps(
  { db, storeId }: Context,
  platform: string,
  runs: readonly Run[],
  made: Made,
): Promise<void> {
  for (const { workflow, stepId, does } of runs) {
    const [actionType, actionConfigId] =
      'call' in does
        ? (['HTTP_REQUEST', made.requests.get(does.call)?.row.id] as const)
        : (['EMAIL', made.layouts.get(does.mail)?.id] as const);
    if (actionConfigId !== undefined)
      await noteStepReference(db, {
        storeId,
        platform,
        workflow,
        stepId,
        actionType,
        actionConfigId,
      });
  }
}

import type { RetrySchedule } from '../../../../features/delivery/ledger/retry.rules.ts';
import { recordStepReferenceOnce } from '../../../../features/delivery/step-references/record-step-reference.ts';
import type { ExecutionRow } from '../../../../features/records/history/history.store.ts';
import {
  beginStatement,
  finishPastStatement,
  mailNote,
  noteWarningsStatement,
} from '../../../../features/records/history/record-execution.store.ts';
import { suppress } from '../../../../features/sending/unsubscribes/change-unsubscribes.ts';
import type { Context } from '../../../../kernel/operation.ts';
import type { BoundStatement } from '../../../../kernel/ports.ts';
import { createSeededRandom } from '../content/seeded.ts';
import type { CreatedLayouts } from '../store/create-layouts.ts';
import { idAt } from '../store/ids.ts';
import { callEntry, type DemoRequest } from './call-entry.ts';
import type { DemoEntry } from './entry.ts';
import { mailEntry } from './mail-entry.ts';
import type { DemoRun } from './month.rules.ts';

/** A transaction of one round trip: few enough that it ends soon. */
const PAGE = 50;
/** Of an id, beside its time: no two stores have the same. */
const ID_BYTES = 9;

export interface DemoContent {
  layouts: CreatedLayouts;
  requests: ReadonlyMap<string, DemoRequest>;
  /** Executions that were really made, by layout and language. */
  samples: ReadonlyMap<string, ExecutionRow>;
}

interface RecordedRun {
  run: DemoRun;
  id: string;
  entry: DemoEntry;
}

/** The statements by which steps write an execution: begun, noted, ended. */
const recording = (storeId: string, { run, id, entry }: RecordedRun): BoundStatement<unknown>[] => [
  beginStatement({
    ...{ storeId, id, actionType: entry.actionType, trigger: 'workflow', createdAt: new Date(run.at) },
    ...{ actionConfigId: entry.configId, actionConfigName: entry.configName },
    ...{ runId: `${id.slice(0, 8)}-${run.stepId}`, stepId: run.stepId, workflow: run.workflow },
  }),
  ...(entry.mail ? [mailNote(id, entry.mail)] : []),
  ...(entry.warnings.length > 0 ? [noteWarningsStatement(id, entry.warnings)] : []),
  finishPastStatement(id, entry.outcome),
];

export interface RecordOptions {
  platform: string;
  schedule: RetrySchedule;
  onProgress(done: number): void;
}

/** Records what ran, as if it had run at its time. Nothing of it is sent. */
export async function recordMonth(
  ctx: Context,
  runs: readonly DemoRun[],
  made: DemoContent,
  { platform, schedule, onProgress }: RecordOptions,
): Promise<void> {
  const { storeId, db } = ctx;
  const random = createSeededRandom(2);
  const vault = await ctx.vault.unlock();
  const suppressed = new Set<string>();
  const entryOf = (run: DemoRun, id: string): DemoEntry | Promise<DemoEntry> => {
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
    const entries: RecordedRun[] = await Promise.all(
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
  runs: readonly DemoRun[],
  made: DemoContent,
): Promise<void> {
  for (const { workflow, stepId, does } of runs) {
    const [actionType, actionConfigId] =
      'call' in does
        ? (['HTTP_REQUEST', made.requests.get(does.call)?.row.id] as const)
        : (['EMAIL', made.layouts.get(does.mail)?.id] as const);
    if (actionConfigId !== undefined)
      await recordStepReferenceOnce(db, {
        storeId,
        platform,
        workflow,
        stepId,
        actionType,
        actionConfigId,
      });
  }
}

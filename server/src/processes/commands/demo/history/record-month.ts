import type { RetrySchedule } from '../../../../features/delivery/ledger/retry.rules.ts';
import { recordStepReferenceOnce } from '../../../../features/delivery/step-references/record-step-reference.ts';
import type { ExecutionRow } from '../../../../features/records/history/history.store.ts';
import {
  addWarningsStatement,
  beginStatement,
  finishPastStatement,
  mailDetailsUpdate,
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

/** Executions per transaction, which is one round trip: few enough to be short. */
const PAGE = 50;
/** The random part of an ID, which makes it unique across stores. */
const ID_BYTES = 9;

export interface DemoContent {
  layouts: CreatedLayouts;
  requests: ReadonlyMap<string, DemoRequest>;
  /** Real executions, by layout and language. */
  samples: ReadonlyMap<string, ExecutionRow>;
}

interface RecordedRun {
  run: DemoRun;
  id: string;
  entry: DemoEntry;
}

/** The statements with which steps record an execution: begin, note, end. */
const recording = (storeId: string, { run, id, entry }: RecordedRun): BoundStatement<unknown>[] => [
  beginStatement({
    ...{ storeId, id, actionType: entry.actionType, trigger: 'workflow', createdAt: new Date(run.at) },
    ...{ actionConfigId: entry.configId, actionConfigName: entry.configName },
    ...{ runId: `${id.slice(0, 8)}-${run.stepId}`, stepId: run.stepId, workflow: run.workflow },
  }),
  ...(entry.mail ? [mailDetailsUpdate(id, entry.mail)] : []),
  ...(entry.warnings.length > 0 ? [addWarningsStatement(id, entry.warnings)] : []),
  finishPastStatement(id, entry.outcome),
];

export interface RecordOptions {
  platform: string;
  schedule: RetrySchedule;
  onProgress(done: number): void;
}

/** Records the runs as if they had happened at their times. Sends nothing. */
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

/** Records which steps of which workflows use a layout or a request, as a platform would report it. */
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

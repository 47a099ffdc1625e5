import type pg from 'pg';
import type { MailWorld } from './mail-world.ts';
import type { OutsideWorld } from './outside-world.ts';

export interface SentStep {
  storeId: string;
  executionId: string;
  name: string;
  kind: 'call' | 'marketing' | 'transactional';
  /** For an email, in the order of its messages. */
  recipients: string[];
}

const noFaults = () => ({
  lost: [] as string[],
  stuck: [] as string[],
  doubled: [] as string[],
  untrue: [] as string[],
  unexplainedUnknown: [] as string[],
  miscounted: [] as string[],
});

export interface Violations {
  steps: number;
  deliveries: number;
  succeeded: number;
  failed: number;
  /** Messages in mailboxes. */
  mails: number;
  /** Messages that a server permanently rejected. */
  refused: number;
  /** Each must be empty. */
  faults: ReturnType<typeof noFaults>;
  /** For each, whether it arrived after all. */
  unknown: { name: string; arrived: boolean; why: 'killed' | 'no answer' }[];
}

interface ExecutionRow {
  id: string;
  status: string;
  error: string | null;
  store_id: string;
  timeline: { event: string }[];
}

interface DeliveryRow {
  execution_id: string;
  position: number;
  state: string;
}

export interface Evidence {
  sent: readonly SentStep[];
  world: OutsideWorld;
  mailWorld: MailWorld;
  /** Deliveries that may have been sent when a process was killed, as `execution/position`. */
  exposed: ReadonlySet<string>;
}

/** The outcome of one call or message, according to its receivers. */
interface StepOutcome {
  name: string;
  times: number;
  /** Copies that belong to another step. */
  strays: number;
  silent: boolean;
  refused: boolean;
}

const isEnd = (event: string) => ['sent', 'failed', 'unknown'].includes(event);

/** Compares the ledger and history with what the outside world received. */
export async function findViolations(client: pg.Client, evidence: Evidence): Promise<Violations> {
  const { sent, world, mailWorld, exposed } = evidence;
  const executions = new Map(
    (
      await client.query<ExecutionRow>('select id, status, error, store_id, timeline from executions')
    ).rows.map((row) => [row.id, row]),
  );
  const deliveries = Map.groupBy(
    (
      await client.query<DeliveryRow>(
        'select execution_id, position, state from deliveries order by execution_id, position',
      )
    ).rows,
    (row) => row.execution_id,
  );
  const { finished, counted } = (
    await client.query(
      `select (select count(*) from executions where status <> 'PENDING')::int as finished,
              (select coalesce(sum(count), 0) from execution_counts)::int as counted`,
    )
  ).rows[0];
  const copies = await mailWorld.copies();
  const faults = noFaults();
  const unknown: Violations['unknown'] = [];
  const totals = { deliveries: 0, succeeded: 0, failed: 0, refused: 0 };
  if (finished !== counted) faults.miscounted.push(`${finished} finished, ${counted} counted`);

  function seenOf({ kind, name, executionId, recipients }: SentStep, position: number): StepOutcome {
    if (kind === 'call')
      return { name, times: world.taken.get(name) ?? 0, strays: 0, silent: false, refused: false };
    const recipient = recipients[position - 1] ?? '';
    const ids = copies.get(recipient) ?? [];
    return {
      name: recipient,
      times: ids.length,
      strays: ids.filter((id) => id !== null && !id.startsWith(`<${executionId}.`)).length,
      silent: mailWorld.silent.has(recipient),
      refused: mailWorld.refused.has(recipient),
    };
  }

  function judgeDelivery(step: SentStep, { position, state }: DeliveryRow) {
    const { name, times, strays, silent, refused } = seenOf(step, position);
    totals.deliveries++;
    if (times > 1) faults.doubled.push(`${name} taken ${times} times`);
    if (strays > 0) faults.untrue.push(`${name} has a message of another step`);
    if (state === 'sent' && times !== 1) faults.untrue.push(`${name} is sent and was taken ${times} times`);
    if (state === 'failed' && (times > 0 || !refused))
      faults.untrue.push(`${name} failed, was ${refused ? '' : 'not '}refused and taken ${times} times`);
    if (state === 'failed') totals.refused++;
    if (!isEnd(state)) faults.stuck.push(`${name} is ${state}`);
    if (state !== 'unknown') return;
    const killed = exposed.has(`${step.executionId}/${position}`);
    if (!silent && !killed) faults.unexplainedUnknown.push(name);
    unknown.push({ name, arrived: times > 0, why: silent ? 'no answer' : 'killed' });
  }

  function judgeStep(step: SentStep, { status, error, timeline }: ExecutionRow) {
    const { name, kind, recipients, executionId } = step;
    if (status === 'PENDING') faults.stuck.push(name);
    if (status === 'SUCCESS') totals.succeeded++;
    if (status === 'FAILED') totals.failed++;
    const rows = deliveries.get(executionId) ?? [];
    const outgoing = kind === 'call' ? rows : rows.filter(({ position }) => position > 0);
    const expected = Math.max(1, recipients.length);
    if (outgoing.length !== expected)
      faults.lost.push(`${name}: ${outgoing.length} of ${expected} messages (${error})`);
    for (const row of outgoing) judgeDelivery(step, row);
    // A newsletter that may have arrived counts as sent.
    const isWell = ({ state }: DeliveryRow) =>
      state === 'sent' || (state === 'unknown' && kind === 'marketing');
    if (status === 'SUCCESS' && !outgoing.every(isWell)) faults.untrue.push(`${name} is SUCCESS`);
    // A delivery that turns from unknown to sent when its worker reports after all does not change the
    // execution's status.
    const wasDoubtful = outgoing.some(({ position }) => exposed.has(`${executionId}/${position}`));
    if (status === 'FAILED' && outgoing.every(isWell) && !wasDoubtful)
      faults.untrue.push(`${name} is FAILED`);
    const told = timeline.filter(({ event }) => isEnd(event)).length;
    if (kind !== 'call' && told !== expected)
      faults.untrue.push(`history of ${name} tells of ${told} of ${expected} messages`);
  }

  for (const step of sent) {
    const execution = executions.get(step.executionId);
    if (execution?.store_id === step.storeId) judgeStep(step, execution);
    else faults.lost.push(step.name);
  }
  const mails = [...copies.values()].reduce((sum, ids) => sum + ids.length, 0);
  return { steps: sent.length, ...totals, mails, faults, unknown };
}

export const isClean = ({ faults }: Violations) => Object.values(faults).every((list) => list.length === 0);

import type pg from 'pg';
import type { OutsideWorld } from './outside-world.ts';

export interface SentStep {
  storeId: string;
  executionId: string;
  name: string;
  /** None: the step is a call. */
  messages: number;
}

export interface Judgement {
  steps: number;
  deliveries: number;
  succeeded: number;
  failed: number;
  /** Each must be empty. */
  faults: {
    lost: string[];
    stuck: string[];
    doubled: string[];
    untrue: string[];
    unexplainedUnknown: string[];
    miscounted: string[];
  };
  /** Each with whether it had arrived after all. */
  unknown: { name: string; arrived: boolean; why: 'killed' | 'no answer' }[];
}

interface DeliveryRow {
  store_id: string;
  execution_id: string;
  position: number;
  state: string;
}

/** Holds what the ledger and history say against what the outside world saw. */
export async function judge(
  client: pg.Client,
  sent: readonly SentStep[],
  world: OutsideWorld,
  exposed: ReadonlySet<string>,
): Promise<Judgement> {
  const executions = new Map<string, { status: string; store_id: string }>(
    (await client.query('select id, status, store_id from executions')).rows.map((row) => [row.id, row]),
  );
  const deliveries = new Map<string, DeliveryRow[]>();
  for (const row of (
    await client.query<DeliveryRow>(
      'select store_id, execution_id, position, state from deliveries order by position',
    )
  ).rows) {
    deliveries.set(row.execution_id, [...(deliveries.get(row.execution_id) ?? []), row]);
  }
  const counted = await client.query(
    `select (select count(*) from executions where status <> 'PENDING')::int as finished,
            (select coalesce(sum(count), 0) from execution_counts)::int as counted`,
  );
  const { finished, counted: inCounters } = counted.rows[0];
  const result: Judgement = {
    steps: sent.length,
    deliveries: 0,
    succeeded: 0,
    failed: 0,
    faults: { lost: [], stuck: [], doubled: [], untrue: [], unexplainedUnknown: [], miscounted: [] },
    unknown: [],
  };
  const { faults } = result;
  if (finished !== inCounters) faults.miscounted.push(`${finished} finished, ${inCounters} counted`);

  for (const step of sent) {
    const execution = executions.get(step.executionId);
    if (!execution || execution.store_id !== step.storeId) {
      faults.lost.push(step.name);
      continue;
    }
    if (execution.status === 'PENDING') faults.stuck.push(step.name);
    if (execution.status === 'SUCCESS') result.succeeded++;
    if (execution.status === 'FAILED') result.failed++;
    const rows = deliveries.get(step.executionId) ?? [];
    const outgoing = step.messages === 0 ? rows : rows.filter(({ position }) => position > 0);
    if (outgoing.length !== Math.max(1, step.messages)) {
      faults.lost.push(`${step.name}: ${outgoing.length} of ${step.messages} messages`);
    }
    for (const { position, state } of outgoing) {
      result.deliveries++;
      const name = step.messages === 0 ? step.name : `${step.name}/${position}`;
      const times = world.taken.get(name) ?? 0;
      if (times > 1) faults.doubled.push(`${name} taken ${times} times`);
      if (state === 'sent' && times !== 1) faults.untrue.push(`${name} is sent and was taken ${times} times`);
      if (state === 'failed') faults.untrue.push(`${name} failed and was taken ${times} times`);
      if (!['sent', 'failed', 'unknown'].includes(state)) faults.stuck.push(`${name} is ${state}`);
      if (state === 'unknown') {
        const silent = world.lost.has(name);
        const killed = exposed.has(`${step.executionId}/${position}`);
        if (!silent && !killed) faults.unexplainedUnknown.push(name);
        result.unknown.push({ name, arrived: times > 0, why: silent ? 'no answer' : 'killed' });
      }
    }
    const allSent = outgoing.every(({ state }) => state === 'sent');
    if (execution.status === 'SUCCESS' && !allSent) faults.untrue.push(`${step.name} is SUCCESS`);
    // What turned from unknown to sent when its worker was heard of after all leaves the execution as it ended.
  }
  return result;
}

export const isClean = ({ faults }: Judgement) => Object.values(faults).every((list) => list.length === 0);

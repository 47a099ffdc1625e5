import { Counter, Histogram, type Registry } from 'prom-client';
import {
  attemptOutcomes,
  type DeliveryAttempt,
  type Phase,
  phases,
  stepKinds,
} from '../../kernel/instruments.ts';

const PHASE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600];
const START_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

const MS_DIGITS = 12;

/** The creation time of an ID: its first 48 bits are milliseconds (UUIDv7). */
const createdMsOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, MS_DIGITS), 16);

export type StepMetrics = ReturnType<typeof createStepMetrics>;

/**
 * Steps and deliveries. Labels have closed lists of values: anything that grows with stores belongs in the
 * log.
 */
export function createStepMetrics(registry: Registry) {
  const registers = [registry];
  const taken = new Counter({
    name: 'outstep_steps_taken_total',
    help: 'Steps that were recorded; of known runs, repeated is true.',
    labelNames: ['kind', 'repeated'],
    registers,
  });
  const attempts = new Counter({
    name: 'outstep_delivery_attempts_total',
    help: 'Attempts at deliveries that are over, by outcome: retry when another one follows, planned when the messages of a step are ready.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const time = new Histogram({
    name: 'outstep_phase_seconds',
    help: 'What the time of steps goes into.',
    labelNames: ['kind', 'phase'],
    buckets: PHASE_SECONDS,
    registers,
  });
  const start = new Histogram({
    name: 'outstep_step_start_seconds',
    help: 'Time from the taking of a step until its first attempt may leave.',
    labelNames: ['kind'],
    buckets: START_SECONDS,
    registers,
  });
  // Starts every series at 0 instead of leaving it absent, because a rate over a missing series has no
  // result.
  for (const kind of stepKinds) {
    for (const repeated of ['false', 'true']) taken.inc({ kind, repeated }, 0);
    for (const outcome of attemptOutcomes) attempts.inc({ kind, outcome }, 0);
    for (const phase of phases) time.zero({ kind, phase });
    start.zero({ kind });
  }
  return {
    taken: (kind: string, isNew: boolean) => taken.inc({ kind, repeated: String(!isNew) }),
    measured: (kind: string, phase: Phase, ms: number) => time.observe({ kind, phase }, ms / 1000),
    sending(
      kind: string,
      { executionId, position, attempt }: Pick<DeliveryAttempt, 'executionId' | 'position' | 'attempt'>,
    ) {
      if (attempt > 1 || position > 1) return;
      start.observe({ kind }, Math.max(0, Date.now() - createdMsOf(executionId)) / 1000);
    },
    attempted: ({ kind, outcome }: DeliveryAttempt) => attempts.inc({ kind, outcome }),
  };
}

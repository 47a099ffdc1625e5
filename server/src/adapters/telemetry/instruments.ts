import { type Instruments, type Phase, phases, type StepKind, stepKinds } from '../../kernel/instruments.ts';
import type { Logger } from './log.ts';
import type { SpanFields } from './spans.ts';
import type { StepMetrics } from './step-metrics.ts';
import type { Tracing } from './tracing.ts';

/** Rounded like the durations of responses. */
const rounded = (ms: number) => Math.round(ms * 10) / 10;

const spanOfPhase = (kind: StepKind, phase: Phase): SpanFields => ({
  name: phase,
  // Work that is sent to a target or a mail server.
  kind: phase === 'send' ? 'client' : 'internal',
  values: { 'outstep.kind': kind },
});

const spansOfPhases = Object.fromEntries(
  stepKinds.map((kind) => [
    kind,
    Object.fromEntries(phases.map((phase) => [phase, spanOfPhase(kind, phase)])),
  ]),
) as Record<StepKind, Record<Phase, SpanFields>>;

export function createInstruments(metrics: StepMetrics, log: Logger, tracing: Tracing): Instruments {
  return {
    get trace() {
      return tracing.trace;
    },
    inCall: ({ action, storeId, traceparent, elapsedMs: agoMs }, work) =>
      tracing.runBelow(
        traceparent,
        { name: `step ${action}`, kind: 'server', values: { 'outstep.store.id': storeId }, agoMs },
        work,
      ),
    inWork({ kind, storeId, executionId, position, attempt, traceparent, waitedMs }, work) {
      if (waitedMs !== null) {
        metrics.measured(kind, 'queue', waitedMs);
        tracing.over(traceparent, { ...spansOfPhases[kind].queue, agoMs: waitedMs });
      }
      const values = {
        'outstep.kind': kind,
        'outstep.store.id': storeId,
        'outstep.execution.id': executionId,
        'outstep.position': position,
        'outstep.attempt': attempt,
      };
      return tracing.runBelow(traceparent, { name: 'work', kind: 'consumer', values }, work);
    },
    inMessage: (position, work) =>
      tracing.run({ name: 'message', kind: 'internal', values: { 'outstep.position': position } }, work),
    stepTaken(kind, executionId, isNew) {
      metrics.taken(kind, isNew);
      tracing.add({
        'outstep.kind': kind,
        'outstep.execution.id': executionId,
        'outstep.repeated': !isNew,
      });
    },
    async measure(kind, phase, work) {
      const began = performance.now();
      try {
        return await tracing.run(spansOfPhases[kind][phase], work);
      } finally {
        metrics.measured(kind, phase, performance.now() - began);
      }
    },
    sending: metrics.sending,
    attempted(attempt) {
      metrics.attempted(attempt);
      tracing.add({ 'outstep.outcome': attempt.outcome });
      const traceId = tracing.trace?.id;
      log.info({ ...attempt, ms: rounded(attempt.ms), ...(traceId && { traceId }) }, 'delivery');
    },
  };
}

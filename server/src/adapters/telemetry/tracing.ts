import { AsyncLocalStorage } from 'node:async_hooks';
import { withTimeout } from '../../kernel/deadline.ts';
import type { Trace } from '../../kernel/instruments.ts';
import type { ExportOptions, SpanFields, SpanRecorder, TracedSpan, TracedValues } from './spans.ts';
import { readTraceparent, traceOf } from './trace-context.ts';

/** Shutting down waits for this, so spans that a collector has not accepted by then are dropped. */
const FLUSH_MS = 2_000;

/** A span that we record, or only the ID of a trace that others record. */
interface TraceScope {
  trace: Trace;
  span: TracedSpan | null;
}

export interface Tracing {
  readonly started: Promise<void>;
  readonly trace: Trace | null;
  /** Runs work in a child span of a remote span, or in a new trace. */
  runBelow<T>(parent: unknown, span: SpanFields, work: () => Promise<T>): Promise<T>;
  /** Runs work in a child span of the current one; without a current span, only runs the work. */
  run<T>(span: SpanFields, work: () => Promise<T>): Promise<T>;
  /** Records something that has already ended. */
  over(parent: unknown, span: SpanFields & { agoMs: number }): void;
  /** Adds values to the current span. */
  add(values: TracedValues): void;
  close(): Promise<void>;
}

async function recorded<T>(span: TracedSpan, work: () => Promise<T>): Promise<T> {
  try {
    const value = await work();
    span.end();
    return value;
  } catch (error) {
    // Records that it failed but not why, because error messages may contain anything.
    span.end(true);
    throw error;
  }
}

/**
 * Traces over OTLP. Without a collector, no SDK is loaded and no span is recorded; the trace of a platform is
 * only passed along for the log.
 */
export function createTracing(exporting: ExportOptions | null, onProblem: (reason: string) => void): Tracing {
  const scopes = new AsyncLocalStorage<TraceScope>();
  let recorder: SpanRecorder | null = null;
  const start = async () => {
    if (!exporting) return;
    const { createSpanRecorder } = await import('./span-recorder.ts');
    recorder = createSpanRecorder(exporting, onProblem);
  };
  const started = start();

  const inSpan = <T>(span: TracedSpan, work: () => Promise<T>) =>
    scopes.run({ span, trace: traceOf(span.context) }, () => recorded(span, work));

  return {
    started,
    get trace() {
      return scopes.getStore()?.trace ?? null;
    },
    runBelow(parent, span, work) {
      const remote = readTraceparent(parent);
      if (recorder) return inSpan(recorder.start(span, remote), work);
      return remote ? scopes.run({ span: null, trace: traceOf(remote) }, work) : work();
    },
    run(span, work) {
      const above = recorder && scopes.getStore()?.span;
      return recorder && above ? inSpan(recorder.start(span, above.context), work) : work();
    },
    over(parent, span) {
      const remote = recorder && readTraceparent(parent);
      if (recorder && remote) recorder.start(span, remote).end();
    },
    add(values) {
      if (recorder) scopes.getStore()?.span?.add(values);
    },
    async close() {
      await started;
      await withTimeout(FLUSH_MS, (late) =>
        Promise.race([recorder?.close(), new Promise((resolve) => late.addEventListener('abort', resolve))]),
      );
    },
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { within } from '../../kernel/deadline.ts';
import type { Trace } from '../../kernel/instruments.ts';
import type { ExportOptions, SpanFields, SpanRecorder, TracedSpan, TracedValues } from './spans.ts';
import { readTraceparent, traceOf } from './trace-context.ts';

/** Whoever stops us waits; what a collector has not taken by then is not worth it. */
const FLUSH_MS = 2_000;

/** A span with all that was recorded of it, or merely a trace that others record. */
interface TraceScope {
  trace: Trace;
  span: TracedSpan | null;
}

export interface Tracing {
  readonly started: Promise<void>;
  readonly trace: Trace | null;
  /** Runs work in a span below a remote one, or in a trace of its own. */
  runBelow<T>(parent: unknown, span: SpanFields, work: () => Promise<T>): Promise<T>;
  /** Runs work in a span below the one under way; without one, the work alone. */
  run<T>(span: SpanFields, work: () => Promise<T>): Promise<T>;
  /** Something that is over. */
  over(parent: unknown, span: SpanFields & { agoMs: number }): void;
  /** Adds to the span under way. */
  add(values: TracedValues): void;
  close(): Promise<void>;
}

async function recorded<T>(span: TracedSpan, work: () => Promise<T>): Promise<T> {
  try {
    const value = await work();
    span.end();
    return value;
  } catch (error) {
    // That it failed, and not how: messages may hold anything.
    span.end(true);
    throw error;
  }
}

/**
 * Traces over OTLP. Without a place to send them to, nothing is loaded or recorded, and a trace that a platform has begun
 * is only carried along for the log.
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
      await within(FLUSH_MS, (late) =>
        Promise.race([recorder?.close(), new Promise((resolve) => late.addEventListener('abort', resolve))]),
      );
    },
  };
}

import type { RemoteSpan } from './trace-context.ts';

export interface ExportOptions {
  url: string;
  serviceName: string;
  /** The share of our own traces that is recorded; traces started by a caller follow the caller's decision. */
  ratio: number;
  release: string;
}

export type SpanKindName = 'server' | 'consumer' | 'client' | 'internal';

/** IDs, and values from closed lists: no text from a store or a customer. */
export type TracedValues = Readonly<Record<`outstep.${string}`, string | number | boolean>>;

export interface TracedSpan {
  readonly context: RemoteSpan;
  add(values: TracedValues): void;
  end(hasFailed?: boolean): void;
}

/** The fields of a span. */
export interface SpanFields {
  name: string;
  kind: SpanKindName;
  values: TracedValues;
  /** How long ago it began; defaults to now. */
  agoMs?: number;
}

export interface SpanRecorder {
  start(span: SpanFields, parent: RemoteSpan | null): TracedSpan;
  close(): Promise<void>;
}

import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ExportOptions, SpanKindName, SpanRecorder } from './spans.ts';

const kinds: Record<SpanKindName, SpanKind> = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};
/** How often an unreachable collector is logged. */
const LOG_INTERVAL_MS = 60_000;
/** How long a span waits to be sent together with others. */
const GATHER_MS = 1_000;

/**
 * The exporter reads other OTLP settings (headers, time-out, certificates, compression) from the environment.
 */
class ConfiguredExporter extends OTLPTraceExporter {
  readonly #onProblem: (reason: string) => void;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, onProblem: (reason: string) => void) {
    super({ url });
    this.#onProblem = onProblem;
  }

  override export(...[spans, done]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      const now = performance.now();
      // Logs the message only, without the collector's response.
      if (result.error && now - this.#toldAt > LOG_INTERVAL_MS) {
        this.#toldAt = now;
        this.#onProblem(result.error.message);
      }
      done(result);
    });
  }
}

/** OpenTelemetry's SDK, loaded only if spans are exported. */
export function createSpanRecorder(
  exporting: ExportOptions,
  onProblem: (reason: string) => void,
): SpanRecorder {
  const { url, serviceName, ratio, release } = exporting;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': release,
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new ConfiguredExporter(url, onProblem),
        scheduledDelayMillis: GATHER_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('outstep', release);
  return {
    start({ name, kind, values, agoMs = 0 }, parent) {
      const above = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
      const startTime = Date.now() - agoMs;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: values, startTime }, above);
      return {
        context: span.spanContext(),
        add: (more) => void span.setAttributes(more),
        end(hasFailed = false) {
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

import type { Trace } from '../../kernel/instruments.ts';

/** https://www.w3.org/TR/trace-context/#traceparent-header; later versions may add members. */
const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?<traceId>(?!0{32})[0-9a-f]{32})-(?<spanId>(?!0{16})[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?=$|-)/;

const SAMPLED = 1;

export interface RemoteSpan {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

/** The parsed `traceparent`; `null` if it is invalid. */
export function readTraceparent(value: unknown): RemoteSpan | null {
  const found = typeof value === 'string' ? TRACEPARENT.exec(value)?.groups : undefined;
  if (!found) return null;
  const { traceId = '', spanId = '', flags = '' } = found;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED };
}

export const traceOf = ({ traceId, spanId, traceFlags }: RemoteSpan): Trace => ({
  id: traceId,
  traceparent: `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`,
});

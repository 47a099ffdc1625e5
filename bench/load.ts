import autocannon, { type Request } from 'autocannon';

export interface Load {
  origin: string;
  requests: Request[];
  seconds: number;
  connections: number;
}

export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  refused: number;
  failed: number;
  statuses: string;
  total: number;
}

export async function measure({ origin, requests, seconds, connections }: Load): Promise<Measured> {
  const result = await autocannon({ url: origin, requests, duration: seconds, connections });
  const statuses = result.statusCodeStats as Record<string, { count: number }> | undefined;
  const refused = statuses?.['429']?.count ?? 0;
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused,
    failed: result.non2xx - refused + result.errors,
    statuses: Object.keys(statuses ?? {}).join(' '),
    total: result.requests.total,
  };
}

export const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

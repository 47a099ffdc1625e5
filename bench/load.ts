import autocannon, { type Client, type Request } from 'autocannon';

export interface LoadOptions {
  origin: string;
  /** Enough requests with different keys that no key reaches its rate limit. */
  requests: readonly Request[];
  /** Where the last load stopped: starting over would use up the rate limits of the first keys. */
  from: number;
  connections: number;
  /** Number of requests, or seconds to send them. */
  until: { amount: number } | { duration: number };
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  refused: number;
  failed: number;
  total: number;
}

export async function measure({
  origin,
  requests,
  from,
  connections,
  until,
}: LoadOptions): Promise<LoadResult> {
  const start = from % requests.length;
  const turned = [...requests.slice(start), ...requests.slice(0, start)];
  let opened = 0;
  const setupClient = (client: Client) => {
    const nth = opened++ % connections;
    client.setRequests(turned.filter((_, i) => i % connections === nth));
  };
  const result = await autocannon({ url: origin, connections, setupClient, ...until });
  const statuses = result.statusCodeStats as Record<string, { count: number }> | undefined;
  const refused = statuses?.['429']?.count ?? 0;
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused,
    failed: result.non2xx - refused + result.errors,
    total: result.requests.total,
  };
}

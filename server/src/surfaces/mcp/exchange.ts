/** The response to one POST: a JSON text, or nothing at all (for a notification). */
export interface ToolExchange {
  status: number;
  body: string | null;
}

/** Headers that repeat the body, for proxies that route without reading it. */
export interface MessageHeaders {
  version: string | undefined;
  method: string | undefined;
  name: string | undefined;
}

export const serverInfoOf = (release: string) => ({ name: 'outstep', title: 'Outstep', version: release });
export type ServerInfo = ReturnType<typeof serverInfoOf>;

/** How long a client may cache a list or a discovery. */
export const CACHE = { ttlMs: 10_000, cacheScope: 'private' } as const;

export const errorExchange = (
  status: number,
  code: number,
  message: string,
  id: string | number | null = null,
): ToolExchange => ({ status, body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }) });

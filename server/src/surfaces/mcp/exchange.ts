/** What answers one POST: a JSON text, or nothing at all (a notification). */
export interface Exchange {
  status: number;
  body: string | null;
}

/** Headers that repeat what the body says, for those who route without reading bodies. */
export interface MessageHeaders {
  version: string | undefined;
  method: string | undefined;
  name: string | undefined;
}

export const serverInfoOf = (release: string) => ({ name: 'outstep', title: 'Outstep', version: release });
export type ServerInfo = ReturnType<typeof serverInfoOf>;

/** How long a client may keep a list or a discovery, before it asks again. */
export const CACHE = { ttlMs: 10_000, cacheScope: 'private' } as const;

export const errorExchange = (
  status: number,
  code: number,
  message: string,
  id: string | number | null = null,
): Exchange => ({ status, body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }) });

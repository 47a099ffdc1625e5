export interface Lane {
  lane: string;
  slots: number;
}

/** Concurrent calls of one store across all processes: a slow or flooding store delays only itself. */
const STORE_SLOTS = 8;

export const laneOfStore = (storeId: string): Lane => ({ lane: `store:${storeId}`, slots: STORE_SLOTS });

/** One at a time across all processes, so that the limit of a test inbox is exact. */
export const laneOfCapture = (storeId: string): Lane => ({ lane: `capture:${storeId}`, slots: 1 });

/** `connections`: how many connections to the sender's server may be open at once, across all processes. */
export const laneOfSender = (senderId: string, connections: number): Lane => ({
  lane: `sender:${senderId}`,
  slots: connections,
});

export interface Lane {
  lane: string;
  slots: number;
}

/** Calls of one store at once, over all processes: a slow or flooding store delays only itself. */
const STORE_SLOTS = 8;

export const laneOfStore = (storeId: string): Lane => ({ lane: `store:${storeId}`, slots: STORE_SLOTS });

/** One after the other, over all processes: what a mailbox holds at most is then exact. */
export const laneOfCapture = (storeId: string): Lane => ({ lane: `capture:${storeId}`, slots: 1 });

/** Connections to one sender's server at once, over all processes. */
export const laneOfSender = (senderId: string, connections: number): Lane => ({
  lane: `sender:${senderId}`,
  slots: connections,
});

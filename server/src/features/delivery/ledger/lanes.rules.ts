/** Calls of one store at once, over all processes: a slow or flooding store delays only itself. */
const STORE_SLOTS = 8;

export const laneOfStore = (storeId: string) => ({ lane: `store:${storeId}`, slots: STORE_SLOTS });

/** Connections to one sender's server at once, over all processes. */
export const laneOfSender = (senderId: string, connections: number) => ({
  lane: `sender:${senderId}`,
  slots: connections,
});

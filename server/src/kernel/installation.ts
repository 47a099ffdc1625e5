export const storeStates = ['active', 'suspended', 'deleting', 'deleted'] as const;
export type StoreState = (typeof storeStates)[number];

/** A store as the operator sees it beside all others. */
export interface ListedStore {
  id: string;
  /** Empty once it is deleted. */
  name: string;
  state: StoreState;
  /** Why it is suspended. */
  why: string;
  /** Address of the person whose account it belongs to; empty for one of its own. */
  account: string;
  members: number;
  keys: number;
  createdAt: Date | null;
  deletedAt: Date | null;
}

/** What concerns all stores at once, which only the owner of the tables sees. */
export interface Installation {
  stores(state?: StoreState): AsyncIterable<ListedStore>;
  /** Returns all defaults as they are then. */
  setDefaultLimits(limits: Readonly<Record<string, number>>): Promise<Record<string, number>>;
  /** `false` if nobody signs in with this address. */
  setAccountLimit(email: string, stores: number): Promise<boolean>;
}

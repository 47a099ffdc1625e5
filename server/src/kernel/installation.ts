export const storeStates = ['active', 'suspended', 'deleting', 'deleted'] as const;
export type StoreState = (typeof storeStates)[number];

/** A store in the operator's list of all stores. */
export interface ListedStore {
  id: string;
  /** Empty once it is deleted. */
  name: string;
  state: StoreState;
  /** Why it is suspended. */
  why: string;
  /** Address of the person whose account it belongs to; empty for a store that is its own account. */
  account: string;
  members: number;
  keys: number;
  createdAt: Date | null;
  deletedAt: Date | null;
}

/** Operations across all stores, which only the owner of the tables can see. */
export interface Installation {
  stores(state?: StoreState): AsyncIterable<ListedStore>;
  /** Returns all defaults after the change. */
  setDefaultLimits(limits: Readonly<Record<string, number>>): Promise<Record<string, number>>;
  /** `false` if no person signs in with this address. */
  setAccountLimit(email: string, stores: number): Promise<boolean>;
}

/** Waiting work across all stores; ages in seconds, 0 if nothing waits. */
export interface Backlog {
  httpWaiting: number;
  httpSeconds: number;
  mailWaiting: number;
  mailSeconds: number;
  /** The age of the oldest version that is not a commit yet. */
  pushSeconds: number;
  /** The age of the oldest erasure that is not carried out yet. */
  erasureSeconds: number;
  isHeld: boolean;
}

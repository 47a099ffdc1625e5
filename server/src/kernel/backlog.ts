/** What waits in all stores; ages in seconds, 0 when nothing does. */
export interface Backlog {
  httpWaiting: number;
  httpSeconds: number;
  mailWaiting: number;
  mailSeconds: number;
  /** The oldest version that is not a commit yet. */
  pushSeconds: number;
  /** The oldest erasure that is not carried out yet. */
  erasureSeconds: number;
  isHeld: boolean;
}

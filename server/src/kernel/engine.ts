/** One piece of work of the ledger. Ids only: this is all that the engine ever holds. */
export interface WorkRef {
  storeId: string;
  executionId: string;
  /** 0 is the step itself, its messages follow. */
  position: number;
  attempt: number;
  /** Which submission of this attempt it is. */
  generation: number;
}

/** Work with the lane where it waits its turn: at most `slots` of a lane run at once. */
export interface LaneWork extends WorkRef {
  lane: string;
  slots: number;
}

/** Which slot of its lane a submission waits in; another submission of the same work is likely to wait elsewhere. */
export function slotOf({ executionId, position, attempt, generation, slots }: LaneWork): number {
  return (Number.parseInt(executionId.slice(-6), 16) + position + attempt + generation) % slots;
}

/** `taken`: it was forgotten and is submitted now. `waiting`: it is there. `over`: it has run and will not again. */
export type EnsureResult = 'taken' | 'waiting' | 'over';

/** A repository that a store has changes for. Names only: the changes are in the store's own rows. */
export interface RepositoryPush {
  storeId: string;
  /** Pushes to one repository run one at a time. */
  repository: string;
  /** The idempotency key: submitted twice, it runs once. */
  submission: string;
}

/**
 * Runs submitted work at least once, eventually; each slot of a lane runs one piece after the other. It may forget
 * everything: the ledger is the record, and forgotten work is submitted again.
 */
export interface Engine {
  submit(work: LaneWork, delayMs?: number): Promise<void>;
  /** Submits work that may have been forgotten; work that is still waiting keeps its place. */
  ensure(work: LaneWork): Promise<EnsureResult>;
  /** Submits and waits until it has run, for `waitMs` at most; what became of it, the ledger knows. */
  run(work: LaneWork, waitMs: number): Promise<void>;
  push(push: RepositoryPush, delayMs?: number): Promise<void>;
  /** Ends and forgets whatever it holds of these lanes and repositories. */
  forget(lanes: readonly string[], repositories: readonly string[]): Promise<void>;
}

/** Names of our handlers at the engine. */
export const ENGINE_OBJECT = 'Lane';
export const ENGINE_HANDLER = 'run';
export const REPOSITORY_OBJECT = 'Repository';
export const REPOSITORY_HANDLER = 'push';

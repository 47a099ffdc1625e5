/** One piece of work from the ledger. Contains only IDs, because the engine never holds anything else. */
export interface WorkRef {
  storeId: string;
  executionId: string;
  /** 0 is the step itself, its messages follow. */
  position: number;
  attempt: number;
  /** Counts the submissions of this attempt. */
  generation: number;
}

/** Work with the lane that it waits in: at most `slots` pieces of a lane run at once. */
export interface LaneWork extends WorkRef {
  lane: string;
  slots: number;
}

/**
 * The slot of its lane that a submission waits in; another submission of the same work probably uses another
 * slot.
 */
export function slotOf({ executionId, position, attempt, generation, slots }: LaneWork): number {
  return (Number.parseInt(executionId.slice(-6), 16) + position + attempt + generation) % slots;
}

/**
 * `taken`: it was lost and has been submitted again. `waiting`: it is still there. `over`: it has run and
 * will not run again.
 */
export type EnsureResult = 'taken' | 'waiting' | 'over';

/** A repository that a store has changes for. Names only: the changes are in the store's own rows. */
export interface RepositoryPush {
  storeId: string;
  /** Pushes to one repository run one at a time. */
  repository: string;
  /** The idempotency key: a repeated submission runs once. */
  submission: string;
}

/**
 * Eventually runs submitted work at least once; each slot of a lane runs one piece after another. It may lose
 * everything: the ledger is the source of truth, and lost work is submitted again.
 */
export interface Engine {
  submit(work: LaneWork, delayMs?: number): Promise<void>;
  /** Submits work that may have been lost; work that is still waiting keeps its place. */
  ensure(work: LaneWork): Promise<EnsureResult>;
  /** Submits work and waits until it has run, at most `waitMs`; the outcome is in the ledger. */
  run(work: LaneWork, waitMs: number): Promise<void>;
  push(push: RepositoryPush, delayMs?: number): Promise<void>;
  /** Cancels and forgets everything that it holds for these lanes and repositories. */
  forget(lanes: readonly string[], repositories: readonly string[]): Promise<void>;
}

/** Names of our handlers at the engine. */
export const ENGINE_OBJECT = 'Lane';
export const ENGINE_HANDLER = 'run';
export const REPOSITORY_OBJECT = 'Repository';
export const REPOSITORY_HANDLER = 'push';
